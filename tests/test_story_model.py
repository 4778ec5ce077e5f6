"""tiny-story: the corpus is right, the folder is a published checkpoint, the answers stay."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import models
import pytest
from fetch import hash_file
from helpers import build_llm, hf_greedy, hf_model, hf_tokenizer
from recipes import STORY_FOLDER
from story_model import evaluate, train
from story_model.chats import SYSTEM_PROMPTS, chat
from story_model.corpus import documents, render
from story_model.examples import example_chats, least_margin
from story_model.questions import KINDS, OPEN_KINDS, Question, ask, is_held_out
from story_model.stories import tell
from story_model.story_check import read_story
from story_model.tokenizer import PATTERN, SPECIAL_TOKENS, train_tokenizer
from story_model.words import CAPITALS, OPPOSITES, SOUNDS, THINGS

LEAST_MARGIN = 0.02
ANY_TEXT = (
    "Once upon a time there was a fox.",
    "  two spaces\n\n\tand a tab \r\n",
    "你好，世界！ 讲一个故事。",
    "naïve café, 12 + 345 = 357; x_y--z 🙂👩‍👩‍👧 \u00a0\u3000\x00\x1c\x85\u2028",
    "<|im_start|>user\nHello!<|im_end|>",
    "",
)


def read_json(name: str) -> Any:
    return json.loads((STORY_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def text_of(seed: int, count: int) -> str:
    return "".join(piece.text for pieces in islice(documents(seed), count) for piece in pieces)


# The corpus


def test_the_same_seed_gives_the_same_corpus() -> None:
    assert text_of(5, 300) == text_of(5, 300) != text_of(6, 300)


def test_the_model_was_trained_on_this_corpus() -> None:
    """Fails when the grammar was changed and the model was not trained again."""
    assert train.corpus_hash(train.SEED) == read_json("training")["corpus_sha256"]


def right_value(question: Question) -> str:
    """The answer worked out from the question's words, another way than the grammar's."""
    text = question.text
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    words = re.findall(r"[a-z]+", text.partition(":")[2])
    if "+" in text:
        return str(sum(numbers))
    if "-" in text:
        return str(numbers[0] - numbers[1])
    if text.startswith("Count"):
        first, last = numbers
        return ", ".join(str(first + step) for step in range(last - first + 1))
    if text.startswith("Repeat"):
        return " ".join(words)
    if text.startswith("Sort"):
        ranks = {word: rank for rank, word in enumerate(sorted(THINGS))}
        return ", ".join(sorted(words, key=ranks.__getitem__))
    if text.startswith("Spell"):
        return "-".join(text.removeprefix("Spell ").removesuffix("."))
    if text.startswith("Give me JSON"):
        match = re.fullmatch(r"Give me JSON for an? (\w+) (\w+) named (\w+)\.", text)
        assert match is not None
        color, animal, name = match.groups()
        return f'{{"name": "{name}", "animal": "{animal}", "color": "{color}"}}'
    if "What color" in text:
        match = re.fullmatch(r"\w+ has an? (\w+) (\w+)\. What color is the (\w+)\?", text)
        assert match is not None and match[2] == match[3]
        return match[1]
    *_, before, final = text.rstrip("?").split()
    if "opposite" in text:
        return OPPOSITES[final]
    return SOUNDS[before] if final == "say" else CAPITALS[final]


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_right(kind: str) -> None:
    random = Random(0)
    for _ in range(500):
        question = ask(random, kind)
        assert question.value == right_value(question)
        assert question.value in question.sentence


def test_every_sum_of_the_whole_corpus_is_right() -> None:
    """Whatever the style of the answer: ``3 + 4 = 7.``, ``7``, ``{"answer": "7"}``."""
    asked = r"What is (\d) ([+-]) (\d)\?<\|im_end\|>\n<\|im_start\|>assistant\n(.*)<\|im_end\|>"
    found = re.findall(asked, text_of(train.SEED, 4000))
    assert len(found) > 300
    for a, sign, b, answer in found:
        value = int(a) + int(b) if sign == "+" else int(a) - int(b)
        forms = (f"{a} {sign} {b} = {value}.", str(value), f'{{"answer": "{value}"}}')
        assert answer.removesuffix(" Hooray!") in forms


def test_held_out_questions_are_never_trained_on() -> None:
    random = Random(1)
    held_out = {ask(random, kind, held_out=True).text for kind in OPEN_KINDS for _ in range(400)}
    assert all(is_held_out(Question(text, "", "")) for text in held_out)
    messages = [message for _ in range(4000) for message in chat(random)]
    assert held_out.isdisjoint(message["content"] for message in messages)


def test_every_story_is_one_that_the_check_can_read() -> None:
    random = Random(2)
    for _ in range(300):
        story = tell(random)
        words = read_story(story.text)
        assert words is not None, story.text
        assert (words["hero"], words["animal"]) == (story.hero, story.animal)
        assert read_story(story.text.replace(story.friend, "Nobody")) is None


def test_system_prompts_begin_alike_and_then_differ() -> None:
    tokenizer = hf_tokenizer(str(STORY_FOLDER))
    rows = [tokenizer(text).input_ids for text in SYSTEM_PROMPTS.values()]
    shared = [len(set(column)) == 1 for column in zip(*rows, strict=False)]
    assert shared.index(False) >= 16
    assert len({tuple(row) for row in rows}) == len(rows)


# The folder


def test_the_folder_is_whole_and_small() -> None:
    files = {file.name: file.stat().st_size for file in STORY_FOLDER.iterdir()}
    assert set(files) == {
        "config.json",
        "examples.json",
        "generation_config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
        "training.json",
    }
    assert sum(files.values()) < 1_600_000


def test_the_config_has_the_published_form() -> None:
    """transformers 5 writes ``rope_parameters`` and ``dtype``, which older ones do not read."""
    from transformers import AutoConfig

    config = read_json("config")
    assert config["rope_theta"] == 10000.0
    assert config["torch_dtype"] == "float32"
    assert config.keys().isdisjoint({"rope_parameters", "dtype", "layer_types"})
    read = AutoConfig.from_pretrained(STORY_FOLDER)
    assert (read.model_type, read.rope_parameters["rope_theta"]) == ("qwen3", 10000.0)
    ends = hf_tokenizer(str(STORY_FOLDER)).convert_tokens_to_ids(["<|im_end|>", "<|endoftext|>"])
    assert read_json("generation_config")["eos_token_id"] == ends == [2, 0]


def test_training_json_tells_of_these_weights() -> None:
    from safetensors.torch import load_file

    weights = load_file(STORY_FOLDER / "model.safetensors")
    training = read_json("training")
    assert sum(weight.numel() for weight in weights.values()) == training["parameters"]
    assert hash_file(STORY_FOLDER / "model.safetensors") == training["weights_sha256"]
    matrices = sum(weight.numel() for weight in weights.values() if weight.dim() == 2)
    assert matrices == training["multiply_adds_per_token"]


@pytest.mark.parametrize("text", ANY_TEXT)
def test_any_text_can_be_encoded(text: str) -> None:
    tokenizer = hf_tokenizer(str(STORY_FOLDER))
    ids = tokenizer(text).input_ids
    assert tokenizer.decode(ids, clean_up_tokenization_spaces=False) == text
    assert all(0 <= index < read_json("config")["vocab_size"] for index in ids)


@pytest.mark.parametrize("text", ANY_TEXT)
def test_python_cuts_text_as_the_tokenizer_does(text: str) -> None:
    """So that a tokenizer in pure Python can give the same tokens."""
    cut = hf_tokenizer(str(STORY_FOLDER)).backend_tokenizer.pre_tokenizer.pre_tokenize_str(text)
    assert [text[start:end] for _, (start, end) in cut] == re.findall(PATTERN, text)


def test_the_chat_template_writes_what_the_model_was_trained_on() -> None:
    tokenizer = hf_tokenizer(str(STORY_FOLDER))
    random = Random(4)
    for _ in range(20):
        messages = chat(random)
        text = "".join(piece.text for piece in render(messages))
        assert tokenizer.apply_chat_template(messages, tokenize=False) == text
        head = tokenizer.apply_chat_template(
            messages[:-1], tokenize=False, add_generation_prompt=True
        )
        assert text == f"{head}{messages[-1]['content']}<|im_end|>\n"


# The answers

EXAMPLES = read_json("examples")["examples"]


def prompt_ids(messages: list[dict[str, str]]) -> list[int]:
    tokenizer = hf_tokenizer(str(STORY_FOLDER))
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    return list(tokenizer(text).input_ids)


def test_the_examples_are_those_that_the_tool_asks() -> None:
    assert [example["messages"] for example in EXAMPLES] == list(example_chats())
    assert all(example["token_ids"][-1] == 2 for example in EXAMPLES), "one does not end"


@pytest.mark.parametrize("index", range(len(EXAMPLES)))
def test_hugging_face_gives_the_recorded_answer_with_a_margin(index: int) -> None:
    example = EXAMPLES[index]
    ids, answer = prompt_ids(example["messages"]), example["token_ids"]
    assert hf_greedy(STORY_FOLDER, [ids], len(answer)) == [answer]
    margin = least_margin(hf_model(str(STORY_FOLDER)), ids, answer)
    assert margin >= LEAST_MARGIN
    assert margin == pytest.approx(example["margin"], abs=1e-3)


@pytest.mark.parametrize("cache", ["naive", "radix"])
@pytest.mark.parametrize("page_size", [1, 16])
def test_minisgl_gives_the_recorded_answers(cache: str, page_size: int) -> None:
    from minisgl.core import SamplingParams

    llm = build_llm(STORY_FOLDER, cache_type=cache, page_size=page_size, max_seq_len_override=512)
    prompts = [prompt_ids(example["messages"]) for example in EXAMPLES]
    answers = llm.generate(prompts, SamplingParams(max_tokens=200))
    assert [answer["token_ids"] for answer in answers] == [e["token_ids"] for e in EXAMPLES]
    assert [answer["text"] for answer in answers] == [example["text"] for example in EXAMPLES]
    llm.shutdown()


# The tools


def test_get_copies_the_model_without_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINISGL_MODELS", str(tmp_path / "models"))
    assert models.state("tiny-story") == "not here"
    folder = models.get("tiny-story")
    assert folder == tmp_path / "models" / "tiny-story"
    assert models.state("tiny-story") == "present"
    for file in STORY_FOLDER.iterdir():
        assert (folder / file.name).read_bytes() == file.read_bytes()


def small_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "train_tokenizer", lambda seed: train_tokenizer(seed, count=100))
    monkeypatch.setattr(train, "STAGES", (train.Stage(0.5, 200, 64), train.Stage(1.0, 400, 128)))
    monkeypatch.setattr(train, "VALIDATION_BATCHES", 1)


def test_training_twice_on_one_machine_gives_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_training(monkeypatch)
    for name in ("one", "two"):
        assert train.main(["--steps", "2", "--folder", str(tmp_path / name)]) == 0
    for name in ("model.safetensors", "tokenizer.json", "config.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


def test_a_stopped_training_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small_training(monkeypatch)

    def stop(done: float) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "learning_rate", stop)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "config.json").write_text("{}", encoding="utf-8")
    assert train.main(["--steps", "2", "--folder", str(tmp_path / "old")]) == 130
    assert capsys.readouterr().err == f"\ntrain.py: stopped; {tmp_path / 'old'} is as it was\n"
    assert [path.name for path in tmp_path.rglob("*")] == ["old", "config.json"]


def test_the_evaluation_counts_right_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main(["--count", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "question: json                  3 of 3" in lines
    assert "few-shot: color, drawn          3 of 3" in lines


def test_the_evaluation_names_a_folder_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main(["--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("evaluate.py: no model ")
    assert SPECIAL_TOKENS[0] == "<|endoftext|>"
