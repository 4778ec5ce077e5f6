"""Chapter 9: the radix tree by itself: exact slots, exact sizes, and the bugs that others had."""

from __future__ import annotations

import time

import pytest
import torch
from helpers import t

from minisgl.core import Context, set_global_ctx
from minisgl.kernel.torch_ops import fast_compare_key
from minisgl.kvcache import BaseCacheHandle
from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode


def make_cache(page_size: int = 1) -> RadixPrefixCache:
    set_global_ctx(Context(page_size=page_size))
    return RadixPrefixCache(torch.device("cpu"))


def match(cache: RadixPrefixCache, *ids: int) -> BaseCacheHandle:
    return cache.match_prefix(t(*ids)).cuda_handle


def slots(cache: RadixPrefixCache, *ids: int) -> list[int]:
    return match(cache, *ids).get_matched_indices().tolist()


def shape(node: RadixTreeNode) -> dict[tuple[int, ...], object]:
    """The tree below a node: {key: (slots, ref_count, children)}."""
    return {
        tuple(child.key.tolist()): (child.value.tolist(), child.ref_count, shape(child))
        for child in node.children.values()
    }


def three_inserts() -> RadixPrefixCache:
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(1, 2, 5, 6), t(10, 11, 20, 21))
    cache.insert_prefix(t(7, 8), t(30, 31))
    return cache


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_compare_counts_leading_equal_elements(dtype: torch.dtype) -> None:
    for x, y, expected in [
        ([1, 2, 3], [1, 2, 9, 9], 2),
        ([1, 2], [1, 2, 3], 2),
        ([1, 2, 3], [1, 2, 3], 3),
        ([5, 2, 3], [1, 2, 3], 0),
        ([1, 0, 3, 0], [1, 2, 3, 4], 1),
        ([], [1], 0),
        ([], [], 0),
    ]:
        one, two = torch.tensor(x, dtype=dtype), torch.tensor(y, dtype=dtype)
        assert fast_compare_key(one, two) == expected
        assert fast_compare_key(two, one) == expected


def test_inserts_share_their_common_prefix() -> None:
    assert shape(three_inserts().root_node) == {
        (1, 2): ([10, 11], 0, {(3, 4): ([12, 13], 0, {}), (5, 6): ([20, 21], 0, {})}),
        (7, 8): ([30, 31], 0, {}),
    }


def test_match_splits_where_it_ends_and_lock_protects_exactly_that() -> None:
    cache = three_inserts()
    handle = match(cache, 1, 2, 3, 9)
    cache.lock_handle(handle)
    assert (handle.cached_len, handle.get_matched_indices().tolist()) == (3, [10, 11, 12])
    assert shape(cache.root_node)[(1, 2)] == (
        [10, 11],
        1,
        {(3,): ([12], 1, {(4,): ([13], 0, {})}), (5, 6): ([20, 21], 0, {})},
    )
    assert cache.size_info == (5, 3)
    assert cache.evict(2).tolist() == [13, 20, 21]
    assert cache.evict(1).tolist() == [30, 31]
    assert shape(cache.root_node) == {(1, 2): ([10, 11], 1, {(3,): ([12], 1, {})})}
    assert cache.size_info == (0, 3)
    cache.check_integrity()


def test_insert_says_what_was_there_before() -> None:
    cache = three_inserts()
    result = cache.insert_prefix(t(1, 2, 3, 4, 5), t(50, 51, 52, 53, 54))
    assert (result.cached_len, result.handle.cached_len) == (4, 5)
    assert result.handle.get_matched_indices().tolist() == [10, 11, 12, 13, 54]
    again = cache.insert_prefix(t(1, 2, 3, 4, 5), t(60, 61, 62, 63, 64))
    assert (again.cached_len, again.handle.cached_len) == (5, 5)
    assert cache.size_info == (9, 0)


