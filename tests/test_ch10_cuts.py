"""Chapter 10: cuts that are only noted, when they are made, and that nobody can see them."""

from __future__ import annotations

import pytest
from helpers import t
from radix_trees import make_cache, match, shape, slots

from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode


def cuts(node: RadixTreeNode) -> list[tuple[int, int, int]]:
    return [(cut.end, cut.timestamp, cut.hits) for cut in node.cuts]


def one_run(length: int = 4, page_size: int = 1) -> tuple[RadixPrefixCache, RadixTreeNode]:
    """A tree of one node: tokens 1, 2, … in slots 10, 11, …"""
    cache = make_cache(page_size)
    ids = range(1, length + 1)
    cache.insert_prefix(t(*ids), t(*range(10, 10 + length)))
    (node,) = cache.root_node.children.values()
    return cache, node


def test_a_match_inside_a_node_leaves_the_tree_as_it_is() -> None:
    cache, node = one_run()
    handle = match(cache, 1, 2, 9)
    assert (handle.cached_len, handle.get_matched_indices().tolist()) == (2, [10, 11])
    assert shape(cache.root_node) == {(1, 2, 3, 4): ([10, 11, 12, 13], 0, {})}
    assert (node.timestamp, node.hits) == (1, 1), "the rest was not used"
    assert cuts(node) == [(2, 2, 1)]
    cache.check_integrity()


def test_an_insertion_inside_a_node_is_such_a_match_too() -> None:
    cache, node = one_run()
    result = cache.insert_prefix(t(1, 2, 3), t(50, 51, 52))
    assert (result.cached_len, result.handle.cached_len) == (3, 3)
    assert result.handle.get_matched_indices().tolist() == [10, 11, 12]
    assert cuts(node) == [(3, 2, 1)]
    assert cache.size_info == (4, 0)


def test_cuts_are_in_order_and_one_for_each_place() -> None:
    cache, node = one_run(6)
    for length in (3, 5, 1, 3, 4, 6):
        match(cache, *range(1, length + 1))
    assert cuts(node) == [(1, 4, 1), (3, 5, 2), (4, 6, 1), (5, 3, 1)]
    assert (node.timestamp, node.hits) == (7, 2)
    cache.check_integrity()


def test_cuts_are_at_whole_pages() -> None:
    cache, node = one_run(8, page_size=4)
    for length in range(1, 8):
        match(cache, *range(1, length + 1))
    assert cuts(node) == [(4, 8, 4)]


def test_a_lock_makes_its_cut_and_no_other() -> None:
    cache, node = one_run(6)
    for length in (1, 5):
        match(cache, *range(1, length + 1))
    handle = match(cache, 1, 2, 3)
    cache.lock_handle(handle)
    assert shape(cache.root_node) == {
        (1, 2, 3): ([10, 11, 12], 1, {(4, 5, 6): ([13, 14, 15], 0, {})})
    }
    assert cuts(node.parent) == [(1, 2, 1)]
    assert cuts(node) == [(5, 3, 1)]
    assert cache.size_info == (3, 3)
    cache.check_integrity()


def test_a_fork_makes_its_cut_and_no_other() -> None:
    cache, node = one_run(6)
    for length in (2, 4):
        match(cache, *range(1, length + 1))
    cache.insert_prefix(t(1, 2, 3, 9), t(0, 0, 0, 20))
    assert shape(cache.root_node) == {
        (1, 2, 3): ([10, 11, 12], 0, {(4, 5, 6): ([13, 14, 15], 0, {}), (9,): ([20], 0, {})})
    }
    assert cuts(node.parent) == [(2, 2, 1)]
    assert cuts(node) == [(4, 3, 1)]
    cache.check_integrity()


def test_the_first_part_was_used_by_all_that_came_so_far() -> None:
    cache, node = one_run(6)
    for length in (5, 2, 4, 4, 6):
        match(cache, *range(1, length + 1))
    first = node.split_at(3, uid=99)
    assert (first.born, first.timestamp, first.hits) == (1, 6, 5)  # as a whole twice, to 4 and 5
    assert (node.born, node.timestamp, node.hits) == (1, 6, 2)
    assert cuts(first) == [(2, 3, 1)]
    assert cuts(node) == [(4, 5, 2), (5, 2, 1)]
    assert (first.start, first.length, node.start, node.length) == (0, 3, 3, 3)
    assert first.uid == 99


def test_a_split_at_a_cut_makes_it() -> None:
    cache, node = one_run()
    match(cache, 1, 2)
    first = node.split_at(2, uid=99)
    assert (cuts(first), cuts(node)) == ([], [])
    assert (first.timestamp, first.hits, node.timestamp, node.hits) == (2, 2, 1, 1)
    cache.check_integrity()


