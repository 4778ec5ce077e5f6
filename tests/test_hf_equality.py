"""naive = radix = Hugging Face, token for token: every family, page size and cache, in a pool so
small that pages are freed and used again while requests run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from helpers import FAMILIES, build_llm, greedy, hf_greedy, hf_tokenizer, tiny_model
from oracles import check_ledger

CACHES = ["naive", "radix"]
PAGE_SIZES = [1, 2, 4, 16]
TOKENS = 10
POOL_SLOTS = 160

SHARED = "You answer questions. "
PROMPTS = [
    SHARED + "What is 2 + 2?",
    SHARED + "Name a color.",
    SHARED + "What is 2 + 2?",  # a duplicate in the same batch
    "1, 2, 3,",
    SHARED,
    "The sea is",
    "1, 2, 3,",
    SHARED + "Spell cat.",
]
LENGTHS = [10, 2, 7, 10, 1, 8, 3, 6]  # different ends, so that pages come back one by one
ORDERS = [range(8), range(7, -1, -1), [3, 0, 6, 5, 1, 2, 7, 4]]


class ReuseWatch:
    """Counts pages that one request gave up, or the cache evicted, and another one was given while
    a third ran through it all."""

    def __init__(self, llm: Any) -> None:
        self.reused = 0
        self._freed: dict[int, set[int]] = {}  # page -> who ran when it was freed
        self._manager, self._decode = llm.cache_manager, llm.decode_manager
        self._free, self._take = self._manager._free, self._manager._take_pages
        self._manager._free, self._manager._take_pages = self.free, self.take

    def _running(self) -> set[int]:
        return {req.uid for req in self._decode.running_reqs}

    def free(self, slots: torch.Tensor) -> None:
        for slot in slots[:: self._manager.page_size].tolist():
            self._freed[slot] = self._running()
        self._free(slots)

    def take(self, count: int) -> torch.Tensor:
        pages = self._take(count)
        self.reused += sum(
            bool(self._freed.get(page, set()) & self._running()) for page in pages.tolist()
        )
        return pages


def right_answers(family: str, prompts: Sequence[str | Sequence[int]]) -> list[list[int]]:
    return hf_greedy(tiny_model(family), prompts, TOKENS)


def generate(llm: Any, order: Sequence[int]) -> list[list[int]]:
    """The answers by prompt, whatever the order they were asked in."""
    answers = llm.generate([PROMPTS[i] for i in order], [greedy(LENGTHS[i]) for i in order])
    by_prompt = dict(zip(order, answers, strict=True))
    return [by_prompt[i]["token_ids"] for i in range(len(PROMPTS))]


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("page_size", PAGE_SIZES)
@pytest.mark.parametrize("family", FAMILIES)
def test_tokens_are_those_of_hugging_face_under_pressure(
    family: str, page_size: int, cache: str
) -> None:
    """Three rounds in three orders; with the radix cache the later ones hit what is left."""
    right = [whole[:n] for whole, n in zip(right_answers(family, PROMPTS), LENGTHS, strict=True)]
    llm = build_llm(
        tiny_model(family),
        page_size=page_size,
        cache_type=cache,
        num_page_override=POOL_SLOTS // page_size,
    )
    reuse = ReuseWatch(llm)
    for order in ORDERS:
        assert generate(llm, order) == right
    assert reuse.reused > 0, "the pool was large enough: nothing has been proved"
    check_ledger(llm.cache_manager, [])
    assert llm.cache_manager.available_size == POOL_SLOTS
    llm.shutdown()


@pytest.mark.parametrize("page_size", PAGE_SIZES)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_second_round_computes_only_what_is_not_in_full_pages_of_the_cache(
    family: str, page_size: int
) -> None:
    """Room for everybody: nothing is evicted, so what a hit saves can be told exactly."""
    llm = build_llm(tiny_model(family), page_size=page_size, cache_type="radix")
    computed: list[int] = []
    forward = llm._forward

    def spy(forward_input: Any) -> Any:
        batch = forward_input.batch
        computed.extend(req.extend_len for req in batch.reqs if batch.is_prefill)
        return forward(forward_input)

    llm._forward = spy
    right = right_answers(family, PROMPTS)
    lengths = [len(llm.tokenizer(prompt).input_ids) for prompt in PROMPTS]
    for round_number in range(2):
        computed.clear()
        answers = llm.generate(PROMPTS, greedy(TOKENS))
        assert [a["token_ids"] for a in answers] == right
        hit = [(n - 1) // page_size * page_size if round_number else 0 for n in lengths]
        assert computed == [n - cached for n, cached in zip(lengths, hit, strict=True)]
    llm.shutdown()


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_a_conversation_goes_on_from_its_own_answer(page_size: int) -> None:
    """Each turn repeats all before it, answers included; only the news is computed."""
    path = tiny_model("qwen3")
    llm = build_llm(path, page_size=page_size, cache_type="radix")
    history = list(hf_tokenizer(str(path))(SHARED).input_ids)
    for turn in range(4):
        prefix = llm.cache_manager.prefix_cache.match_prefix(
            torch.tensor(history, dtype=torch.int32)
        ).cuda_handle
        known = 0 if turn == 0 else len(history) - 3 - 1  # all but the news and the last token
        assert prefix.cached_len == known // page_size * page_size
        (answer,) = llm.generate([history], greedy(TOKENS))
        assert answer["token_ids"] == right_answers("qwen3", [history])[0]
        history += [*answer["token_ids"], 65 + turn, 66, 67]
    llm.shutdown()


@pytest.mark.parametrize("cache", CACHES)
def test_many_equal_prompts_in_one_batch(cache: str) -> None:
    """All of them compute the same pages at once; all but one give theirs up again."""
    llm = build_llm(tiny_model("qwen3"), page_size=4, cache_type=cache)
    answers = llm.generate([PROMPTS[0]] * 8, greedy(TOKENS))
    assert [a["token_ids"] for a in answers] == right_answers("qwen3", PROMPTS[:1]) * 8
    check_ledger(llm.cache_manager, [])
    llm.shutdown()
