"""Chapter 10: damage that the recount must see."""

from __future__ import annotations

import pytest
from helpers import t
from radix_trees import make_cache, match, three_inserts

from minisgl.kvcache.eviction import Cut
from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode

TREE = {1: b"\x01\0\0\0", 3: b"\x03\0\0\0", 7: b"\x07\0\0\0"}


def node_of(cache: RadixPrefixCache, *tokens: int) -> RadixTreeNode:
    node = cache.root_node
    for token in tokens:
        node = node.children[TREE[token]]
    return node


@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("ref_count", 1, "its count is not that of its own locks and its children's"),
        ("own_locks", 1, "its count is not that of its own locks and its children's"),
        ("slot_bytes", t(12, 13).numpy().tobytes(), "a slot is in the tree twice"),
        ("key_bytes", b"\x08\0\0\0\x08\0\0\0", "not filed under its first page"),
        ("length", 0, "whole pages"),
        ("start", 1, "it does not start where its parent ends"),
        ("end", 3, "or is of another length"),
        ("length", 1, "or is of another length"),
        ("queued", False, "it may be evicted, but is not in the order"),
        ("cuts", [Cut(0, 1)], "its cuts are not in order"),
        ("cuts", [Cut(2, 1)], "its cuts are not in order"),
        ("cuts", [Cut(1, 1), Cut(1, 1)], "its cuts are not in order"),
    ],
)
def test_the_integrity_check_finds_damage(attribute: str, value: object, message: str) -> None:
    """mini-sglang issue 149: the check was empty."""
    cache = three_inserts()
    cache.check_integrity()
    setattr(node_of(cache, 7), attribute, value)
    with pytest.raises(RuntimeError, match=message):
        cache.check_integrity()


def test_it_names_the_node() -> None:
    cache = three_inserts()
    node_of(cache, 7).ref_count = 1
    with pytest.raises(RuntimeError, match=r"RadixTreeNode\(\[7, 8\] -> \[30, 31\]"):
        cache.check_integrity()


def test_it_finds_a_lock_that_no_parent_knows_of() -> None:
    cache = three_inserts()
    child = node_of(cache, 1, 3)
    child.ref_count = child.own_locks = 1
    with pytest.raises(RuntimeError, match="its count is not that"):
        cache.check_integrity()


def test_it_finds_counts_that_agree_with_each_other_but_not_with_the_sizes() -> None:
    cache = three_inserts()
    for node in (node_of(cache, 1, 3), node_of(cache, 1)):
        node.ref_count = 1
    node_of(cache, 1, 3).own_locks = 1
    with pytest.raises(RuntimeError, match="sizes are"):
        cache.check_integrity()


@pytest.mark.parametrize("counter", ["evictable_size", "protected_size"])
@pytest.mark.parametrize("error", [-1, 1])
def test_it_finds_a_counter_that_is_off_by_one(counter: str, error: int) -> None:
    cache = three_inserts()
    cache.lock_handle(match(cache, 7, 8))
    cache.check_integrity()
    setattr(cache, counter, getattr(cache, counter) + error)
    with pytest.raises(RuntimeError, match="sizes are"):
        cache.check_integrity()


def test_it_finds_half_pages_in_keys_and_in_cuts() -> None:
    cache = make_cache(page_size=2)
    cache.insert_prefix(t(1, 2, 3, 4, 5, 6), t(10, 11, 12, 13, 14, 15))
    (node,) = cache.root_node.children.values()
    node.cuts = [Cut(2, 1), Cut(4, 1)]
    cache.check_integrity()
    node.cuts = [Cut(3, 1)]
    with pytest.raises(RuntimeError, match="its cuts are not in order, at whole pages"):
        cache.check_integrity()
    node.cuts = []
    node.length = 5
    with pytest.raises(RuntimeError, match="its key is not made of whole pages"):
        cache.check_integrity()
