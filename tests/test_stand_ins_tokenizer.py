"""The browser's tokenizers give the tokens and the texts of the real ones, on any text."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import models
import pytest
from helpers import hf_tokenizer, tiny_model
from stand_ins import load
from test_lite_engine import STORY
from tokenizers import Regex, pre_tokenizers

AutoTokenizer = load("transformers").AutoTokenizer
SPLITTING = load("transformers")._splitting
# Characters whose kind no version of Unicode changes any more, and texts that patterns look for.
POOLS = [
    "abcXYZ ','stllvedm", "0123456789", "   \t\n\r", "äöüßéñçſ", "αβγдежзи", "漢字かなカナ한글",
    "😀👍🏽\u200d👩", "e\u0301a\u0323\u0308", "½²³ⅷ٣६", "\u00a0\u2003\u3000\u0085\u1680\u2028",
    "!?.,;:-_()[]{}<>|@#$%^&*", "ﬀﬁﬆİıK", "\x00\x1c\x1d\x7f\u200b\ufeff\ue000",
]  # fmt: skip
WORDS = [
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<think>", "</think>", "<|im_", "it's", "I'LL",
    "'ſ", "'S", " the", "hello world", "Once upon a time", "aaaaaaaaaaaaaaaa",
]  # fmt: skip
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def text(draw: random.Random) -> str:
    """A random text: few words, much else."""
    return "".join(
        draw.choice(WORDS)
        if draw.random() < 0.15
        else "".join(draw.choice(draw.choice(POOLS)) for _ in range(draw.randint(1, 4)))
        for _ in range(draw.randint(1, 40))
    )


def check(folder: Path, count: int) -> None:
    real, ours = hf_tokenizer(str(folder)), AutoTokenizer.from_pretrained(folder)
    assert len(ours) == len(real)
    for name in ("eos_token", "eos_token_id", "pad_token", "pad_token_id", "bos_token"):
        assert getattr(ours, name) == getattr(real, name)
    draw = random.Random(1)
    for _ in range(count):
        given = text(draw)
        ids = real(given).input_ids
        assert ours(given).input_ids == ids, repr(given)
        anything = [draw.randrange(len(real)) for _ in range(draw.randint(1, 30))]
        for row in (ids, anything):
            for skip in (False, True):
                expected = real.decode(row, skip_special_tokens=skip)
                assert ours.decode(row, skip_special_tokens=skip) == expected, row


def test_bytes_as_tokens() -> None:
    check(tiny_model("qwen3"), 1000)


def test_the_story_model() -> None:
    check(STORY, 3000)


@pytest.mark.network
def test_the_vocabulary_of_qwen3() -> None:
    check(models.ensure("tiny-qwen3"), 3000)


@pytest.mark.parametrize("pattern", [GPT2, QWEN])
def test_patterns_split_as_the_real_engine_does(pattern: str) -> None:
    """Every character that was assigned before Unicode 4, alone and among others."""
    real = pre_tokenizers.Split(Regex(pattern), "isolated")
    ours: Callable[[str], list[str]] = SPLITTING.by_pattern(pattern)
    old = unicodedata.ucd_3_2_0
    for code in range(0x30000):
        character = chr(code)
        kind = unicodedata.category(character)
        if kind in ("Cs", "Cn") or old.category(character) != kind:
            continue
        for given in (character, f"a {character}{character}1 {character}'s"):
            expected = [piece for piece, _ in real.pre_tokenize_str(given)]
            assert ours(given) == expected, f"U+{code:04X} in {given!r}"


def test_a_long_word_is_merged_like_a_short_one() -> None:
    real, ours = hf_tokenizer(str(STORY)), AutoTokenizer.from_pretrained(STORY)
    for given in ("a" * 3000, "there" * 500, " once upon" * 200):
        assert ours(given).input_ids == real(given).input_ids


CHAT = [
    {"role": "system", "content": "You are kind."},
    {"role": "user", "content": "Tell me a story."},
    {"role": "assistant", "content": "Once.\n"},
    {"role": "user", "content": "And then? {{ 1 }}"},
]


@pytest.mark.parametrize("folder", ["story", "bytes"])
def test_chats(folder: str) -> None:
    home = STORY if folder == "story" else tiny_model("qwen3")
    real, ours = hf_tokenizer(str(home)), AutoTokenizer.from_pretrained(home)
    for messages in (CHAT, CHAT[1:2]):
        for prompt in (False, True):
            options = {"add_generation_prompt": prompt}
            assert ours.apply_chat_template(
                messages, tokenize=False, **options
            ) == real.apply_chat_template(messages, tokenize=False, **options)
            encoding = real.apply_chat_template(messages, return_dict=True, **options)
            assert ours.apply_chat_template(messages, **options) == dict(encoding)
            ids = ours.apply_chat_template(messages, return_dict=False, **options)
            assert ids == encoding.input_ids
    for tokenizer in (real, ours):
        with pytest.raises(ValueError, match="at least one message"):
            tokenizer.apply_chat_template([])


def test_several_texts_and_single_tokens() -> None:
    real, ours = hf_tokenizer(str(STORY)), AutoTokenizer.from_pretrained(STORY)
    assert dict(ours(["a story", ""])) == dict(real(["a story", ""]))
    assert ours("a story", add_special_tokens=False) == dict(real("a story"))
    assert ours.encode("a story") == real.encode("a story")
    assert ours.decode(50) == real.decode(50)
    with pytest.raises(ValueError, match="text input must be of type"):
        ours(5)


CHANGES: list[tuple[str, Callable[[dict[str, Any]], Any], str]] = [
    ("a model of words", lambda d: d["model"].update(type="WordLevel"), "byte-level BPE"),
    ("bytes as fallback", lambda d: d["model"].update(byte_fallback=True), "byte-level BPE"),
    ("a prefix", lambda d: d["model"].update(continuing_subword_prefix="##"), "continuing_subword"),
    ("no decoder", lambda d: d.update(decoder=None), "byte-level BPE"),
    ("a normaliser", lambda d: d.update(normalizer={"type": "NFKC"}), "the normalizer NFKC"),
    ("a splitter", lambda d: d.update(pre_tokenizer={"type": "Bert"}), "the pre-tokenizer Bert"),
    (
        "a class of characters",
        lambda d: d.update(pre_tokenizer=split_by(r"\p{Lu}+")),
        r"\\p\{Lu\} in a pattern",
    ),
    (
        "a first token",
        lambda d: d.update(
            post_processor={"type": "TemplateProcessing", "single": [{"Special": 1}]}
        ),
        "adds tokens of its own",
    ),
    ("a token's surroundings", lambda d: d["added_tokens"][0].update(lstrip=True), "endoftext"),
]


def split_by(pattern: str) -> dict[str, Any]:
    return {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": "Isolated",
        "invert": False,
    }


@pytest.mark.parametrize(("name", "change", "said"), CHANGES, ids=[c[0] for c in CHANGES])
def test_what_is_not_offered_is_refused(
    name: str, change: Callable[[dict[str, Any]], Any], said: str, tmp_path: Path
) -> None:
    """Wrong tokens would be worse than none."""
    document = json.loads((tiny_model("qwen3") / "tokenizer.json").read_text(encoding="utf-8"))
    change(document)
    (tmp_path / "tokenizer.json").write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(ValueError, match=said) as caught:
        AutoTokenizer.from_pretrained(tmp_path)
    assert "run this on your own machine" in str(caught.value)


def with_template(template: str | None, folder: Path) -> Any:
    """A tokenizer with this template, and the real one with the same."""
    home = tiny_model("qwen3")
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (folder / name).write_bytes((home / name).read_bytes())
    if template is not None:
        (folder / "chat_template.jinja").write_text(template, encoding="utf-8", newline="\n")
    return AutoTokenizer.from_pretrained(folder), hf_tokenizer(str(folder))


TAIL = "{% if add_generation_prompt %}A:{% endif %}"
FORMS = [
    "{% for m in messages %}{{ m['role'] + ': ' + m[\"content\"] }}\n{% endfor %}" + TAIL,
    "{% for m in messages %}\n[{{m['content']}}]\n\n{% endfor %}\n" + TAIL + "\n",
    "{% for m in messages %}{{ 'a + \\'b\\'\\n' }}{{m['role']}}{% endfor %}" + TAIL,
    "{% for m in messages %}{{ 'two\nlines' }}{% endfor %}" + TAIL,
    "{% for m in messages %}{% endfor %}{% if add_generation_prompt %}{{ '}' }}\n{% endif %}",
]
OTHER_FORMS = [
    "{{ messages }}",
    "{% for m in messages %}{{ m['role'] }}{% endfor %}",
    "{% for m in messages %}{% if loop.first %}x{% endif %}{% endfor %}" + TAIL,
    "{% for m in messages %}{{ m['content'] | trim }}{% endfor %}" + TAIL,
    "{% for m in messages %}{{ bos_token['role'] }}{% endfor %}" + TAIL,
    "{%- for m in messages %}{{ m['role'] }}{% endfor %}" + TAIL,
    "{% for m in messages %}x\n  {% endfor %}" + TAIL,
    "{% for m in messages %}{# a remark #}{% endfor %}" + TAIL,
]


@pytest.mark.parametrize("template", FORMS)
def test_templates_of_the_form_that_is_read(template: str, tmp_path: Path) -> None:
    ours, real = with_template(template, tmp_path)
    for prompt in (False, True):
        options = {"tokenize": False, "add_generation_prompt": prompt}
        expected = real.apply_chat_template(CHAT, **options)
        assert ours.apply_chat_template(CHAT, **options) == expected


@pytest.mark.parametrize("template", OTHER_FORMS)
def test_other_templates_are_refused(template: str, tmp_path: Path) -> None:
    ours, _ = with_template(template, tmp_path)
    with pytest.raises(ValueError, match=r"in a chat template|a chat template of this form"):
        ours.apply_chat_template(CHAT)


def test_a_tokenizer_without_a_template_says_so(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes((tiny_model("qwen3") / "tokenizer.json").read_bytes())
    with pytest.raises(ValueError, match="this tokenizer has no chat template"):
        AutoTokenizer.from_pretrained(tmp_path).apply_chat_template(CHAT)
