"""Chapter 10: the tree keeps every promise of chapter 9, and its costs do not grow with it."""

from __future__ import annotations

import random
from typing import Any

import pytest
import torch
from helpers import t
from radix_trees import make_cache, match, shape, slots, three_inserts

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache import create_prefix_cache
from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode


def test_match_insert_lock_evict() -> None:
    cache = three_inserts()
    handle = match(cache, 1, 2, 3, 9)
    cache.lock_handle(handle)
    assert (handle.cached_len, handle.get_matched_indices().tolist()) == (3, [10, 11, 12])
    assert cache.size_info == (5, 3)
    assert cache.evict(2).tolist() == [13, 20, 21]
    assert cache.evict(1).tolist() == [30, 31]
    assert shape(cache.root_node) == {(1, 2): ([10, 11], 1, {(3,): ([12], 1, {})})}
    with pytest.raises(RuntimeError, match="cannot evict 1 tokens: 0 are evictable"):
        cache.evict(1)
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(3).tolist() == [12, 10, 11]
    assert cache.size_info == (0, 0)
    cache.check_integrity()


def test_an_insertion_that_goes_on_keeps_what_was_there() -> None:
    cache = three_inserts()
    result = cache.insert_prefix(t(1, 2, 3, 4, 5), t(50, 51, 52, 53, 54))
    assert (result.cached_len, result.handle.cached_len) == (4, 5)
    assert result.handle.get_matched_indices().tolist() == [10, 11, 12, 13, 54]
    again = cache.insert_prefix(t(1, 2, 3, 4, 5), t(60, 61, 62, 63, 64))
    assert (again.cached_len, again.handle.cached_len) == (5, 5)
    assert cache.size_info == (9, 0)


def test_the_tree_owns_its_keys_and_slots() -> None:
    cache = make_cache()
    ids, values = t(1, 2, 3), t(10, 11, 12)
    node: RadixTreeNode = cache.insert_prefix(ids, values).handle.node  # type: ignore[attr-defined]
    ids.fill_(-1)
    values.fill_(-1)
    assert (node.key.tolist(), node.value.tolist()) == ([1, 2, 3], [10, 11, 12])
    node.key.fill_(-1)
    assert slots(cache, 1, 2, 3) == [10, 11, 12]


def test_the_tail_of_an_insertion_is_all_that_its_node_keeps() -> None:
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2), t(10, 11))
    ids, values = t(1, 2, 3, 4, 5), t(10, 11, 12, 13, 14)
    leaf = cache.insert_prefix(ids, values).handle.node  # type: ignore[attr-defined]
    assert (len(leaf.slot_bytes), len(leaf.key_bytes)) == (2 * 4, 2 * 4)


@pytest.mark.parametrize("page_size", [1, 4])
def test_nothing_and_less_than_a_page(page_size: int) -> None:
    cache = make_cache(page_size)
    rest = range(page_size - 1)
    result = cache.insert_prefix(t(*rest), t(*rest))
    assert (result.cached_len, result.handle.cached_len) == (0, 0)
    for handle in (result.handle, match(cache), match(cache, 99)):
        assert handle.get_matched_indices().tolist() == []
        assert handle.get_matched_indices().dtype == torch.int32
        cache.lock_handle(handle)
        cache.lock_handle(handle, unlock=True)
        cache.lock_handle(handle, unlock=True)  # nothing is locked, and nothing is asked
    assert cache.size_info == (0, 0)
    assert cache.evict(0).tolist() == []
    assert cache.evict(0).dtype == torch.int32


def test_children_are_filed_under_their_whole_first_page() -> None:
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(1, 9, 3, 4), t(20, 21, 22, 23))
    assert slots(cache, 1, 2, 3, 4) == [10, 11, 12, 13]
    assert slots(cache, 1, 9, 3, 4) == [20, 21, 22, 23]
    assert slots(cache, 1, 2, 3, 9) == [10, 11]
    cache.check_integrity()


def test_token_ids_may_be_of_either_integer_type() -> None:
    cache = make_cache()
    cache.insert_prefix(torch.tensor([1, 2, 3]), t(10, 11, 12))
    assert slots(cache, 1, 2, 9) == [10, 11]
    found = cache.match_prefix(torch.tensor([1, 2, 3])).cuda_handle
    assert found.get_matched_indices().tolist() == [10, 11, 12]


def test_what_is_refused_changes_nothing() -> None:
    cache = three_inserts()
    before, sizes = shape(cache.root_node), cache.size_info
    with pytest.raises(ValueError, match="3 tokens, but 2 slots"):
        cache.insert_prefix(t(7, 8, 9), t(30, 31))
    with pytest.raises(ValueError, match="a priority is 0 or more, not -1"):
        cache.insert_prefix(t(7, 8, 9), t(30, 31, 32), priority=-1)
    for size in (9, -1):
        with pytest.raises(RuntimeError, match=f"cannot evict {size} tokens: 8 are evictable"):
            cache.evict(size)
    with pytest.raises(RuntimeError, match="the handle is not locked"):
        cache.lock_handle(match(cache, 7, 8), unlock=True)
    node = cache.root_node.children[b"\x07\0\0\0"]
    for pos in (0, 2):
        with pytest.raises(AssertionError):
            node.split_at(pos, uid=99)
    assert (shape(cache.root_node), cache.size_info) == (before, sizes)
    cache.check_integrity()


