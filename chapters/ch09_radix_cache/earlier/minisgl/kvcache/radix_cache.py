"""The radix cache: a compressed prefix tree over token ids that remembers where their KV lives.

RadixAttention (Zheng et al. 2024, SGLang). Each node holds a run of tokens without a fork and the
slots of their KV; the keys on the way from the root to a node, one after the other, are a cached
prefix. Invariants:

1. Keys are whole pages, never empty; siblings differ in their first page.
2. A node's ``ref_count`` is the number of locks on handles that end in it or below it, so no child
   has more than its parent, and what has 0 has nothing locked below.
3. ``evictable_size`` and ``protected_size`` are the tokens of nodes with ref_count 0 and above 0.
4. The tree owns its keys and values: nobody else's tensor shares their memory.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

import torch

from minisgl.core import get_global_ctx
from minisgl.kernel.torch_ops import fast_compare_key
from minisgl.utils import align_down

from .base import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo

KeyFn = Callable[[torch.Tensor], Hashable]


def make_key_fn(page_size: int) -> KeyFn:
    """What a child is filed under: its first page, since matching goes by whole pages."""
    if page_size == 1:
        return lambda ids: int(ids[0])
    return lambda ids: tuple(ids[:page_size].tolist())


class RadixTreeNode:
    """A run of tokens, the slots of their KV, and what follows.

    Attributes:
        children: by their first page.
        ref_count: locks on this node and below.
        timestamp: the last operation that used it; the logical clock of the cache.
        uid: the order in which nodes were made, which breaks ties between timestamps.
    """

    def __init__(self, key_fn: KeyFn, timestamp: int, uid: int) -> None:
        self.key_fn = key_fn
        self.children: dict[Hashable, RadixTreeNode] = {}
        self.ref_count = 0
        self.timestamp = timestamp
        self.uid = uid
        self._parent: RadixTreeNode | None = None
        self._key = torch.empty(0, dtype=torch.int32)
        self._value = torch.empty(0, dtype=torch.int32)

    def set_key_value(self, key: torch.Tensor, value: torch.Tensor) -> None:
        assert len(key) == len(value) > 0, "a node holds one slot for each of its tokens"
        self._key, self._value = key, value

    def set_parent(self, parent: RadixTreeNode) -> None:
        """Hang this node below ``parent``, in the place of a child with the same first page."""
        self._parent = parent
        parent.children[self.key_fn(self._key)] = self

    @property
    def key(self) -> torch.Tensor:
        return self._key

    @property
    def value(self) -> torch.Tensor:
        return self._value

    @property
    def length(self) -> int:
        return len(self._key)

    @property
    def parent(self) -> RadixTreeNode:
        assert self._parent is not None, "the root has no parent"
        return self._parent

    def is_root(self) -> bool:
        return self._parent is None

    def is_leaf(self) -> bool:
        return not self.children

    def is_evictable(self) -> bool:
        """Only leaves may go: without an inner node its children would be out of reach."""
        return self.is_leaf() and self.ref_count == 0 and not self.is_root()

    def locks_below(self) -> int:
        """Locks on handles that end below this node; the rest of ``ref_count`` ends in it."""
        return sum(child.ref_count for child in self.children.values())

    def get_match_len(self, input_ids: torch.Tensor) -> int:
        """How many leading tokens of ``input_ids`` are this node's."""
        return fast_compare_key(self._key, input_ids)

    def split_at(self, pos: int, uid: int) -> RadixTreeNode:
        """Cut this node in two and return the new first part, tokens [0, pos).

        The node itself becomes the second part, so handles that end in it still end where they did;
        every lock on it went through the first part too, which therefore takes over the count.
        """
        assert 0 < pos < self.length
        parent = self.parent
        first = RadixTreeNode(self.key_fn, self.timestamp, uid)
        first.ref_count = self.ref_count
        # Copies: as views, both parts would keep the whole run in memory when one is evicted.
        first.set_key_value(self._key[:pos].clone(), self._value[:pos].clone())
        first.set_parent(parent)
        self.set_key_value(self._key[pos:].clone(), self._value[pos:].clone())
        self.set_parent(first)
        return first

    def __lt__(self, other: RadixTreeNode) -> bool:
        return (self.timestamp, self.uid) < (other.timestamp, other.uid)

    def __repr__(self) -> str:
        return f"RadixTreeNode({self._key.tolist()} -> {self._value.tolist()}, {self.ref_count=})"


@dataclass(eq=False)
class RadixCacheHandle(BaseCacheHandle):
    """The prefix that ends with ``node``."""

    node: RadixTreeNode

    def path(self) -> list[RadixTreeNode]:
        """The node and all above it, the root excepted.

        Raises:
            RuntimeError: if the prefix was evicted since the handle was given out.
        """
        path, node = [], self.node
        while not node.is_root():
            path.append(node)
            node = node.parent
        if sum(node.length for node in path) != self.cached_len:
            raise RuntimeError("the handle's prefix was evicted: match it again")
        return path

    def get_matched_indices(self) -> torch.Tensor:
        values = [node.value for node in reversed(self.path())]
        return torch.cat(values) if values else self.node.value


