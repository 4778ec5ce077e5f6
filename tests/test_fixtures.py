"""The tiny models are good for something: each kind of mistake shows on every prompt.

With the usual narrow initialisation most of these mistakes leave most greedy texts as they are, and
a test that compares texts proves little.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import torch
from helpers import FAMILIES, build_llm, greedy, hf_greedy, tiny_model

from minisgl.layers import AttentionLayer
from minisgl.models import config as config_module
from minisgl.models import iterate_weights
from minisgl.scheduler import scheduler as scheduler_module

PROMPTS = [
    "The capital of France is",
    "1, 2, 3,",
    "Write one sentence about the sea.",
    "Spell cat.",
    "Name a primary color",
    "What is 2 + 2?",
    "A longer prompt that goes on for a while, so that positions matter.",
    "Two times three is",
]
TOKENS = 24
QK_NORM_FAMILIES = ("qwen3", "qwen3-moe")


def answers(family: str, change: Callable[[Any], None] | None = None) -> list[list[int]]:
    """The engine's greedy tokens; ``change`` may break it first."""
    llm = build_llm(tiny_model(family))
    if change is not None:
        change(llm)
    tokens = [answer["token_ids"] for answer in llm.generate(PROMPTS, greedy(TOKENS))]
    llm.shutdown()
    return tokens


def assert_all_differ(family: str, wrong: list[list[int]]) -> None:
    right = hf_greedy(tiny_model(family), PROMPTS, TOKENS)
    same = [prompt for prompt, a, b in zip(PROMPTS, right, wrong, strict=True) if a == b]
    assert same == [], "the mistake does not show on these prompts"


@cache
def weight_kinds(family: str) -> list[str]:
    """One weight of each kind in the checkpoint: of layer 1, or of layer 0 where 1 has none."""
    kinds: dict[str, str] = {}
    for name, _ in iterate_weights(tiny_model(family)):
        kind = re.sub(r"(layers|experts)\.\d+", r"\1.N", name)
        if kind not in kinds or ".1." in name.partition("experts")[0]:
            kinds[kind] = name
    return sorted(kinds.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_the_right_engine_gives_varied_tokens(family: str) -> None:
    right = hf_greedy(tiny_model(family), PROMPTS, 32)
    assert answers(family) == [tokens[:TOKENS] for tokens in right]
    assert min(len(set(tokens)) for tokens in right) >= 16


@pytest.mark.parametrize("family", FAMILIES)
def test_no_choice_is_close(family: str) -> None:
    """Rounding differs between machines; it must not decide a token."""
    from helpers import hf_logits, hf_tokenizer

    path = tiny_model(family)
    for prompt, new in zip(PROMPTS, hf_greedy(path, PROMPTS, 32), strict=True):
        ids = [*hf_tokenizer(str(path))(prompt).input_ids, *new]
        best = hf_logits(path, ids)[-len(new) - 1 : -1].topk(2).values
        assert (best[:, 0] - best[:, 1]).min() > 1e-3


@pytest.mark.parametrize("family", FAMILIES)
def test_attention_left_out_shows(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AttentionLayer, "forward", lambda self, q, k, v: torch.zeros_like(q))
    assert_all_differ(family, answers(family))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_wrong_rope_base_shows(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = config_module._read_rotary

    def wrong(config: dict[str, Any], head_dim: int) -> Any:
        import dataclasses

        rotary = right(config, head_dim)
        return dataclasses.replace(rotary, base=rotary.base / 10)

    monkeypatch.setattr(config_module, "_read_rotary", wrong)
    assert_all_differ(family, answers(family))


@pytest.mark.parametrize("family", QK_NORM_FAMILIES)
@pytest.mark.parametrize("norm", ["q_norm", "k_norm"])
def test_a_skipped_query_or_key_norm_shows(family: str, norm: str) -> None:
    class Nothing:
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x

    def skip(llm: Any) -> None:
        for layer in llm.engine.model.model.layers.ops:
            setattr(layer.self_attn, norm, Nothing())

    assert_all_differ(family, answers(family, skip))


@pytest.mark.parametrize("family", FAMILIES)
def test_decoding_positions_off_by_one_show(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """RoPE is relative: all positions shifted alike would change nothing, these do."""
    right = scheduler_module.make_positions

    def wrong(reqs: list[Any]) -> torch.Tensor:
        is_decode = all(req.extend_len == 1 for req in reqs)
        return right(reqs) + (1 if is_decode else 0)

    monkeypatch.setattr(scheduler_module, "make_positions", wrong)
    assert_all_differ(family, answers(family))


@pytest.mark.parametrize("family", FAMILIES)
def test_any_unloaded_weight_shows(family: str) -> None:
    """Norm weights are left at one, as a fresh layer has them, everything else at zero."""
    hidden = []
    right = hf_greedy(tiny_model(family), PROMPTS, TOKENS)
    for name in weight_kinds(family):

        def forget(llm: Any, name: str = name) -> None:
            slot = dict(llm.engine.model.weight_slots())[name]
            slot.fill_(1.0 if "norm" in name else 0.0)

        wrong = answers(family, forget)
        same = sum(a == b for a, b in zip(right, wrong, strict=True))
        if same:
            hidden.append((name, same))
    assert hidden == []