def test_lock_protects_the_oldest_node_and_lru_takes_the_next() -> None:
    """Found by running the seed's tests: the locked node must be the one that would go first."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2), t(10, 11))
    handle = match(cache, 1, 2)
    cache.lock_handle(handle)
    cache.insert_prefix(t(7, 8), t(20, 21))
    assert cache.evict(1).tolist() == [20, 21]
    assert slots(cache, 1, 2) == [10, 11]
    with pytest.raises(RuntimeError, match="cannot evict 1"):
        cache.evict(1)
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(2).tolist() == [10, 11]


def test_eviction_is_by_last_use_and_a_locked_one_waits() -> None:
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    cache.insert_prefix(t(7, 8), t(20, 21))
    cache.insert_prefix(t(4, 5), t(30, 31))
    handle = match(cache, 7, 8)
    cache.lock_handle(handle)
    assert cache.size_info == (5, 2)
    assert cache.evict(3).tolist() == [10, 11, 12]
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(2).tolist() == [30, 31]
    assert cache.size_info == (2, 0)


def test_a_lock_includes_the_handles_own_node() -> None:
    """mini-sglang PR 52."""
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.lock_handle(handle)
    assert cache.size_info == (0, 2)
    with pytest.raises(RuntimeError, match="cannot evict"):
        cache.evict(1)


def test_match_returns_the_node_where_it_ends_not_the_root() -> None:
    """mini-sglang PR 46."""
    cache = three_inserts()
    handle = match(cache, 1, 2, 3)
    cache.lock_handle(handle)
    assert cache.size_info.protected_size == handle.cached_len == 3


def test_the_last_unlock_gives_everything_back() -> None:
    """mini-sglang PR 44 and 45."""
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.lock_handle(handle)
    cache.lock_handle(handle)
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (0, 2)
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (2, 0)
    cache.check_integrity()


def test_the_tree_owns_its_keys_and_slots() -> None:
    """mini-sglang 94fe255: the tree kept a view of the page-table row."""
    cache = make_cache()
    ids, values = t(1, 2, 3), t(10, 11, 12)
    cache.insert_prefix(ids, values)
    ids.fill_(-1)
    values.fill_(-1)
    assert slots(cache, 1, 2, 3) == [10, 11, 12]


def test_the_parts_of_a_split_share_no_memory() -> None:
    """Otherwise evicting one part frees nothing of what the whole run takes."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    first = match(cache, 1, 2).node  # type: ignore[attr-defined]
    (second,) = first.children.values()
    for one, two in ((first.key, second.key), (first.value, second.value)):
        assert one.untyped_storage().nbytes() == 2 * 4
        assert one.untyped_storage().data_ptr() != two.untyped_storage().data_ptr()


def test_a_match_refreshes_exactly_what_matched() -> None:
    """mini-sglang PR 124 left the split prefix old; SGLang PR 24892 refreshed the tail too."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(7, 8), t(20, 21))
    match(cache, 1, 2, 9)
    assert cache.evict(2).tolist() == [12, 13]
    assert cache.evict(1).tolist() == [20, 21]
    assert slots(cache, 1, 2) == [10, 11]


def test_a_whole_match_refreshes_every_node_on_the_way() -> None:
    cache = make_cache()
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    cache.insert_prefix(t(7, 8), t(20, 21))
    match(cache, 1, 2, 3)
    assert cache.evict(1).tolist() == [20, 21]


def test_an_empty_match_is_the_root_with_no_slots() -> None:
    """Found by running upstream: a root handle's indices raised."""
    cache = three_inserts()
    for handle in (match(cache), match(cache, 99)):
        assert handle.cached_len == 0
        assert handle.get_matched_indices().tolist() == []
        cache.lock_handle(handle)
        assert cache.size_info == (8, 0)
        cache.lock_handle(handle, unlock=True)


def test_a_key_shorter_than_a_page_is_not_cached() -> None:
    """SGLang PR 10637."""
    cache = make_cache(page_size=4)
    result = cache.insert_prefix(t(1, 2, 3), t(4, 5, 6))
    assert (result.cached_len, result.handle.cached_len) == (0, 0)
    assert cache.size_info == (0, 0)
    assert shape(cache.root_node) == {}


