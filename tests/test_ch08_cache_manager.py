"""Chapter 8: the free list, a prefix cache and running requests share one pool.

The radix cache is not there yet: ``PageDictCache`` of the test helpers takes its place.
"""

from __future__ import annotations

import pytest
from desk import Desk
from helpers import t


def test_free_and_evictable_pages_are_available_and_locked_ones_are_not() -> None:
    desk = Desk(num_pages=8, page_size=2)
    assert desk.manager.available_size == 16
    desk.run_whole(0, [1, 2, 3, 4, 5])
    assert desk.manager.available_size == 16
    desk.admit(1, [1, 2, 3, 4, 5])
    assert desk.manager.available_size == 12


@pytest.mark.parametrize(("page_size", "cached_len"), [(1, 7), (2, 6), (4, 4), (8, 0), (16, 0)])
def test_a_prompt_that_is_cached_whole_still_computes_a_token(
    page_size: int, cached_len: int
) -> None:
    """vLLM 11186: a prompt equal to a cached one, its length a multiple of the page size."""
    desk = Desk(num_pages=16, page_size=page_size)
    desk.run_whole(0, range(8))
    assert len(desk.cache.pages) == 8 // page_size
    req = desk.admit(1, range(8))
    assert (req.cached_len, req.extend_len) == (cached_len, 8 - cached_len)


def test_a_hit_reads_the_cached_slots_and_writes_to_its_own() -> None:
    desk = Desk(num_pages=8, page_size=2)
    desk.run_whole(0, [1, 2, 3, 4])
    assert sorted(desk.free) == [4, 6, 8, 10, 12, 14]
    req = desk.admit(1, [1, 2, 3, 4, 5])
    desk.manager.allocate_paged([req])
    row = desk.row(req, 6)
    assert row[:4] == [0, 1, 2, 3]
    assert row[4] not in (0, 2)
    desk.check()