def test_unlocking_a_prefix_of_what_is_locked_is_refused() -> None:
    cache = make_cache()
    short = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    long = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12)).handle
    cache.lock_handle(long)
    with pytest.raises(RuntimeError, match="not locked"):
        cache.lock_handle(short, unlock=True)
    cache.lock_handle(short)
    assert cache.size_info == (0, 3)
    cache.lock_handle(long, unlock=True)
    assert cache.size_info == (1, 2)
    with pytest.raises(RuntimeError, match="not locked"):
        cache.lock_handle(long, unlock=True)
    cache.lock_handle(short, unlock=True)
    assert cache.size_info == (3, 0)
    cache.check_integrity()


def test_reset_forgets_all_and_makes_handles_worthless() -> None:
    cache = three_inserts()
    handle = match(cache, 1, 2, 3, 4)
    cache.lock_handle(handle)
    with pytest.raises(RuntimeError, match="cannot reset: 4 tokens are locked"):
        cache.reset()
    cache.lock_handle(handle, unlock=True)
    cache.reset()
    assert (cache.size_info, len(cache._order)) == ((0, 0), 0)
    assert slots(cache, 1, 2) == []
    with pytest.raises(RuntimeError, match="was evicted"):
        cache.lock_handle(handle)


def test_the_engine_gets_this_cache_with_lru() -> None:
    set_global_ctx(Context(page_size=1))
    cache = create_prefix_cache(torch.device("cpu"), "radix")
    assert isinstance(cache, RadixPrefixCache)
    for token in (1, 2, 3):
        cache.insert_prefix(t(token), t(10 + token))
    cache.match_prefix(t(1))
    assert cache.evict(3).tolist() == [12, 13, 11]


def test_an_unknown_policy_is_refused() -> None:
    set_global_ctx(Context(page_size=1))
    with pytest.raises(ValueError, match="unknown eviction policy 'random'"):
        RadixPrefixCache(torch.device("cpu"), policy="random")


def test_no_eviction_looks_at_the_rest_of_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    is_evictable = RadixTreeNode.is_evictable

    def count(node: RadixTreeNode) -> bool:
        nonlocal looked
        looked += 1
        return is_evictable(node)

    monkeypatch.setattr(RadixTreeNode, "is_evictable", count)
    figures = []
    for leaves in (100, 3000):
        reset_global_ctx()
        cache = make_cache()
        for i in range(leaves):
            cache.insert_prefix(t(i, 1), t(2 * i, 2 * i + 1))
        looked = 0
        assert cache.evict(16).tolist() == list(range(16))
        figures.append(looked)
    assert figures == [16, 16]  # eight leaves, and eight times the root


def test_the_order_stays_as_small_as_the_tree() -> None:
    """Whatever is used, locked, forked and evicted: no node has two entries."""
    cache, generator = make_cache(), random.Random(10)
    handles: list[Any] = []
    for step in range(3000):
        ids = [generator.randrange(3) for _ in range(generator.randrange(1, 8))]
        handle = match(cache, *ids)
        if step % 3 == 0:
            handle = cache.insert_prefix(t(*ids), t(*ids)).handle
        if step % 2 == 0:
            cache.lock_handle(handle)
            handles.append(handle)
        if len(handles) > 5:
            cache.lock_handle(handles.pop(generator.randrange(5)), unlock=True)
        if step % 50 == 0 and cache.evictable_size > 3:
            cache.evict(3)
        assert len(cache._order) <= len(list(cache._all_nodes()))
    queued = sum(node.queued for node in cache._all_nodes())
    assert len(cache._order) == queued


def test_ties_go_to_the_node_that_was_made_first() -> None:
    cache = make_cache()
    for i in (5, 2, 7, 1, 6, 3, 4):
        cache.insert_prefix(t(i), t(10 + i))
    nodes = list(cache.root_node.children.values())
    assert [node.uid for node in nodes] == [1, 2, 3, 4, 5, 6, 7]
    for node in nodes:
        node.timestamp = 1
    assert cache.evict(7).tolist() == [15, 12, 17, 11, 16, 13, 14]


def test_only_what_may_go_comes_into_the_order() -> None:
    cache = make_cache()
    inner = cache.insert_prefix(t(1), t(10)).handle
    leaf = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    assert cache.evict(1).tolist() == [11]
    leaf = cache.insert_prefix(t(1, 2), t(10, 12)).handle
    assert len(cache._order) == 2  # the parent came when its child went, and has one again
    cache.insert_prefix(t(7), t(17))
    cache.lock_handle(leaf)
    assert cache.evict(1).tolist() == [17]
    assert len(cache._order) == 0  # both were looked at, and cannot go
    cache.lock_handle(inner)
    cache.lock_handle(leaf)
    cache.lock_handle(leaf, unlock=True)
    cache.lock_handle(inner, unlock=True)
    assert len(cache._order) == 0
    cache.lock_handle(leaf, unlock=True)
    assert len(cache._order) == 1
    assert cache.evict(2).tolist() == [12, 10]


def test_unlocking_counts_no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system prompt has as many children as there were chats."""
    cache = make_cache()
    handle = cache.insert_prefix(t(1), t(10)).handle
    for i in range(50):
        cache.insert_prefix(t(1, i), t(10, 20 + i))
    monkeypatch.delattr(RadixTreeNode, "locks_below")
    cache.lock_handle(handle)
    assert cache.size_info == (50, 1)
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (51, 0)