def test_only_whole_pages_are_cached_and_matched() -> None:
    cache = make_cache(page_size=4)
    ids = list(range(1, 11))
    result = cache.insert_prefix(t(*ids), t(*range(40, 50)))
    assert result.handle.cached_len == 8
    assert slots(cache, *ids[:7]) == [40, 41, 42, 43]
    assert slots(cache, *ids[:6], 99, 98) == [40, 41, 42, 43]
    assert slots(cache, 1, 2, 3) == []
    assert cache.size_info == (8, 0)
    cache.check_integrity()


def test_children_are_filed_under_their_whole_first_page() -> None:
    """Found by running the seed's tests: two pages may begin with the same token."""
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(1, 9, 3, 4), t(20, 21, 22, 23))
    assert slots(cache, 1, 2, 3, 4) == [10, 11, 12, 13]
    assert slots(cache, 1, 9, 3, 4) == [20, 21, 22, 23]
    assert cache.size_info == (8, 0)
    cache.check_integrity()


def test_a_match_without_split_would_lock_more_than_matched() -> None:
    """bytedance/sglang PR 508."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    handle = match(cache, 1, 2)
    cache.lock_handle(handle)
    assert cache.size_info == (2, 2)
    cache.insert_prefix(t(1, 2, 9), t(10, 11, 20))
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (5, 0)
    cache.check_integrity()


def test_a_locked_node_that_is_split_stays_locked_whole() -> None:
    """SGLang PR 38480 and 16946: the first half lost its lock."""
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle
    cache.lock_handle(handle)
    match(cache, 1, 2, 9)
    assert cache.size_info == (0, 4)
    assert shape(cache.root_node) == {(1, 2): ([10, 11], 1, {(3, 4): ([12, 13], 1, {})})}
    assert handle.get_matched_indices().tolist() == [10, 11, 12, 13]
    with pytest.raises(RuntimeError, match="cannot evict"):
        cache.evict(1)
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (4, 0)
    assert sorted(cache.evict(4).tolist()) == [10, 11, 12, 13]


def test_evict_stops_at_the_first_node_that_is_enough() -> None:
    """SGLang 4987: eviction did not count, and evicted everything."""
    cache = make_cache()
    for i in range(5):
        cache.insert_prefix(t(i, 50, 60), t(3 * i, 3 * i + 1, 3 * i + 2))
    assert cache.evict(4).tolist() == [0, 1, 2, 3, 4, 5]
    assert cache.size_info == (9, 0)
    assert cache.evict(3).tolist() == [6, 7, 8]


def test_a_locked_parent_is_no_candidate() -> None:
    """Found by running the seed's tests."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.lock_handle(match(cache, 1, 2))
    cache.insert_prefix(t(7, 8), t(20, 21))
    assert cache.evict(4).tolist() == [12, 13, 20, 21]
    assert cache.size_info == (0, 2)


