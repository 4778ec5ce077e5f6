"""The prefix structures that benchmarks compare: each keeps the cache's contract, and its word."""

from __future__ import annotations

import random
import sys

import pytest
import torch
from conftest import REPOSITORY
from helpers import PROMPTS, QWEN3, build_llm, greedy, t

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache import BasePrefixCache, create_prefix_cache

sys.path.insert(0, str(REPOSITORY / "benchmarks"))

from prefix_structures import PAGE_SIZES, STRUCTURES

KEEPING = [name for name in STRUCTURES if name != "none"]
BY_PREFIX = [name for name in KEEPING if name != "hash_map"]


def make(structure: str, page_size: int = 1) -> BasePrefixCache:
    reset_global_ctx()
    set_global_ctx(Context(page_size))
    return create_prefix_cache(torch.device("cpu"), structure)


def matched(cache: BasePrefixCache, *ids: int) -> list[int]:
    handle = cache.match_prefix(t(*ids)).cuda_handle
    slots = handle.get_matched_indices()
    assert slots.dtype == torch.int32 and len(slots) == handle.cached_len
    return slots.tolist()


# --- what every structure answers ---------------------------------------------------------------


@pytest.mark.parametrize("structure", STRUCTURES)
def test_nothing_is_found_in_an_empty_cache(structure: str) -> None:
    cache = make(structure)
    assert matched(cache, 1, 2, 3) == []
    assert matched(cache) == []
    assert cache.insert_prefix(t(), t()).cached_len == 0
    assert cache.size_info == (0, 0)
    assert cache.evict(0).tolist() == []
    with pytest.raises(RuntimeError):
        cache.evict(1)
    with pytest.raises(ValueError, match="3 tokens, but 2 slots"):
        cache.insert_prefix(t(1, 2, 3), t(1, 2))


@pytest.mark.parametrize("structure", KEEPING)
def test_a_row_that_was_cached_is_found_again(structure: str) -> None:
    cache = make(structure)
    ids, slots = t(1, 2, 3, 4), t(10, 11, 12, 13)
    found = cache.insert_prefix(ids, slots)
    assert (found.cached_len, found.handle.cached_len) == (0, 4)
    ids[:], slots[:] = -1, -1  # what it keeps is its own
    assert matched(cache, 1, 2, 3, 4) == [10, 11, 12, 13]
    again = cache.insert_prefix(t(1, 2, 3, 4), t(20, 21, 22, 23))
    assert again.cached_len == 4
    assert again.handle.get_matched_indices().tolist() == [10, 11, 12, 13]
    assert cache.size_info == (4, 0)
    cache.check_integrity()


@pytest.mark.parametrize("structure", KEEPING)
def test_a_prompt_without_its_last_token_is_found(structure: str) -> None:
    """As the engine asks: it must compute one token at least."""
    cache = make(structure)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    assert matched(cache, 1, 2, 3) == [10, 11, 12]
    assert matched(cache, 4, 3, 2) == []


@pytest.mark.parametrize("structure", BY_PREFIX)
def test_the_longest_cached_prefix_is_found(structure: str) -> None:
    cache = make(structure)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    fork = cache.insert_prefix(t(1, 2, 5, 6), t(20, 21, 22, 23))
    assert fork.cached_len == 2
    assert fork.handle.get_matched_indices().tolist() == [10, 11, 22, 23]
    assert matched(cache, 1, 2, 5, 6, 7) == [10, 11, 22, 23]
    assert matched(cache, 1, 2, 3, 9) == [10, 11, 12]
    assert cache.size_info == (6, 0)
    cache.check_integrity()


def test_a_whole_prompt_is_found_whole_or_not_at_all() -> None:
    cache = make("hash_map")
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    assert matched(cache, 1, 2, 3, 4, 5) == []
    assert matched(cache, 1, 2) == []
    longer = cache.insert_prefix(t(1, 2, 3, 4, 5), t(10, 11, 12, 13, 14))
    assert longer.cached_len == 0  # it cannot know
    assert cache.size_info == (5, 0)  # but no slot counts twice
    assert cache.evict(1).tolist() == [10, 11, 12, 13, 14]  # the first row alone frees none


# --- pages --------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", KEEPING)
def test_only_whole_pages_are_cached(structure: str) -> None:
    cache = make(structure, page_size=4)
    assert cache.insert_prefix(t(1, 2, 3), t(0, 1, 2)).handle.cached_len == 0
    found = cache.insert_prefix(t(*range(1, 11)), t(8, 9, 10, 11, 4, 5, 6, 7, 20, 21))
    assert found.handle.cached_len == 8
    assert found.handle.get_matched_indices().tolist() == [8, 9, 10, 11, 4, 5, 6, 7]
    assert cache.size_info == (8, 0)
    assert matched(cache, *range(1, 8)) == [8, 9, 10, 11]
    assert matched(cache, *range(1, 12)) == [8, 9, 10, 11, 4, 5, 6, 7]


# --- locks and eviction -------------------------------------------------------------------------


@pytest.mark.parametrize("structure", KEEPING)
def test_the_least_recently_used_goes_first(structure: str) -> None:
    cache = make(structure)
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(3, 4), t(12, 13))
    assert matched(cache, 1, 2) == [10, 11]
    assert sorted(cache.evict(2).tolist()) == [12, 13]
    assert sorted(cache.evict(2).tolist()) == [10, 11]
    assert cache.size_info == (0, 0)
    assert matched(cache, 1, 2) == []
    cache.check_integrity()


