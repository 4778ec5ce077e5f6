"""Chapter 10: the order of eviction by itself, under every policy."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
import torch

from minisgl.kvcache.eviction import EVICTION_POLICIES, EvictionOrder, Usage
from minisgl.kvcache.radix_cache import RadixTreeNode, make_key_fn

POLICIES = ["fifo", "lfu", "lru", "priority"]
RANKS: dict[str, Callable[[Usage], object]] = {
    "lru": lambda usage: (usage.timestamp,),
    "fifo": lambda usage: (usage.born,),
    "lfu": lambda usage: (usage.hits, usage.timestamp),
    "priority": lambda usage: (usage.priority, usage.timestamp),
}


def leaves(*times: int) -> list[RadixTreeNode]:
    """Leaves below a root, made in that order at those times."""
    root = RadixTreeNode(make_key_fn(page_size=1), timestamp=0, uid=0)
    found = []
    for uid, now in enumerate(times, start=1):
        leaf = RadixTreeNode(root.key_fn, now, uid)
        leaf.set_key_value(uid.to_bytes(4, "little"), uid.to_bytes(4, "little"))
        leaf.set_parent(root)
        found.append(leaf)
    return found


def make_order(policy: str = "lru") -> EvictionOrder:
    return EvictionOrder(EVICTION_POLICIES[policy])


def drain(order: EvictionOrder) -> Iterator[int]:
    """The uids of what comes out."""
    while True:
        try:
            yield order.pop().uid
        except IndexError:
            return


def test_there_are_four_policies() -> None:
    assert EVICTION_POLICIES.names == POLICIES
    with pytest.raises(ValueError, match="unknown eviction policy 'mru': choose from fifo, lfu"):
        make_order("mru")


def test_a_use_is_counted_and_remembered() -> None:
    usage = Usage(3)
    assert (usage.born, usage.timestamp, usage.hits, usage.priority) == (3, 3, 1, 0)
    usage.use(5)
    usage.use(6)
    assert (usage.born, usage.timestamp, usage.hits, usage.priority) == (3, 6, 3, 0)


@pytest.mark.parametrize("swap", [False, True])
def test_to_absorb_is_to_count_both(swap: bool) -> None:
    one, two = Usage(3), Usage(1)
    one.priority, two.priority = 2, 7
    two.use(2)
    if swap:
        one, two = two, one
    born = one.born
    one.absorb(two)
    assert (one.born, one.timestamp, one.hits, one.priority) == (born, 3, 3, 7)


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("lru", [3, 1, 2]), ("fifo", [1, 2, 3]), ("lfu", [2, 3, 1]), ("priority", [3, 2, 1])],
)
def test_each_policy_has_its_own_order(policy: str, expected: list[int]) -> None:
    one, two, three = found = leaves(1, 2, 3)
    one.use(5)
    one.use(6)
    two.use(7)
    three.use(4)
    one.priority, two.priority = 9, 1
    three.timestamp = 5
    order = make_order(policy)
    for leaf in found:
        order.add(leaf)
    if policy == "lfu":
        assert (two.hits, three.hits) == (2, 2)
        expected = [3, 2, 1]  # of equal hits the one that was used longer ago
    assert list(drain(order)) == expected


@pytest.mark.parametrize("policy", POLICIES)
def test_of_equal_ranks_the_one_that_was_made_first_goes_first(policy: str) -> None:
    found = leaves(*[1] * 9)
    order = make_order(policy)
    for i in (4, 2, 8, 0, 7, 1, 3, 6, 5):
        order.add(found[i])
    assert list(drain(order)) == list(range(1, 10))


@pytest.mark.parametrize("policy", POLICIES)
def test_any_order_of_coming_and_any_use_gives_the_least_rank_first(policy: str) -> None:
    generator = random.Random(policy)
    for _ in range(50):
        found = leaves(*[generator.randrange(5) for _ in range(12)])
        order = make_order(policy)
        for now, leaf in enumerate(generator.sample(found, len(found)), start=5):
            order.add(leaf)
            if generator.random() < 0.5:
                used = generator.choice(found)
                used.use(now)
                used.priority += generator.randrange(3)
        expected = sorted(found, key=lambda leaf: (RANKS[policy](leaf), leaf.uid))
        assert list(drain(order)) == [leaf.uid for leaf in expected]


def test_adding_twice_is_adding_once() -> None:
    found = leaves(1, 2)
    order = make_order()
    for _ in range(3):
        order.add(found[0])
    assert len(order) == 1
    assert list(drain(order)) == [1]
    order.add(found[0])  # it was taken out: now it comes anew
    assert list(drain(order)) == [1]


def test_what_cannot_go_now_is_left_out_and_may_come_again() -> None:
    one, two = leaves(1, 2)
    order = make_order()
    order.add(one)
    order.add(two)
    one.ref_count = 1
    assert order.pop() is two
    assert (len(order), one.queued) == (0, False)
    one.ref_count = 0
    order.add(one)
    assert order.pop() is one


def test_a_node_that_is_locked_and_unlocked_again_keeps_its_place() -> None:
    one, two = leaves(1, 2)
    order = make_order()
    order.add(one)
    order.add(two)
    one.ref_count = 1
    one.ref_count = 0
    order.add(one)
    assert len(order) == 2
    assert list(drain(order)) == [1, 2]


def test_new_leaves_wait_in_the_queue_and_late_ones_in_the_heap() -> None:
    found = leaves(2, 3, 4, 1)
    order = make_order()
    for leaf in found:
        order.add(leaf)
    assert [entry[2].uid for entry in order._in_turn] == [1, 2, 3]
    assert [entry[2].uid for entry in order._late] == [4]
    assert list(drain(order)) == [4, 1, 2, 3]


def test_a_used_node_is_looked_at_once_more_and_no_oftener() -> None:
    found = leaves(*range(1, 101))
    asked: list[int] = []

    def count(usage: Usage) -> int:
        asked.append(usage.born)
        return usage.timestamp

    order = EvictionOrder(count)
    for leaf in found:
        order.add(leaf)
    for now in range(200, 260):
        found[now - 200].use(now)
        found[now - 200].use(now + 100)
    asked.clear()
    assert list(drain(order)) == [*range(61, 101), *range(1, 61)]
    assert len(asked) == 40 + 60 * 3  # its turn, its new place, its turn


def test_entries_hold_no_tensors() -> None:
    order = make_order()
    order.add(leaves(1)[0])
    (entry,) = order._in_turn
    assert not any(isinstance(part, torch.Tensor) for part in entry)