@pytest.mark.parametrize(("page_size", "cached_len"), [(1, 149), (4, 148), (16, 144)])
def test_the_answer_is_cached_too_when_a_request_ends(page_size: int, cached_len: int) -> None:
    """SGLang PR 16521: a prompt of 100 and an answer of 50 tokens give the next turn a prefix of
    149, for the last token was sampled but never computed."""
    desk = Desk(num_pages=256 // page_size, page_size=page_size)
    req = desk.admit(0, range(100), max_tokens=50)
    for number in range(50):
        desk.compute(req, token=1000 + number)
        if number == 0:
            desk.keep(req)
    desk.finish(req)
    turn = desk.admit(1, [*range(100), *range(1000, 1050), 7, 7, 7])
    assert turn.cached_len == cached_len
    desk.check()


@pytest.mark.parametrize("page_size", [1, 2, 4])
def test_duplicates_are_freed_and_the_row_reads_the_pages_of_the_cache(page_size: int) -> None:
    """mini-sglang PR 142: two equal prompts of four tokens in one batch. The second request's pages
    are duplicates; they go, and its row must not point at them any more."""
    desk = Desk(num_pages=16, page_size=page_size)
    first, second = desk.admit(0, [1, 2, 3, 4]), desk.admit(1, [1, 2, 3, 4])
    desk.compute(first)
    desk.compute(second)
    duplicates = desk.row(second, 4)
    assert not set(duplicates) & set(desk.row(first, 4))
    desk.keep(first)
    desk.check()
    desk.keep(second)
    desk.check()
    assert desk.row(second, 4) == desk.row(first, 4)
    assert set(duplicates[::page_size]) <= set(desk.free)
    assert not set(desk.row(second, 4)) & set(desk.free)
    for req in (first, second):
        desk.compute(req)
        desk.check()
    desk.finish(first)
    desk.check()
    desk.finish(second)
    desk.check()
    assert desk.cache.size_info.protected_size == 0


def test_only_the_part_that_somebody_else_cached_is_a_duplicate() -> None:
    """The row becomes: two pages of the cache, then one of its own, then its tail."""
    desk = Desk(num_pages=16, page_size=2)
    first, second = desk.admit(0, [1, 2, 3, 4]), desk.admit(1, [1, 2, 3, 4, 5, 6, 7])
    desk.compute(first)
    desk.compute(second)
    theirs, own = desk.row(first, 4), desk.row(second, 8)
    desk.keep(first)
    desk.keep(second)
    assert desk.row(second, 8) == theirs + own[4:]
    assert second.cache_handle.cached_len == 6
    assert set(own[:4:2]) <= set(desk.free)
    assert not set(own[4::2]) & set(desk.free)
    desk.check()


def test_a_finished_request_frees_its_duplicates_its_tail_and_what_it_never_used() -> None:
    desk = Desk(num_pages=16, page_size=4)
    first, second = desk.admit(0, range(9)), desk.admit(1, range(9))
    desk.compute(first)
    desk.compute(second)
    desk.finish(first)
    desk.check()
    assert len(desk.free) == 16 - 2 - 3  # two pages cached, three with the second request
    desk.finish(second)
    desk.check()
    assert len(desk.free) == 16 - 2
    assert desk.manager.missing_size(second) == 16, "a finished request holds nothing"


def test_an_aborted_request_gives_each_page_back_once() -> None:
    """SGLang issue 38319: its prompt was cached while it ran. Those pages are the cache's; only the
    others, one of them allocated for a forward that never came, go to the free list."""
    desk = Desk(num_pages=8, page_size=2)
    req = desk.admit(0, [1, 2, 3, 4, 5])
    desk.compute(req)
    desk.keep(req)
    cached = desk.row(req, 4)[::2]
    desk.compute(req)
    desk.manager.allocate_paged([req])
    assert len(desk.free) == 4
    desk.finish(req)
    desk.check()
    assert not set(cached) & set(desk.free)
    assert len(desk.free) + len(desk.cache.pages) == 8
    assert desk.cache.size_info.protected_size == 0


def test_a_request_that_never_computed_anything_leaves_nothing_in_the_cache() -> None:
    """Fails if pages without KV are cached: the next request would read garbage."""
    desk = Desk(num_pages=8, page_size=2)
    req = desk.admit(0, [1, 2, 3, 4, 5])
    desk.manager.allocate_paged([req])
    desk.finish(req)
    assert desk.cache.pages == {}
    assert sorted(desk.free) == list(range(0, 16, 2))


def test_locks_move_from_the_old_prefix_to_the_new_one() -> None:
    """Fails if the old lock stays: then nothing is ever evicted."""
    desk = Desk(num_pages=16, page_size=2)
    desk.run_whole(0, [1, 2])
    req = desk.admit(1, [1, 2, 3, 4, 5])
    assert desk.cache.size_info == (0, 2)
    desk.compute(req)
    desk.keep(req)
    assert desk.cache.size_info == (0, 4)
    assert {page.locks for page in desk.cache.pages.values()} == {1}
    desk.finish(req)
    assert desk.cache.size_info == (4, 0)


# --- eviction ------------------------------------------------------------------------------------


def test_nothing_is_evicted_while_pages_are_free() -> None:
    desk = Desk(num_pages=4, page_size=2)
    desk.run_whole(0, [1, 2, 3, 4])
    desk.compute(desk.admit(1, [7, 8, 9]))
    assert desk.cache.evict_calls == []
    assert desk.free == []
    desk.check()


def test_no_more_is_evicted_than_is_short() -> None:
    """Two pages are free, three are wanted: one goes, the least recently used."""
    desk = Desk(num_pages=6, page_size=2)
    desk.run_whole(0, [1, 2, 3, 4])
    desk.run_whole(1, [5, 6, 7, 8])
    assert len(desk.free) == 2
    desk.compute(desk.admit(2, [9, 9, 9, 9, 9, 9]))
    assert desk.cache.evict_calls == [2], "tokens, not pages"
    assert list(desk.cache.pages) == [(1, 2), (5, 6), (5, 6, 7, 8)]
    assert desk.free == []
    desk.check()


def test_pages_come_back_from_an_eviction_as_pages() -> None:
    """mini-sglang PR 80: four pages of four, all used, two of them evictable. What an allocation
    evicts must be whole pages: every free entry a multiple of four, nothing handed out twice."""
    desk = Desk(num_pages=4, page_size=4)
    desk.run_whole(0, range(8))
    other = desk.admit(1, range(50, 58))
    desk.compute(other)
    assert desk.free == []
    assert desk.cache.size_info.evictable_size == 8
    small = desk.admit(2, [77], max_tokens=8)
    desk.manager.allocate_paged([small])
    assert len(desk.cache.pages) == 1
    assert all(slot % 4 == 0 for slot in desk.free)
    assert not set(desk.row(small, 4)) & set(desk.row(other, 8))
    desk.check()


def test_what_a_running_request_reads_is_never_evicted() -> None:
    desk = Desk(num_pages=4, page_size=2)
    desk.run_whole(0, [1, 2, 3, 4])
    reader = desk.admit(1, [1, 2, 3, 4, 5])
    desk.compute(reader)
    with pytest.raises(RuntimeError, match="cannot evict 2 of 0 tokens"):
        desk.manager.allocate_paged([desk.admit(2, [9, 9, 9])])
    assert (
        desk.row(reader, 4)
        == desk.cache.match_prefix(t(1, 2, 3, 4)).cuda_handle.get_matched_indices().tolist()
    )