@pytest.mark.parametrize("structure", BY_PREFIX)
def test_what_follows_goes_before_what_it_follows(structure: str) -> None:
    cache = make(structure)
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(7, 8), t(14, 15))
    assert matched(cache, 1, 2) == [10, 11]  # used last: its tail is oldest, then the other row
    assert sorted(cache.evict(2).tolist()) == [12, 13]
    assert sorted(cache.evict(2).tolist()) == [14, 15]
    assert sorted(cache.evict(2).tolist()) == [10, 11]


@pytest.mark.parametrize("structure", KEEPING)
def test_what_is_locked_stays(structure: str) -> None:
    cache = make(structure)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.lock_handle(handle)
    cache.lock_handle(handle)
    cache.insert_prefix(t(3, 4), t(12, 13))
    assert cache.size_info == (2, 2)
    with pytest.raises(RuntimeError, match="cannot evict 3"):
        cache.evict(3)
    assert sorted(cache.evict(2).tolist()) == [12, 13]
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (0, 2)
    with pytest.raises(RuntimeError, match="cannot reset"):
        cache.reset()
    assert matched(cache, 1, 2) == [10, 11]
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (2, 0)
    with pytest.raises(RuntimeError, match="not locked"):
        cache.lock_handle(handle, unlock=True)
    cache.check_integrity()
    cache.reset()
    assert cache.size_info == (0, 0)
    with pytest.raises(RuntimeError, match="evicted"):
        cache.lock_handle(handle)


@pytest.mark.parametrize("structure", BY_PREFIX)
def test_a_locked_prefix_stays_when_its_tail_goes(structure: str) -> None:
    cache = make(structure)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    handle = cache.match_prefix(t(1, 2, 9)).cuda_handle
    cache.lock_handle(handle)
    assert cache.size_info == (2, 2)
    assert sorted(cache.evict(2).tolist()) == [12, 13]
    assert handle.get_matched_indices().tolist() == [10, 11]
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (2, 0)


def test_slots_that_two_rows_share_are_free_when_both_are_gone() -> None:
    cache = make("hash_map")
    prompt = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    answered = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12)).handle
    cache.lock_handle(prompt)
    assert cache.size_info == (1, 2)
    assert cache.evict(1).tolist() == [12]
    with pytest.raises(RuntimeError, match="evicted"):
        cache.lock_handle(answered)
    cache.lock_handle(prompt, unlock=True)
    assert cache.evict(2).tolist() == [10, 11]


@pytest.mark.parametrize("page_size", [1, 4])
@pytest.mark.parametrize("structure", KEEPING)
def test_books_are_right_after_any_operations(structure: str, page_size: int) -> None:
    """Slots given to the cache come back once, and only when nothing holds them."""
    draw = random.Random(3)
    cache = make(structure, page_size)
    inside: set[int] = set()
    free = list(range(0, 400, page_size))
    locked = []
    for _ in range(400):
        ids = t(*(draw.randint(1, 2) for _ in range(draw.randint(0, 5 * page_size))))
        pages = len(ids) // page_size
        if draw.random() < 0.5 and pages <= len(free):
            taken = [free.pop() for _ in range(pages)]
            slots = t(*(page + offset for page in taken for offset in range(page_size)))
            result = cache.insert_prefix(ids[: len(slots)], slots)
            free += taken[: result.cached_len // page_size]
            inside.update(slots[result.cached_len :].tolist())
        handle = cache.match_prefix(ids).cuda_handle
        assert set(handle.get_matched_indices().tolist()) <= inside
        if draw.random() < 0.3:
            cache.lock_handle(handle)
            locked.append((handle, handle.get_matched_indices().tolist()))
        if locked and draw.random() < 0.3:
            handle, slots_then = locked.pop(draw.randrange(len(locked)))
            assert handle.get_matched_indices().tolist() == slots_then
            cache.lock_handle(handle, unlock=True)
        if draw.random() < 0.2:
            evicted = cache.evict(draw.randint(0, cache.size_info.evictable_size)).tolist()
            assert len(set(evicted)) == len(evicted) and set(evicted) <= inside
            assert not set(evicted) & {slot for _, slots in locked for slot in slots}
            inside -= set(evicted)
            free += [slot for slot in evicted if slot % page_size == 0]
        assert cache.size_info.total_size == len(inside)
        cache.check_integrity()
    for handle, _ in locked:
        cache.lock_handle(handle, unlock=True)
    assert set(cache.evict(cache.size_info.evictable_size).tolist()) == inside


# --- in the engine ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain_answers() -> list[list[int]]:
    llm = build_llm(QWEN3)
    answers = [answer["token_ids"] for answer in llm.generate(PROMPTS, greedy(6))]
    llm.shutdown()
    return answers


@pytest.mark.parametrize("num_slots", [1024, 96])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_the_engine_gives_the_same_tokens_with_each(
    plain_answers: list[list[int]], structure: str, num_slots: int
) -> None:
    """Twice, so that the second time finds what the first has left; also where room is short."""
    page_size = PAGE_SIZES[structure]
    pages = num_slots // page_size
    llm = build_llm(QWEN3, cache_type=structure, page_size=page_size, num_page_override=pages)
    for _ in range(2):
        answers = llm.generate(PROMPTS, greedy(6))
        assert [answer["token_ids"] for answer in answers] == plain_answers
    llm.shutdown()