def test_a_parent_without_children_becomes_a_candidate() -> None:
    """Found by running the seed's tests."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    assert cache.evict(4).tolist() == [12, 13, 10, 11]
    assert shape(cache.root_node) == {}
    assert cache.size_info == (0, 0)


def test_a_parent_waits_for_its_turn_by_age() -> None:
    """Freed parents are ordered by their own last use, not taken at once."""
    cache = make_cache()
    cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    cache.insert_prefix(
        t(
            7,
        ),
        t(20),
    )
    match(cache, 1, 2)  # [3] is the oldest, then [7], then [1, 2]
    assert cache.evict(2).tolist() == [12, 20]


def test_ties_go_to_the_node_that_was_made_first() -> None:
    cache = make_cache()
    for i in (5, 2, 7, 1, 6, 3, 4):
        cache.insert_prefix(t(i), t(10 + i))
    for node in cache.root_node.children.values():
        node.timestamp = 1
    assert cache.evict(7).tolist() == [15, 12, 17, 11, 16, 13, 14]


def test_recency_needs_no_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_clock(*_: object) -> float:
        raise AssertionError("the wall clock was read")

    for name in ("time", "monotonic", "monotonic_ns", "perf_counter", "time_ns"):
        monkeypatch.setattr(time, name, no_clock)
    cache = three_inserts()
    match(cache, 1, 2, 3, 4)
    assert cache.evict(2).tolist() == [20, 21]


def test_locking_what_was_evicted_is_refused_and_changes_nothing() -> None:
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.evict(2)
    with pytest.raises(RuntimeError, match="was evicted: match it again"):
        cache.lock_handle(handle)
    with pytest.raises(RuntimeError, match="was evicted: match it again"):
        handle.get_matched_indices()
    assert cache.size_info == (0, 0)


def test_a_handle_whose_tail_was_split_off_and_evicted_is_stale() -> None:
    cache = make_cache()
    handle = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle
    match(cache, 1, 2)
    cache.evict(1)
    with pytest.raises(RuntimeError, match="was evicted"):
        cache.lock_handle(handle)
    assert cache.size_info == (2, 0)


def test_unlocking_what_is_not_locked_is_refused() -> None:
    cache = make_cache()
    short = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    long = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12)).handle
    cache.lock_handle(long)
    with pytest.raises(RuntimeError, match="not locked"):
        cache.lock_handle(short, unlock=True)  # its node is locked, but by the longer one
    cache.lock_handle(long, unlock=True)
    with pytest.raises(RuntimeError, match="not locked"):
        cache.lock_handle(long, unlock=True)
    assert cache.size_info == (3, 0)
    cache.check_integrity()


@pytest.mark.parametrize("size", [9, -1])
def test_evicting_more_than_there_is_changes_nothing(size: int) -> None:
    cache = three_inserts()
    before = shape(cache.root_node)
    with pytest.raises(RuntimeError, match=f"cannot evict {size} tokens: 8 are evictable"):
        cache.evict(size)
    assert shape(cache.root_node) == before
    assert cache.evict(0).tolist() == []
    assert cache.evict(0).dtype == torch.int32


def test_reset_forgets_all_and_makes_handles_stale() -> None:
    cache = three_inserts()
    handle = match(cache, 1, 2, 3, 4)
    cache.lock_handle(handle)
    with pytest.raises(RuntimeError, match="4 tokens are locked"):
        cache.reset()
    cache.lock_handle(handle, unlock=True)
    cache.reset()
    assert cache.size_info == (0, 0)
    assert slots(cache, 1, 2) == []
    with pytest.raises(RuntimeError, match="was evicted"):
        cache.lock_handle(handle)


def test_ids_and_slots_must_be_of_one_length() -> None:
    cache = make_cache()
    with pytest.raises(ValueError, match="3 tokens, but 2 slots"):
        cache.insert_prefix(t(1, 2, 3), t(10, 11))
    assert cache.size_info == (0, 0)


def test_a_node_cannot_be_split_into_nothing() -> None:
    cache = three_inserts()
    node = cache.root_node.children[7]
    for pos in (0, 2):
        with pytest.raises(AssertionError):
            node.split_at(pos, uid=99)
        assert cache.root_node.children[7] is node
        cache.check_integrity()


@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("ref_count", 3, "sizes are"),
        ("_value", t(12, 13), "a slot is in the tree twice"),
        ("_key", t(8, 8), "not filed under its first page"),
    ],
)
def test_the_integrity_check_finds_damage(attribute: str, value: object, message: str) -> None:
    """mini-sglang issue 149: the check was empty."""
    cache = three_inserts()
    cache.check_integrity()
    setattr(cache.root_node.children[7], attribute, value)
    with pytest.raises(RuntimeError, match=message):
        cache.check_integrity()


def test_the_integrity_check_finds_children_locked_more_than_their_parent() -> None:
    cache = three_inserts()
    child = cache.root_node.children[1].children[3]
    child.ref_count += 1
    with pytest.raises(RuntimeError, match="locked more often"):
        cache.check_integrity()


def test_the_integrity_check_finds_half_pages() -> None:
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    node = cache.root_node.children[(1, 2)]
    node._key, node._value = t(1, 2, 3), t(10, 11, 12)
    with pytest.raises(RuntimeError, match="whole pages"):
        cache.check_integrity()
