"""Chapter 5: the two batches of its main, a prefill and the decode that follows."""

from __future__ import annotations

from typing import Any

import torch
from tracelib.recording import Recorder
from tracelib.requests import batch_of

from minisgl.attention import create_attention_backend, make_offsets, make_positions
from minisgl.core import Batch, Req, SamplingParams
from minisgl.kvcache import MHAKVCache, NaivePrefixCache

SLOTS = 64


def record() -> dict[str, Any]:
    device = torch.device("cpu")
    torch.manual_seed(0)
    lengths, cached = [5, 9, 3], [0, 6, 0]
    handle = NaivePrefixCache(device).match_prefix(torch.empty(0)).cuda_handle
    pool = MHAKVCache(1, 2, 16, SLOTS, 1, torch.float32, device)
    page_table = torch.randperm(SLOTS)[: 3 * 16].reshape(3, 16).to(torch.int32)
    backend = create_attention_backend("torch", pool, page_table)
    reqs = [
        Req(torch.zeros(n, dtype=torch.int32), row, cached[row], 4, row, SamplingParams(), handle)
        for row, n in enumerate(lengths)
    ]

    def look() -> dict[str, Any]:
        return {
            "rows": [
                {
                    "uid": req.uid,
                    "cached_len": req.cached_len,
                    "device_len": req.device_len,
                    "slots": page_table[req.table_idx, : req.device_len].tolist(),
                }
                for req in reqs
            ]
        }

    trace = Recorder("batch", {"num_slots": SLOTS}, look)
    for phase in ("prefill", "decode"):
        batch = Batch(reqs, "prefill" if phase == "prefill" else "decode")
        batch.positions = make_positions(reqs)
        spans = [page_table[r.table_idx, r.cached_len : r.device_len] for r in reqs]
        batch.out_loc = torch.cat(spans)
        backend.prepare_metadata(batch)
        offsets = make_offsets([req.extend_len for req in reqs])
        about = {**batch_of(batch), "offsets": [int(offset) for offset in offsets]}
        for req in reqs:
            req.complete_one()
        trace.record("batch", {}, about)
    return trace.document()
