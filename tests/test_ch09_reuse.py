"""Chapter 9: what reuse saves, that it changes no token, and that the books stay right."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy

SYSTEM = "You are a helpful assistant. Answer concisely and accurately. " * 4
QUESTIONS = [
    "What is 2 + 2?",
    "Name a primary color.",
    "What is the capital of Japan?",
    "Spell cat.",
]


def count_computed(llm: Any) -> list[int]:
    """A list to which each prefill adds how many prompt tokens it computes."""
    computed: list[int] = []
    original = llm._forward

    def spy(forward_input: Any) -> Any:
        if forward_input.batch.is_prefill:
            computed.append(sum(req.extend_len for req in forward_input.batch.reqs))
        return original(forward_input)

    llm._forward = spy
    return computed


def test_the_same_prompts_again_compute_one_token_each() -> None:
    llm = build_llm(QWEN3, cache_type="radix")
    computed = count_computed(llm)
    first = llm.generate(PROMPTS, greedy(6))
    cold = sum(computed)
    computed.clear()
    second = llm.generate(PROMPTS, greedy(6))
    expected = hf_greedy(QWEN3, PROMPTS, 6)
    assert [answer["token_ids"] for answer in first] == expected
    assert [answer["token_ids"] for answer in second] == expected
    assert sum(computed) == len(PROMPTS)
    assert cold > 5 * len(PROMPTS)
    llm.cache_manager.check_integrity()
    llm.shutdown()


@pytest.mark.parametrize("page_size", [1, 4, 16])
def test_a_second_turn_finds_the_first_with_its_answer(page_size: int) -> None:
    """SGLang PR 16521: only the prompt was cached. The last token sampled has no KV yet."""
    llm = build_llm(QWEN3, cache_type="radix", page_size=page_size)
    computed = count_computed(llm)
    prompt = list(range(1, 101))
    answer = llm.generate([prompt], greedy(50))[0]["token_ids"]
    computed.clear()
    llm.generate([prompt + answer + [7, 8, 9]], greedy(1))
    assert computed == [153 - 149 // page_size * page_size]
    llm.shutdown()


@pytest.mark.parametrize("page_size", [1, 4])
def test_a_prompt_that_is_cached_whole_still_computes(page_size: int) -> None:
    """vLLM 11186 and 17999, nano-vllm issue 144 and its PR 199: nothing was left to compute."""
    llm = build_llm(QWEN3, cache_type="radix", page_size=page_size)
    computed = count_computed(llm)
    prompt = list(range(1, 33))
    first = llm.generate([prompt], greedy(4))
    second = llm.generate([prompt], greedy(4))
    assert first == second
    assert computed == [32, page_size]
    llm.shutdown()


def test_duplicates_in_one_batch_read_the_pages_of_the_tree() -> None:
    """mini-sglang PR 142: the duplicate pages were freed, and the row still pointed at them."""
    llm = build_llm(QWEN3, cache_type="radix", max_running_req=2)
    prompt = [5, 6, 7, 8]
    rows: dict[int, list[int]] = {}
    original = llm._process_last_data

    def look(forward_input: Any, output: Any) -> None:
        original(forward_input, output)
        if forward_input.batch.is_prefill:
            for req in forward_input.batch.reqs:
                rows[req.uid] = llm.engine.page_table[req.table_idx, :4].tolist()
            assert not set(rows[1]) & set(llm.cache_manager.free_slots.tolist())

    llm._process_last_data = look
    one, two = llm.generate([prompt, prompt], greedy(8))
    assert rows[0] == rows[1]
    assert one["token_ids"] == two["token_ids"] == hf_greedy(QWEN3, [prompt], 8)[0]
    llm.shutdown()


@pytest.mark.network
def test_a_shared_system_prompt_is_computed_once() -> None:
    """The seed's run: 231 prompt tokens, of which the radix cache computes 73."""
    import models

    path = models.ensure("tiny-qwen3")
    outputs, figures = [], []
    for cache_type in ("naive", "radix"):
        llm = build_llm(path, cache_type=cache_type, num_page_override=1024)
        computed = count_computed(llm)
        prompts = [SYSTEM + question for question in QUESTIONS]
        answers = llm.generate(prompts[:1], greedy(4)) + llm.generate(prompts[1:], greedy(4))
        outputs.append([answer["token_ids"] for answer in answers])
        lengths = [len(llm.tokenizer(prompt).input_ids) for prompt in prompts]
        figures.append((lengths, sum(computed)))
        llm.shutdown()
    assert figures == [([60, 57, 59, 55], 231), ([60, 57, 59, 55], 73)]
    assert outputs[0] == outputs[1]
