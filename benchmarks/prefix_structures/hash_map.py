"""Whole prompts in a hash map: the first idea that one has, and what it cannot do.

A row of tokens is found if it was cached exactly so, and otherwise not at all. An engine asks for a
prompt without its last page, since it must compute something, so each row also answers to itself
without its last page: a prompt that comes again is found.

Rows may share slots, as a prompt and the same prompt with its answer do. Only the slots tell: how
many rows hold each is counted, and a slot is free when none does.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass

import torch

from minisgl.core import get_global_ctx
from minisgl.kvcache import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo
from minisgl.utils import align_down


@dataclass(eq=False, slots=True)
class Row:
    """A cached row of tokens: its hash, that of the row without its last page, and its slots."""

    digest: bytes
    shorter: bytes
    slots: torch.Tensor
    locks: int = 0
    evicted: bool = False


@dataclass(eq=False)
class HashMapHandle(BaseCacheHandle):
    """The first ``cached_len`` tokens of a row; no row for none."""

    row: Row | None

    def get_matched_indices(self) -> torch.Tensor:
        if self.row is None:
            return torch.empty(0, dtype=torch.int32)
        return self.row.slots[: self.cached_len].clone()


class SlotCounts:
    """How many holders each slot has, and how many slots have one."""

    def __init__(self, device: torch.device) -> None:
        self._counts = torch.zeros(0, dtype=torch.int32, device=device)
        self.held = 0

    def add(self, slots: torch.Tensor) -> None:
        missing = int(slots.max()) + 1 - len(self._counts)
        if missing > 0:
            more = self._counts.new_zeros(max(missing, len(self._counts)))
            self._counts = torch.cat([self._counts, more])
        self._counts[slots] += 1
        self.held += int((self._counts[slots] == 1).sum())

    def remove(self, slots: torch.Tensor) -> torch.Tensor:
        """Take one holder from each slot; the slots that have none now."""
        self._counts[slots] -= 1
        free = slots[self._counts[slots] == 0]
        self.held -= len(free)
        return free


class HashMapCache(BasePrefixCache):
    """Rows by a hash of all their tokens (SHA-256, as equal rows must be). Evicts whole rows."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.page_size = get_global_ctx().page_size
        self._rows: dict[bytes, Row] = {}
        self._by_shorter: dict[bytes, Row] = {}  # the latest row with that beginning
        self._unlocked: OrderedDict[bytes, Row] = OrderedDict()  # least recently used first
        self._slots = SlotCounts(device)
        self._locked_slots = SlotCounts(device)

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        ids = input_ids[: align_down(len(input_ids), self.page_size)]
        row = self._find(_digest(ids)) if len(ids) > 0 else None
        return MatchResult(HashMapHandle(0 if row is None else len(ids), row))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        length = align_down(len(input_ids), self.page_size)
        if length == 0:
            return InsertResult(0, HashMapHandle(0, None))
        digest = _digest(input_ids[:length])
        row = self._find(digest)
        if row is not None:
            return InsertResult(length, HashMapHandle(length, row))
        shorter = _digest(input_ids[: length - self.page_size])
        row = Row(digest, shorter, indices[:length].clone())
        self._rows[digest] = self._unlocked[digest] = row
        if length > self.page_size:
            self._by_shorter[shorter] = row
        self._slots.add(row.slots)
        return InsertResult(0, HashMapHandle(length, row))

    def _find(self, digest: bytes) -> Row | None:
        """The row with that hash, which counts as used now."""
        row = self._rows.get(digest) or self._by_shorter.get(digest)
        if row is not None and row.locks == 0:
            self._unlocked.move_to_end(row.digest)
        return row

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, HashMapHandle)
        row = handle.row
        if row is None:
            return
        if row.evicted:
            raise RuntimeError("the handle's row was evicted: match it again")
        if unlock and row.locks == 0:
            raise RuntimeError("the handle is not locked")
        row.locks += -1 if unlock else 1
        if unlock and row.locks == 0:
            self._unlocked[row.digest] = row
            self._locked_slots.remove(row.slots)
        elif not unlock and row.locks == 1:
            del self._unlocked[row.digest]
            self._locked_slots.add(row.slots)

    def evict(self, size: int) -> torch.Tensor:
        evictable = self.size_info.evictable_size
        if not 0 <= size <= evictable:
            raise RuntimeError(f"cannot evict {size} tokens: {evictable} are evictable")
        evicted = [torch.empty(0, dtype=torch.int32, device=self.device)]
        left = self._slots.held - size
        while self._slots.held > left:
            _, row = self._unlocked.popitem(last=False)
            del self._rows[row.digest]
            if self._by_shorter.get(row.shorter) is row:
                del self._by_shorter[row.shorter]
            row.evicted = True
            evicted.append(self._slots.remove(row.slots))
        return torch.cat(evicted)

    def reset(self) -> None:
        if self._locked_slots.held > 0:
            raise RuntimeError(f"cannot reset: {self._locked_slots.held} tokens are locked")
        self.evict(self._slots.held)

    @property
    def size_info(self) -> SizeInfo:
        locked = self._locked_slots.held
        return SizeInfo(self._slots.held - locked, locked)

    def check_integrity(self) -> None:
        slots = {slot for row in self._rows.values() for slot in row.slots.tolist()}
        locked = {
            slot for row in self._rows.values() if row.locks > 0 for slot in row.slots.tolist()
        }
        if self.size_info != (len(slots) - len(locked), len(locked)):
            raise RuntimeError(f"sizes are {self.size_info}: {len(slots)}, {len(locked)} locked")


def _digest(ids: torch.Tensor) -> bytes:
    return hashlib.sha256(ids.numpy().tobytes()).digest()
