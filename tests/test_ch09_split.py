"""Chapter 9: what a split keeps, what splits cost, and damage that the recount must see."""

from __future__ import annotations

import pytest
import torch
from helpers import t
from radix_trees import make_cache, match, shape, slots, three_inserts

from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode


def all_nodes(cache: RadixPrefixCache) -> list[RadixTreeNode]:
    nodes, stack = [], list(cache.root_node.children.values())
    while stack:
        nodes.append(stack.pop())
        stack.extend(nodes[-1].children.values())
    return nodes


def test_a_split_keeps_locks_recency_sizes_children_and_the_node_itself() -> None:
    """The node becomes the second part, so that handles which end in it need no mending."""
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12)).handle
    cache.lock_handle(handle)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    node = cache.root_node.children[1]
    used, sizes = node.timestamp, cache.size_info
    first = node.split_at(2, uid=99)
    assert cache.root_node.children == {1: first}
    assert first.children == {3: node}
    assert (first.timestamp, node.timestamp) == (used, used)
    assert first.uid == 99
    assert shape(cache.root_node) == {
        (1, 2): ([10, 11], 1, {(3,): ([12], 1, {(4,): ([13], 0, {})})})
    }
    assert cache.size_info == sizes == (1, 3)
    cache.check_integrity()


def test_a_split_is_at_the_start_of_a_page() -> None:
    """Five tokens agree, which is two pages of two; the fifth is not cut out of its page."""
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2, 3, 4, 5, 6), t(10, 11, 12, 13, 14, 15))
    assert match(cache, 1, 2, 3, 4, 5, 9).cached_len == 4
    assert list(shape(cache.root_node)) == [(1, 2, 3, 4)]
    cache.check_integrity()


def test_only_a_match_that_ends_inside_a_node_splits_it() -> None:
    cache = three_inserts()
    before = shape(cache.root_node)
    for ids in ([1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 9], [7, 8, 9], [9], []):
        match(cache, *ids)
        assert shape(cache.root_node) == before, ids


def test_matches_of_many_lengths_make_no_more_nodes_than_there_are_pages() -> None:
    """Found by running upstream: reads alone cut one node into thousands, and a full match got
    500 times as slow. That is how a radix cache works; its bound is one node for each page, and
    nothing is copied more than once into the parts."""
    cache = make_cache(page_size=4)
    ids = list(range(512))
    cache.insert_prefix(t(*ids), t(*range(1000, 1512)))
    for length in [*range(0, 512, 3), *range(512)]:
        assert match(cache, *ids[:length]).cached_len == length // 4 * 4
    nodes = all_nodes(cache)
    assert len(nodes) == 512 // 4
    assert sum(node.key.untyped_storage().nbytes() for node in nodes) == 512 * 4
    assert sum(node.value.untyped_storage().nbytes() for node in nodes) == 512 * 4
    assert slots(cache, *ids) == list(range(1000, 1512))
    assert cache.size_info == (512, 0)
    cache.check_integrity()
    assert cache.evict(4).tolist() == [1508, 1509, 1510, 1511]


def test_a_sequence_that_goes_on_shares_no_memory_with_the_row_it_came_from() -> None:
    """The tail alone is kept: a view would hold on to the whole row of the page table."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2), t(10, 11))
    ids, values = t(1, 2, 3, 4), t(10, 11, 12, 13)
    leaf = cache.insert_prefix(ids, values).handle.node  # type: ignore[attr-defined]
    for own, given in ((leaf.key, ids), (leaf.value, values)):
        assert own.untyped_storage().data_ptr() != given.untyped_storage().data_ptr()
        assert own.untyped_storage().nbytes() == 2 * 4


@pytest.mark.parametrize("page_size", [1, 4])
def test_inserting_nothing_gives_the_root(page_size: int) -> None:
    cache = make_cache(page_size=page_size)
    result = cache.insert_prefix(t(), t())
    assert (result.cached_len, result.handle.cached_len) == (0, 0)
    assert result.handle.get_matched_indices().tolist() == []
    assert cache.size_info == (0, 0)
    cache.check_integrity()


def test_token_ids_may_be_of_either_integer_type() -> None:
    cache = make_cache()
    cache.insert_prefix(torch.tensor([1, 2, 3]), t(10, 11, 12))
    assert slots(cache, 1, 2, 9) == [10, 11]
    found = cache.match_prefix(torch.tensor([1, 2, 3])).cuda_handle
    assert found.get_matched_indices().tolist() == [10, 11, 12]


def test_the_root_is_never_evicted() -> None:
    cache = make_cache()
    assert not cache.root_node.is_evictable()
    assert cache.evict(0).tolist() == []
    cache.reset()
    with pytest.raises(RuntimeError, match="cannot evict 1 tokens: 0 are evictable"):
        cache.evict(1)


@pytest.mark.parametrize("counter", ["evictable_size", "protected_size"])
@pytest.mark.parametrize("error", [-1, 1])
def test_the_recount_finds_a_counter_that_is_off_by_one(counter: str, error: int) -> None:
    cache = three_inserts()
    cache.lock_handle(match(cache, 7, 8))
    cache.check_integrity()
    setattr(cache, counter, getattr(cache, counter) + error)
    with pytest.raises(RuntimeError, match="sizes are"):
        cache.check_integrity()


def test_the_recount_finds_a_node_without_tokens() -> None:
    cache = three_inserts()
    node = cache.root_node.children[7]
    node._key, node._value = t(), t()
    with pytest.raises(RuntimeError, match="whole pages"):
        cache.check_integrity()


def test_the_recount_finds_a_node_that_hangs_below_one_it_does_not_belong_to() -> None:
    cache = three_inserts()
    cache.root_node.children[7]._parent = cache.root_node.children[1]
    with pytest.raises(RuntimeError, match="not filed under its first page"):
        cache.check_integrity()


def test_the_recount_finds_one_slot_in_two_nodes() -> None:
    cache = three_inserts()
    cache.root_node.children[7]._value = t(30, 20)
    with pytest.raises(RuntimeError, match="a slot is in the tree twice"):
        cache.check_integrity()
