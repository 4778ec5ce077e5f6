"""Hash blocks: a table from the hash of a block and all before it to the block.

That is how vLLM caches prefixes (``vllm/v1/core/block_pool.py`` and ``kv_cache_utils.py``; paper:
Kwon et al., "Efficient Memory Management for Large Language Model Serving with PagedAttention",
2023). A block is a page, 16 tokens there. There is no tree: the hash of the block before is part of
a block's hash, so a prefix is found by looking its blocks up one after the other.

The blocks that may be evicted stand in one queue. What is used or given back goes to its end, last
block first, so a block always stands before the one that it follows, and the head is never needed
by another.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass

import torch

from minisgl.core import get_global_ctx
from minisgl.kvcache import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo


@dataclass(eq=False, slots=True)
class Block:
    """A full block of tokens. Its slots lie in a row (base.py), so the first of them is enough.

    ``locks`` counts its users and does not know them: a handle that nobody locked can be unlocked
    while others hold all of its blocks.
    """

    digest: bytes
    slot: int
    locks: int = 0


@dataclass(eq=False)
class HashBlockHandle(BaseCacheHandle):
    """The blocks of a prefix, in order."""

    blocks: tuple[Block, ...]
    block_size: int

    def get_matched_indices(self) -> torch.Tensor:
        return _all_slots(self.blocks, self.block_size)


class HashBlockCache(BasePrefixCache):
    """The table, and the queue of those that may be evicted. The block size is the page size."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.block_size = get_global_ctx().page_size
        self._blocks: dict[bytes, Block] = {}
        self._unlocked: OrderedDict[bytes, Block] = OrderedDict()

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        found = self._find(self._digests(input_ids))
        self._use(found)
        return MatchResult(self._handle(found))

    def insert_prefix(self, input_ids: torch.Tensor, indices: torch.Tensor) -> InsertResult:
        if len(input_ids) != len(indices):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        digests = self._digests(input_ids)
        blocks = self._find(digests)
        cached = len(blocks)
        firsts = indices[:: self.block_size].tolist()
        for place in range(cached, len(digests)):
            block = Block(digests[place], firsts[place])
            self._blocks[block.digest] = self._unlocked[block.digest] = block
            blocks.append(block)
        self._use(blocks)
        return InsertResult(cached * self.block_size, self._handle(blocks))

    def _digests(self, ids: torch.Tensor) -> list[bytes]:
        """The hash of each full block, with that of the one before in it."""
        row = ids.numpy().tobytes()
        size = self.block_size * ids.itemsize
        digests, last = [], b""
        for start in range(0, len(row) - size + 1, size):
            last = hashlib.sha256(last + row[start : start + size]).digest()
            digests.append(last)
        return digests

    def _find(self, digests: list[bytes]) -> list[Block]:
        found = []
        for digest in digests:
            block = self._blocks.get(digest)
            if block is None:
                break
            found.append(block)
        return found

    def _use(self, blocks: list[Block]) -> None:
        for block in reversed(blocks):
            if block.locks == 0:
                self._unlocked.move_to_end(block.digest)

    def _handle(self, blocks: list[Block]) -> HashBlockHandle:
        return HashBlockHandle(len(blocks) * self.block_size, tuple(blocks), self.block_size)

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, HashBlockHandle)
        if any(self._blocks.get(block.digest) is not block for block in handle.blocks):
            raise RuntimeError("a block of the handle was evicted: match it again")
        if unlock and any(block.locks == 0 for block in handle.blocks):
            raise RuntimeError("the handle is not locked")
        for block in reversed(handle.blocks):
            if not unlock and block.locks == 0:
                del self._unlocked[block.digest]
            block.locks += -1 if unlock else 1
            if unlock and block.locks == 0:
                self._unlocked[block.digest] = block

    def evict(self, size: int) -> torch.Tensor:
        evictable = self.size_info.evictable_size
        if not 0 <= size <= evictable:
            raise RuntimeError(f"cannot evict {size} tokens: {evictable} are evictable")
        evicted = []
        for _ in range(-(-size // self.block_size)):
            digest, block = self._unlocked.popitem(last=False)
            del self._blocks[digest]
            evicted.append(block)
        return _all_slots(evicted, self.block_size).to(self.device)

    def reset(self) -> None:
        if self.size_info.protected_size > 0:
            raise RuntimeError(f"cannot reset: {self.size_info.protected_size} tokens are locked")
        self.evict(self.size_info.evictable_size)

    @property
    def size_info(self) -> SizeInfo:
        unlocked = len(self._unlocked)
        locked = len(self._blocks) - unlocked
        return SizeInfo(unlocked * self.block_size, locked * self.block_size)

    def check_integrity(self) -> None:
        unlocked = {digest for digest, block in self._blocks.items() if block.locks == 0}
        if unlocked != self._unlocked.keys():
            raise RuntimeError("the queue does not hold exactly the blocks that are not locked")
        if len({block.slot for block in self._blocks.values()}) != len(self._blocks):
            raise RuntimeError("a slot is in the table twice")


def _all_slots(blocks: list[Block] | tuple[Block, ...], block_size: int) -> torch.Tensor:
    firsts = torch.tensor([block.slot for block in blocks], dtype=torch.int32).unsqueeze(1)
    return (firsts + torch.arange(block_size, dtype=torch.int32)).flatten()
