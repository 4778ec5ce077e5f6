"""Two watchers of a running engine that see what its own size checks cannot.

The page ledger looks for every page of the pool and wants it in exactly one place. The shadow KV
remembers what was written to each slot, and wants every row that is read to hold its own tokens:
a row that still points at freed pages passes every count, and gives another request's answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import torch

from minisgl.attention.torch_backend import TorchAttnMetadata
from minisgl.core import Batch, Req, get_global_ctx
from minisgl.kvcache import BasePrefixCache
from minisgl.scheduler import CacheManager


class OracleError(AssertionError):
    """Something is wrong with the books or with what they point at."""


def cached_runs(cache: BasePrefixCache) -> list[list[int]]:
    """The slots of every node of a prefix cache, read off the nodes and not off any counter."""
    nodes: Any = getattr(cache, "_all_nodes", list)  # the naive cache has none
    return [node.value.tolist() for node in nodes()]


def check_ledger(manager: CacheManager, running: Iterable[Req]) -> None:
    """Each page is in the free list, in one node of the cache, or private to one running request.

    Raises:
        OracleError: naming the pages that are nowhere, in two places, or torn apart.
    """
    size = manager.page_size
    places: list[tuple[int, str]] = [(slot, "free") for slot in manager.free_slots.tolist()]
    for number, run in enumerate(cached_runs(manager.prefix_cache)):
        places += _whole_pages(run, size, f"node {number}")
    for req in running:
        held = manager.page_table[req.table_idx, : manager._held_len[req.table_idx]].tolist()
        places += _whole_pages(held[req.cache_handle.cached_len :], size, f"request {req.uid}")
    whose: dict[int, str] = {}
    for page, place in places:
        if page in whose:
            raise OracleError(f"page {page} is in two places: {whose[page]} and {place}")
        whose[page] = place
    every_page = set(range(0, manager.num_pages * size, size))
    if whose.keys() != every_page:
        lost, strange = sorted(every_page - whose.keys()), sorted(whose.keys() - every_page)
        raise OracleError(f"lost pages {lost}, pages that do not exist {strange}")


def _whole_pages(slots: list[int], size: int, place: str) -> list[tuple[int, str]]:
    pages = [(page, place) for page in slots[::size]]
    if slots != [page + offset for page, _ in pages for offset in range(size)]:
        raise OracleError(f"{place} does not hold whole pages: {slots}")
    return pages


class Memory(NamedTuple):
    """What a slot was last written with: a token, its place, a hash of all up to it."""

    token: int
    position: int
    prefix_hash: int


class ShadowKV:
    """What lies in each slot of the pool, in the terms of the requests that wrote it.

    Attributes:
        memory: by slot; what was freed is forgotten, so that a late read of it shows at once.
        rows_checked: how many rows were read so far; a watcher that saw nothing proves nothing.
    """

    def __init__(self) -> None:
        self.memory: dict[int, Memory] = {}
        self.rows_checked = 0

    def store(self, batch: Batch, out_loc: torch.Tensor) -> None:
        """Remember the tokens that a batch computes.

        Raises:
            OracleError: if two of them go to one slot.
        """
        slots = out_loc.tolist()
        if len(set(slots)) != len(slots):
            raise OracleError(f"two tokens of a batch go to one slot: {sorted(slots)}")
        tokens, positions = batch.input_ids.tolist(), batch.positions.tolist()
        hashes: list[int] = []
        for req in batch.reqs:
            hashes += prefix_hashes(req.input_ids.tolist())[req.cached_len : req.device_len]
        for slot, *what in zip(slots, tokens, positions, hashes, strict=True):
            self.memory[slot] = Memory(*what)

    def check_row(self, req: Req, slots: Sequence[int]) -> None:
        """A request reads these slots: they must hold its own tokens, all of them, in order.

        Raises:
            OracleError: naming the first slot that holds something else.
        """
        self.rows_checked += 1
        ids = req.input_ids.tolist()
        own = [Memory(*what) for what in zip(ids, range(len(ids)), prefix_hashes(ids), strict=True)]
        if len(slots) != len(own):
            raise OracleError(f"request {req.uid} reads {len(slots)} slots for {len(own)} tokens")
        for slot, wanted in zip(slots, own, strict=True):
            if self.memory.get(slot) != wanted:
                raise OracleError(
                    f"request {req.uid} reads slot {slot} for its token {wanted.position}, "
                    f"where there is {self.memory.get(slot, 'nothing: it was freed')}"
                )

    def forget(self, slots: torch.Tensor) -> None:
        """These slots were freed: nobody may count on them any more."""
        for slot in slots.tolist():
            self.memory.pop(slot, None)


def prefix_hashes(ids: Sequence[int]) -> list[int]:
    """For each token, a hash of everything up to it. (Hashes of whole numbers are not salted.)"""
    hashes, last = [], 0
    for token in ids:
        last = hash((last, token))
        hashes.append(last)
    return hashes


def watch_frees(manager: CacheManager, shadow: ShadowKV) -> None:
    """Let the shadow forget every page that the manager frees."""
    free = manager._free

    def forgetful_free(slots: torch.Tensor) -> None:
        shadow.forget(slots)
        free(slots)

    manager._free = forgetful_free  # type: ignore[method-assign]


def watch(llm: Any) -> ShadowKV:
    """Put both oracles around an ``LLM``: the ledger before and after each forward, the shadow
    around the pool's ``store_kv`` and the attention backend's ``forward``."""
    shadow = ShadowKV()
    watch_frees(llm.cache_manager, shadow)
    pool, backend = llm.engine.ctx.kv_cache, llm.engine.attn_backend
    store_kv, attend = pool.store_kv, backend.forward
    forward, process = llm._forward, llm._process_last_data

    def store_and_remember(
        k: torch.Tensor, v: torch.Tensor, out_loc: torch.Tensor, layer_id: int
    ) -> None:
        if layer_id == 0:  # the slots are the same in every layer
            shadow.store(get_global_ctx().batch, out_loc)
        store_kv(k, v, out_loc, layer_id)

    def attend_and_check(
        q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, layer_id: int, batch: Batch
    ) -> torch.Tensor:
        out = attend(q, k, v, layer_id, batch)
        if layer_id == 0:
            assert isinstance(batch.attn_metadata, TorchAttnMetadata)
            rows = batch.attn_metadata.slots.split([req.device_len for req in batch.reqs])
            for req, row in zip(batch.reqs, rows, strict=True):
                shadow.check_row(req, row.tolist())
        return out

    def forward_after_ledger(forward_input: Any) -> Any:
        check_ledger(llm.cache_manager, llm.decode_manager.running_reqs)
        return forward(forward_input)

    def process_before_ledger(forward_input: Any, output: Any) -> None:
        process(forward_input, output)
        check_ledger(llm.cache_manager, llm.decode_manager.running_reqs)

    pool.store_kv, backend.forward = store_and_remember, attend_and_check
    llm._forward, llm._process_last_data = forward_after_ledger, process_before_ledger
    return shadow
