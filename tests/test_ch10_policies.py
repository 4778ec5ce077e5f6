"""Chapter 10: four policies on the tree, each with the case in which it differs from the others."""

from __future__ import annotations

import pytest
import torch
from helpers import t
from radix_trees import match

from minisgl.core import Context, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache


def make(policy: str) -> RadixPrefixCache:
    set_global_ctx(Context(page_size=1))
    return RadixPrefixCache(torch.device("cpu"), policy=policy)


def order(cache: RadixPrefixCache) -> list[int]:
    """The slots as they are evicted one node after the other."""
    slots = []
    while cache.evictable_size > 0:
        slots += cache.evict(1).tolist()
    cache.check_integrity()
    return slots


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("lru", [12, 13, 14, 11]),
        ("fifo", [11, 12, 13, 14]),
        ("lfu", [14, 12, 13, 11]),
        ("priority", [12, 14, 11, 13]),
    ],
)
def test_four_prompts_go_in_another_order_each_time(policy: str, expected: list[int]) -> None:
    """Token 1 was used often and last, 2 twice and long ago, 3 matters, 4 is new."""
    cache = make(policy)
    for token in (1, 2, 3):
        cache.insert_prefix(t(token), t(10 + token), priority=3 if token == 3 else 0)
    for token in (2, 1, 3):
        match(cache, token)
    cache.insert_prefix(t(4), t(14))
    match(cache, 1)
    assert order(cache) == expected


def test_lru_counts_operations_and_not_tokens() -> None:
    cache = make("lru")
    cache.insert_prefix(t(1, 2, 3), t(11, 12, 13))
    cache.insert_prefix(t(5), t(15))
    match(cache, 1, 2, 3)
    assert order(cache) == [15, 11, 12, 13]


def test_lfu_counts_uses_of_a_part_for_that_part_alone() -> None:
    cache = make("lfu")
    cache.insert_prefix(t(1, 2, 3, 4), t(11, 12, 13, 14))
    cache.insert_prefix(t(7, 8), t(17, 18))
    match(cache, 7, 8)
    for _ in range(3):
        match(cache, 1, 2)
    assert cache.evict(1).tolist() == [13, 14]  # used once
    assert cache.evict(1).tolist() == [17, 18]  # used twice
    assert cache.evict(1).tolist() == [11, 12]


def test_lfu_counts_a_use_by_a_longer_prompt() -> None:
    cache = make("lfu")
    cache.insert_prefix(t(1, 2), t(11, 12))
    cache.insert_prefix(t(7), t(17))
    for end in (3, 4):
        cache.insert_prefix(t(1, 2, end), t(0, 0, 10 + end))
    match(cache, 7)
    assert order(cache) == [13, 14, 17, 11, 12]


def test_lfu_a_fork_keeps_what_was_counted() -> None:
    cache = make("lfu")
    cache.insert_prefix(t(1, 2, 3), t(11, 12, 13))
    match(cache, 1, 2, 3)
    match(cache, 1, 2, 3)
    cache.insert_prefix(t(1, 2, 9), t(0, 0, 19))
    cache.insert_prefix(t(7), t(17))
    match(cache, 7)
    hits = {tuple(node.key.tolist()): node.hits for node in cache._all_nodes()}
    assert hits == {(1, 2): 4, (3,): 3, (9,): 1, (7,): 2}
    assert order(cache) == [19, 17, 13, 11, 12]


def test_fifo_the_parts_of_a_split_are_as_old_as_each_other() -> None:
    cache = make("fifo")
    cache.insert_prefix(t(1, 2, 3), t(11, 12, 13))
    cache.insert_prefix(t(7), t(17))
    cache.insert_prefix(t(1, 9), t(0, 19))  # cuts the first one: its parts are from before
    match(cache, 1, 2, 3)
    assert order(cache) == [12, 13, 17, 19, 11]


def test_fifo_a_parent_goes_as_soon_as_it_can() -> None:
    cache = make("fifo")
    cache.insert_prefix(t(1), t(11))
    cache.insert_prefix(t(7), t(17))
    cache.insert_prefix(t(1, 2), t(0, 12))
    cache.insert_prefix(t(8), t(18))
    assert order(cache) == [17, 12, 11, 18]


def test_priority_is_given_to_the_whole_prefix_and_never_taken() -> None:
    cache = make("priority")
    cache.insert_prefix(t(1), t(11))
    cache.insert_prefix(t(7), t(17), priority=1)
    cache.insert_prefix(t(1, 2), t(0, 12), priority=2)
    cache.insert_prefix(t(1, 2), t(0, 0), priority=0)
    assert order(cache) == [17, 12, 11]


def test_priority_reaches_every_node_above() -> None:
    """Seen once the child has gone: it goes while the only other leaf is locked."""
    cache = make("priority")
    for tokens in ((1,), (1, 2), (1, 2, 3)):
        cache.insert_prefix(t(*tokens), t(*(10 + token for token in tokens)))
    cache.insert_prefix(t(1, 2, 3), t(0, 0, 0), priority=2)
    handle = cache.insert_prefix(t(7), t(17), priority=1).handle
    cache.lock_handle(handle)
    assert cache.evict(1).tolist() == [13]
    cache.lock_handle(handle, unlock=True)
    assert order(cache) == [17, 12, 11]


def test_priority_of_a_part_reaches_every_node_above_it() -> None:
    cache = make("priority")
    cache.insert_prefix(t(1), t(11))
    cache.insert_prefix(t(1, 2, 3), t(0, 12, 13))
    cache.insert_prefix(t(1, 2), t(0, 0), priority=2)
    assert cache.evict(2).tolist() == [13, 12]
    cache.insert_prefix(t(7), t(17), priority=1)
    assert order(cache) == [17, 11]


def test_priority_of_a_part_is_for_that_part_alone() -> None:
    cache = make("priority")
    cache.insert_prefix(t(1, 2, 3, 4), t(11, 12, 13, 14))
    cache.insert_prefix(t(7), t(17), priority=1)
    cache.insert_prefix(t(1, 2), t(0, 0), priority=2)
    assert order(cache) == [13, 14, 17, 11, 12]


def test_priority_of_the_new_end_of_a_fork_is_its_own() -> None:
    cache = make("priority")
    cache.insert_prefix(t(1, 2), t(11, 12), priority=5)
    cache.insert_prefix(t(1, 3), t(0, 13), priority=1)
    cache.insert_prefix(t(7), t(17), priority=3)
    assert order(cache) == [13, 17, 12, 11]


@pytest.mark.parametrize("policy", ["fifo", "lfu", "lru", "priority"])
def test_what_is_locked_waits_whatever_the_policy(policy: str) -> None:
    cache = make(policy)
    handle = cache.insert_prefix(t(1, 2), t(11, 12)).handle
    cache.lock_handle(handle)
    cache.insert_prefix(t(1, 2, 3), t(0, 0, 13))
    cache.insert_prefix(t(7), t(17))
    assert order(cache) == [13, 17]
    cache.lock_handle(handle, unlock=True)
    assert order(cache) == [11, 12]
