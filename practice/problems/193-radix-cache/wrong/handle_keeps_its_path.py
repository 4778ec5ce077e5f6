"""A handle keeps the nodes it was made with: it misses the first part if one is split later."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterator
from typing import NamedTuple

import torch


class SizeInfo(NamedTuple):
    evictable_size: int
    protected_size: int


class MatchResult(NamedTuple):
    cuda_handle: RadixCacheHandle


class InsertResult(NamedTuple):
    cached_len: int
    handle: RadixCacheHandle


class RadixTreeNode:
    """A run of tokens without a fork, the slots of their KV, and what follows."""

    def __init__(self, key: torch.Tensor, value: torch.Tensor, timestamp: int) -> None:
        self.key = key
        self.value = value
        self.timestamp = timestamp
        self.ref_count = 0
        self.parent: RadixTreeNode | None = None
        self.children: dict[Hashable, RadixTreeNode] = {}

    @property
    def length(self) -> int:
        return len(self.key)

    def is_evictable(self) -> bool:
        return not self.children and self.ref_count == 0 and self.parent is not None

    def __lt__(self, other: RadixTreeNode) -> bool:
        return self.timestamp < other.timestamp


class RadixCacheHandle:
    """The prefix that ends with a node."""

    def __init__(self, cached_len: int, node: RadixTreeNode) -> None:
        self.cached_len = cached_len
        self.node = node
        self.nodes = []
        while node.parent is not None:
            self.nodes.append(node)
            node = node.parent

    def path(self) -> list[RadixTreeNode]:
        """The node and those above it, but for the root."""
        return self.nodes

    def get_matched_indices(self) -> torch.Tensor:
        values = [node.value for node in reversed(self.path())]
        return torch.cat([torch.empty(0, dtype=torch.int32), *values])


class RadixPrefixCache:
    """Remembers which slots hold the KV of which token prefixes, in whole pages."""

    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        nothing = torch.empty(0, dtype=torch.int32)
        self.root = RadixTreeNode(nothing, nothing, timestamp=0)
        self.clock = 0
        self.evictable_size = 0
        self.protected_size = 0

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(self.evictable_size, self.protected_size)

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        node, matched_len = self._walk(input_ids)
        return MatchResult(RadixCacheHandle(matched_len, node))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        insert_len = len(input_ids) // self.page_size * self.page_size
        node, cached_len = self._walk(input_ids)
        if cached_len < insert_len:
            leaf = RadixTreeNode(
                input_ids[cached_len:insert_len].clone(),
                indices[cached_len:insert_len].clone(),
                self.clock,
            )
            self._hang(leaf, node)
            self.evictable_size += leaf.length
            node = leaf
        return InsertResult(cached_len, RadixCacheHandle(insert_len, node))

    def lock_handle(self, handle: RadixCacheHandle, unlock: bool = False) -> None:
        path = handle.path()
        if unlock and path:
            below = sum(child.ref_count for child in path[0].children.values())
            if path[0].ref_count == below:  # all its locks end further down
                raise RuntimeError("the handle is not locked")
        for node in path:
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
        if size > self.evictable_size:
            raise RuntimeError(f"cannot evict {size} tokens of {self.evictable_size}")
        leaves = [node for node in self._nodes() if node.is_evictable()]
        heapq.heapify(leaves)
        evicted = [torch.empty(0, dtype=torch.int32)]
        evicted_size = 0
        while evicted_size < size:
            leaf = heapq.heappop(leaves)
            parent = leaf.parent
            assert parent is not None
            del parent.children[self._page(leaf.key)]
            evicted.append(leaf.value)
            evicted_size += leaf.length
            if parent.is_evictable():
                heapq.heappush(leaves, parent)
        self.evictable_size -= evicted_size
        return torch.cat(evicted)

    def _walk(self, input_ids: torch.Tensor) -> tuple[RadixTreeNode, int]:
        """Follow input_ids down; the last node reached, cut to what matched, and the length."""
        self.clock += 1
        node, matched_len = self.root, 0
        while len(input_ids) - matched_len >= self.page_size:
            rest = input_ids[matched_len:]
            child = node.children.get(self._page(rest))
            if child is None:
                break
            common = self._common_pages(child.key, rest)
            if common < child.length:
                child = self._split(child, common)
            child.timestamp = self.clock
            node = child
            matched_len += common
        return node, matched_len

    def _split(self, node: RadixTreeNode, pos: int) -> RadixTreeNode:
        """Put tokens [0, pos) of a node into a new one above it, which takes over its locks."""
        first = RadixTreeNode(node.key[:pos].clone(), node.value[:pos].clone(), node.timestamp)
        first.ref_count = node.ref_count
        assert node.parent is not None
        self._hang(first, node.parent)
        node.key, node.value = node.key[pos:].clone(), node.value[pos:].clone()
        self._hang(node, first)
        return first

    def _hang(self, node: RadixTreeNode, parent: RadixTreeNode) -> None:
        node.parent = parent
        parent.children[self._page(node.key)] = node

    def _page(self, ids: torch.Tensor) -> Hashable:
        """What a child is filed under: its first page."""
        return tuple(ids[: self.page_size].tolist())

    def _common_pages(self, key: torch.Tensor, ids: torch.Tensor) -> int:
        """How many leading tokens are the same, in whole pages."""
        shorter = min(len(key), len(ids))
        differs = (key[:shorter] != ids[:shorter]).nonzero()
        common = int(differs[0, 0]) if len(differs) else shorter
        return common // self.page_size * self.page_size

    def _nodes(self) -> Iterator[RadixTreeNode]:
        stack = list(self.root.children.values())
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children.values())
