"""A trie: a node for each token, or for each page of them (Fredkin, "Trie Memory", 1960).

It finds the longest cached prefix, token by token. Every token costs a node with a dictionary, and
every step of a match a look-up: what a radix tree saves by keeping runs in one node.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import torch

from minisgl.core import get_global_ctx
from minisgl.kvcache import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo


class TrieNode:
    """One page of tokens: its first slot, what follows, and who needs it.

    Attributes:
        key: what its parent files it under: its token, or a tuple of the tokens of its page.
        ref_count: locks on handles that end here or below.
        used: the operation that used it last. uid: the order in which nodes were made.
        queued: whether the heap of those that may be evicted has it.
    """

    __slots__ = (
        "children", "evicted", "key", "parent", "queued", "ref_count", "slot", "uid", "used",
    )  # fmt: skip

    def __init__(self, parent: TrieNode | None, key: Hashable, slot: int, uid: int) -> None:
        self.parent, self.key, self.slot, self.uid = parent, key, slot, uid
        self.children: dict[Hashable, TrieNode] = {}
        self.ref_count = self.used = 0
        self.queued = self.evicted = False

    def path(self) -> Iterator[TrieNode]:
        """This node and all above it, the root excepted."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent

    def may_go(self) -> bool:
        return not self.children and self.ref_count == 0 and self.parent is not None


@dataclass(eq=False)
class TrieHandle(BaseCacheHandle):
    """A prefix that ends in ``node``."""

    node: TrieNode
    page_size: int

    def get_matched_indices(self) -> torch.Tensor:
        firsts = torch.tensor([node.slot for node in self.node.path()], dtype=torch.int32).flip(0)
        offsets = torch.arange(self.page_size, dtype=torch.int32)
        return (firsts.unsqueeze(1) + offsets).flatten()


class TrieCache(BasePrefixCache):
    """The tree, its clock and its sizes. Evicts page by page, leaves only.

    A page's slots lie in a row (``minisgl/kvcache/base.py``), so a node keeps the first alone.
    """

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.page_size = get_global_ctx().page_size
        self._clock = self._nodes_made = self._nodes = self._locked_nodes = 0
        self._root = TrieNode(None, None, -1, 0)
        self._leaves: list[tuple[int, int, TrieNode]] = []

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        node, pages = self._walk(self._pages(input_ids))
        return MatchResult(TrieHandle(pages * self.page_size, node, self.page_size))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        keys = self._pages(input_ids)
        node, found = self._walk(keys)
        slots = indices[:: self.page_size].tolist()
        for place in range(found, len(keys)):
            self._nodes_made += 1
            child = TrieNode(node, keys[place], slots[place], self._nodes_made)
            child.used = self._clock
            node.children[child.key] = node = child
        self._nodes += len(keys) - found
        self._maybe_queue(node)
        handle = TrieHandle(len(keys) * self.page_size, node, self.page_size)
        return InsertResult(found * self.page_size, handle)

    def _pages(self, ids: torch.Tensor) -> list[Hashable]:
        """The keys of the full pages of a row."""
        tokens, size = ids.tolist(), self.page_size
        if size == 1:
            return list(tokens)
        return [tuple(tokens[at : at + size]) for at in range(0, len(tokens) - size + 1, size)]

    def _walk(self, keys: list[Hashable]) -> tuple[TrieNode, int]:
        """The last node that matches and how many do; they count as used now."""
        self._clock += 1
        node = self._root
        for place, key in enumerate(keys):
            child = node.children.get(key)
            if child is None:
                return node, place
            node = child
            node.used = self._clock
        return node, len(keys)

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, TrieHandle)
        if handle.node.evicted:
            raise RuntimeError("the handle's prefix was evicted: match it again")
        if unlock and handle.cached_len > 0:
            below = sum(child.ref_count for child in handle.node.children.values())
            if handle.node.ref_count == below:
                raise RuntimeError("the handle is not locked")
        for node in handle.node.path():
            if unlock:
                node.ref_count -= 1
                self._locked_nodes -= node.ref_count == 0
            else:
                self._locked_nodes += node.ref_count == 0
                node.ref_count += 1
        self._maybe_queue(handle.node)

    def evict(self, size: int) -> torch.Tensor:
        evictable = self.size_info.evictable_size
        if not 0 <= size <= evictable:
            raise RuntimeError(f"cannot evict {size} tokens: {evictable} are evictable")
        firsts: list[int] = []
        while len(firsts) * self.page_size < size:
            node = self._pop_oldest()
            assert node.parent is not None
            del node.parent.children[node.key]
            node.evicted = True
            firsts.append(node.slot)
            self._maybe_queue(node.parent)
        self._nodes -= len(firsts)
        offsets = torch.arange(self.page_size, dtype=torch.int32, device=self.device)
        column = torch.tensor(firsts, dtype=torch.int32, device=self.device).unsqueeze(1)
        return (column + offsets).flatten()

    def _maybe_queue(self, node: TrieNode) -> None:
        if node.may_go() and not node.queued:
            node.queued = True
            heapq.heappush(self._leaves, (node.used, node.uid, node))

    def _pop_oldest(self) -> TrieNode:
        """The leaf that goes next. What was used or changed while it waited is looked at now."""
        while True:
            used, _, node = heapq.heappop(self._leaves)
            node.queued = False
            if node.may_go() and node.used == used:
                return node
            self._maybe_queue(node)

    def reset(self) -> None:
        if self._locked_nodes > 0:
            raise RuntimeError(f"cannot reset: {self.size_info.protected_size} tokens are locked")
        self.evict(self.size_info.evictable_size)

    @property
    def size_info(self) -> SizeInfo:
        locked = self._locked_nodes * self.page_size
        return SizeInfo(self._nodes * self.page_size - locked, locked)

    def check_integrity(self) -> None:
        nodes = locked = 0
        stack = [self._root]
        while stack:
            node = stack.pop()
            stack.extend(node.children.values())
            if node.parent is None:
                continue
            nodes += 1
            locked += node.ref_count > 0
            if sum(child.ref_count for child in node.children.values()) > node.ref_count:
                raise RuntimeError(f"the node of {node.key} is locked less than what follows it")
        if (nodes, locked) != (self._nodes, self._locked_nodes):
            raise RuntimeError(f"sizes are {self.size_info}: {nodes} nodes, {locked} locked")