def test_eviction_takes_what_lies_behind_the_last_cut() -> None:
    cache, _ = one_run(6)
    match(cache, 1, 2, 3)
    match(cache, 1)
    assert cache.evict(1).tolist() == [13, 14, 15]
    assert cache.size_info == (3, 0)
    assert shape(cache.root_node) == {(1, 2, 3): ([10, 11, 12], 0, {})}
    assert cache.evict(1).tolist() == [11, 12]
    assert cache.evict(1).tolist() == [10]
    assert shape(cache.root_node) == {}
    cache.check_integrity()


def test_a_match_refreshes_exactly_what_matched() -> None:
    """mini-sglang PR 124 left the split prefix old; SGLang PR 24892 refreshed the tail too."""
    cache, _ = one_run()
    cache.insert_prefix(t(7, 8), t(20, 21))
    match(cache, 1, 2, 9)
    assert cache.evict(2).tolist() == [12, 13]
    assert cache.evict(1).tolist() == [20, 21]
    assert slots(cache, 1, 2) == [10, 11]


def test_a_whole_match_after_a_partial_one_refreshes_both_parts() -> None:
    cache, _ = one_run()
    match(cache, 1, 2)
    cache.insert_prefix(t(7, 8), t(20, 21))
    match(cache, 1, 2, 3, 4)
    assert cache.evict(1).tolist() == [20, 21]
    assert cache.evict(1).tolist() == [12, 13]
    assert cache.evict(1).tolist() == [10, 11]


def test_a_part_that_is_locked_twice_by_two_lengths() -> None:
    cache, _ = one_run(6)
    short, long = match(cache, 1, 2), match(cache, 1, 2, 3, 4)
    cache.lock_handle(long)
    cache.lock_handle(short)
    assert cache.size_info == (2, 4)
    assert cache.evict(2).tolist() == [14, 15]
    cache.lock_handle(long, unlock=True)
    assert cache.size_info == (2, 2)
    assert cache.evict(2).tolist() == [12, 13]
    cache.lock_handle(short, unlock=True)
    assert cache.size_info == (2, 0)
    cache.check_integrity()


def test_unlocking_what_ends_inside_a_locked_node_is_refused() -> None:
    """Its tokens are locked, but by another handle."""
    cache, _ = one_run()
    short, whole = match(cache, 1, 2), match(cache, 1, 2, 3, 4)
    cache.lock_handle(whole)
    with pytest.raises(RuntimeError, match="the handle is not locked"):
        cache.lock_handle(short, unlock=True)
    assert cache.size_info == (0, 4)
    assert shape(cache.root_node) == {(1, 2, 3, 4): ([10, 11, 12, 13], 1, {})}


def test_a_handle_outlives_every_split_and_the_eviction_of_what_follows() -> None:
    cache, _ = one_run(6)
    short, long = match(cache, 1, 2), match(cache, 1, 2, 3, 4, 5)
    assert cache.evict(1).tolist() == [15]
    assert cache.evict(1).tolist() == [12, 13, 14]
    with pytest.raises(RuntimeError, match="was evicted: match it again"):
        cache.lock_handle(long)
    with pytest.raises(RuntimeError, match="was evicted: match it again"):
        long.get_matched_indices()
    cache.lock_handle(short)
    assert short.get_matched_indices().tolist() == [10, 11]
    assert cache.size_info == (0, 2)
    cache.lock_handle(short, unlock=True)
    cache.evict(2)
    with pytest.raises(RuntimeError, match="was evicted"):
        cache.lock_handle(short)
    assert cache.size_info == (0, 0)


def test_a_handle_is_worthless_when_its_tokens_were_cached_anew() -> None:
    cache, _ = one_run()
    handle = match(cache, 1, 2, 3)
    cache.evict(4)
    cache.insert_prefix(t(1, 2, 3, 4), t(20, 21, 22, 23))
    with pytest.raises(RuntimeError, match="was evicted"):
        cache.lock_handle(handle)


def test_each_part_of_a_split_keeps_its_own_and_no_more() -> None:
    """Otherwise evicting one part frees nothing of what the whole run takes."""
    cache, node = one_run()
    cache.lock_handle(match(cache, 1, 2))
    for part in (node, node.parent):
        assert (len(part.key_bytes), len(part.slot_bytes)) == (8, 8)


def test_matches_of_many_lengths_make_no_node_and_a_whole_match_passes_one() -> None:
    """Found by running upstream: reads alone cut one node into thousands."""
    cache, node = one_run(2048)
    ids = list(range(1, 2049))
    for length in range(2000, 0, -1):
        match(cache, *ids[:length])
    assert list(cache._all_nodes()) == [node]
    assert len(node.cuts) == 2000
    handle = match(cache, *ids)
    assert handle.path() == [node]  # type: ignore[attr-defined]
    assert slots(cache, *ids) == list(range(10, 2058))
    cache.check_integrity()


@pytest.mark.parametrize("page_size", [1, 16])
def test_there_are_never_more_cuts_than_pages(page_size: int) -> None:
    cache, node = one_run(256, page_size)
    for _ in range(3):
        for length in range(257):
            match(cache, *range(1, length + 1))
    assert len(node.cuts) == 256 // page_size - 1
    cache.check_integrity()
