"""Chapter 9: what is in the tree, what a match finds, and what a lock protects; exact slots."""

from __future__ import annotations

import pytest
import torch
from helpers import t
from radix_trees import make_cache, match, shape, slots, three_inserts

from minisgl.kernel.torch_ops import fast_compare_key


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
