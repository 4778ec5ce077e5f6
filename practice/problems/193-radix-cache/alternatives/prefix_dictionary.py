"""Without a tree: nodes in a dictionary, each under the whole prefix that it ends."""

from dataclasses import dataclass
from typing import NamedTuple

import torch


class SizeInfo(NamedTuple):
    evictable_size: int
    protected_size: int


class MatchResult(NamedTuple):
    cuda_handle: object


class InsertResult(NamedTuple):
    cached_len: int
    handle: object


@dataclass
class Node:
    start: int
    slots: list
    used: int


class Handle:
    def __init__(self, cache, prefix):
        self._cache, self.prefix = cache, prefix
        self.cached_len = len(prefix)

    def get_matched_indices(self):
        nodes = self._cache.nodes
        ends = [e for e in range(1, self.cached_len + 1) if self.prefix[:e] in nodes]
        slots = [slot for end in ends for slot in nodes[self.prefix[:end]].slots]
        return torch.tensor(slots, dtype=torch.int32)


class RadixPrefixCache:
    def __init__(self, page_size):
        self.page_size = page_size
        self.nodes = {}  # by prefix
        self.locks = []  # of prefixes, one for each lock
        self.now = 0

    @property
    def size_info(self):
        lengths = {prefix: len(node.slots) for prefix, node in self.nodes.items()}
        protected = sum(length for prefix, length in lengths.items() if self._is_locked(prefix))
        return SizeInfo(sum(lengths.values()) - protected, protected)

    def match_prefix(self, input_ids):
        ids = tuple(input_ids.tolist())
        return MatchResult(Handle(self, ids[: self._walk(ids)]))

    def insert_prefix(self, input_ids, indices):
        ids = tuple(input_ids.tolist())
        ids = ids[: len(ids) - len(ids) % self.page_size]
        known = self._walk(ids)
        if known < len(ids):
            slots = indices.tolist()[known : len(ids)]
            self.nodes[ids] = Node(known, slots, self.now)
        return InsertResult(known, Handle(self, ids))

    def lock_handle(self, handle, unlock=False):
        if not unlock:
            self.locks.append(handle.prefix)
        elif handle.prefix in self.locks:
            self.locks.remove(handle.prefix)
        elif handle.prefix:
            raise RuntimeError("not locked")

    def evict(self, size):
        if size > self.size_info.evictable_size:
            raise RuntimeError("too much")
        slots = []
        while len(slots) < size:
            inner = {prefix[: node.start] for prefix, node in self.nodes.items()}
            leaves = [p for p in self.nodes if p not in inner and not self._is_locked(p)]
            slots += self.nodes.pop(min(leaves, key=lambda p: self.nodes[p].used)).slots
        return torch.tensor(slots, dtype=torch.int32)

    def _is_locked(self, prefix):
        return any(lock[: len(prefix)] == prefix for lock in self.locks)

    def _walk(self, ids):
        self.now += 1
        page, known = self.page_size, 0
        prefixes = list(self.nodes)
        while known + page <= len(ids) and any(
            p[: known + page] == ids[: known + page] for p in prefixes
        ):
            known += page
        for prefix in prefixes:
            node = self.nodes[prefix]
            if prefix[:known] == ids[:known] and node.start < known < len(prefix):
                cut = known - node.start
                self.nodes[ids[:known]] = Node(node.start, node.slots[:cut], self.now)
                node.start, node.slots = known, node.slots[cut:]
        for end in range(1, known + 1):
            if ids[:end] in self.nodes:
                self.nodes[ids[:end]].used = self.now
        return known
