"""Chapter 9: what is evicted and in which order, what is refused, and what the check finds."""

from __future__ import annotations

import time

import pytest
import torch
from helpers import t
from radix_trees import make_cache, match, shape, slots, three_inserts


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