class RadixPrefixCache(BasePrefixCache):
    """The tree, its clock and its counters. The page size is that of the global context.

    Recency is counted in operations, not read from a clock on the wall, so that the same operations
    evict the same nodes on every machine and on every rank.
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.page_size = get_global_ctx().page_size
        self.key_fn = make_key_fn(self.page_size)
        self._clock = 0
        self._nodes_made = 0
        self.root_node = RadixTreeNode(self.key_fn, timestamp=0, uid=0)
        self.evictable_size = 0
        self.protected_size = 0

    def reset(self) -> None:
        if self.protected_size > 0:
            raise RuntimeError(f"cannot reset: {self.protected_size} tokens are locked")
        self.evict(self.evictable_size)

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(self.evictable_size, self.protected_size)

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        node, matched_len = self._tree_walk(input_ids)
        return MatchResult(RadixCacheHandle(matched_len, node))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        insert_len = align_down(len(input_ids), self.page_size)
        input_ids, indices = input_ids[:insert_len], indices[:insert_len]
        node, cached_len = self._tree_walk(input_ids)
        if cached_len < insert_len:
            leaf = RadixTreeNode(self.key_fn, self._clock, self._next_uid())
            # Clones: the caller goes on to write to the rows that these are views of.
            leaf.set_key_value(input_ids[cached_len:].clone(), indices[cached_len:].clone())
            leaf.set_parent(node)
            self.evictable_size += leaf.length
            node = leaf
        return InsertResult(cached_len, RadixCacheHandle(insert_len, node))

    def _tree_walk(self, input_ids: torch.Tensor) -> tuple[RadixTreeNode, int]:
        """Follow ``input_ids`` down the tree as far as whole pages match.

        Returns the last node reached and the length matched. A node of which only a part matched
        is split there, so that the result ends exactly where the match does; what is left of it
        starts otherwise than the input goes on, which ends the walk. All that matched, and nothing
        else, counts as used now.
        """
        self._clock += 1
        node, matched_len = self.root_node, 0
        while len(input_ids) - matched_len >= self.page_size:
            rest = input_ids[matched_len:]
            child = node.children.get(self.key_fn(rest))
            if child is None:
                break
            match_len = align_down(child.get_match_len(rest), self.page_size)
            if match_len < child.length:
                child = child.split_at(match_len, self._next_uid())
            child.timestamp = self._clock
            node = child
            matched_len += match_len
        return node, matched_len

    def _next_uid(self) -> int:
        self._nodes_made += 1
        return self._nodes_made

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, RadixCacheHandle)
        path = handle.path()
        if unlock and path and path[0].ref_count == path[0].locks_below():
            raise RuntimeError("the handle is not locked")
        for node in path:  # a request needs its whole prefix, not only the last run of it
            if unlock:
                node.ref_count -= 1
                if node.ref_count == 0:
                    self.protected_size -= node.length
                    self.evictable_size += node.length
            else:
                if node.ref_count == 0:
                    self.evictable_size -= node.length
                    self.protected_size += node.length
                node.ref_count += 1

    def evict(self, size: int) -> torch.Tensor:
        if not 0 <= size <= self.evictable_size:
            raise RuntimeError(f"cannot evict {size} tokens: {self.evictable_size} are evictable")
        leaves = [node for node in self._all_nodes() if node.is_evictable()] if size > 0 else []
        heapq.heapify(leaves)
        evicted: list[torch.Tensor] = [torch.empty(0, dtype=torch.int32, device=self.device)]
        evicted_size = 0
        while evicted_size < size:
            leaf = heapq.heappop(leaves)
            parent = leaf.parent
            self._remove_leaf(leaf)
            evicted.append(leaf.value)
            evicted_size += leaf.length
            if parent.is_evictable():
                heapq.heappush(leaves, parent)
        return torch.cat(evicted)

    def _remove_leaf(self, leaf: RadixTreeNode) -> None:
        del leaf.parent.children[self.key_fn(leaf.key)]
        leaf._parent = None  # from now on a handle that ends here can be told from a live one
        self.evictable_size -= leaf.length

    def _all_nodes(self) -> Iterator[RadixTreeNode]:
        """Every node but the root, parents first."""
        stack = list(self.root_node.children.values())
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children.values())

    def check_integrity(self) -> None:
        evictable = protected = 0
        slots: set[int] = set()
        for node in self._all_nodes():
            fault = self._find_fault(node)
            if fault is not None:
                raise RuntimeError(f"{node!r}: {fault}")
            slots.update(node.value.tolist())
            if node.ref_count == 0:
                evictable += node.length
            else:
                protected += node.length
        if (evictable, protected) != self.size_info:
            raise RuntimeError(f"sizes are {self.size_info}, the tree has {evictable, protected}")
        if len(slots) != evictable + protected:
            raise RuntimeError("a slot is in the tree twice")

    def _find_fault(self, node: RadixTreeNode) -> str | None:
        """What is wrong with a node and its place in the tree; None if nothing is."""
        if node.length == 0 or node.length % self.page_size != 0:
            return "its key is not made of whole pages"
        if node.parent.children.get(self.key_fn(node.key)) is not node:
            return "it is not filed under its first page"
        if node.ref_count < node.locks_below():
            return "its children are locked more often than it is"
        return None
