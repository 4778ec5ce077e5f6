"""A hit computes the last tokens of a prompt. What if their positions start at 0 again?"""

from __future__ import annotations

import torch

from minisgl.attention import create_attention_backend, make_positions
from minisgl.attention.torch_backend import attend
from minisgl.core import Batch, Req, SamplingParams
from minisgl.kvcache import MHAKVCache, NaivePrefixCache
from minisgl.layers import RotaryConfig, get_rope

CPU = torch.device("cpu")
HEADS, KV_HEADS, HEAD_DIM, LENGTH, CACHED = 4, 2, 16, 9, 6

torch.manual_seed(0)
rope = get_rope(RotaryConfig(HEAD_DIM, max_position=32, base=10000.0))
q, k, v = (torch.randn(LENGTH, heads, HEAD_DIM) for heads in (HEADS, KV_HEADS, KV_HEADS))
whole_q, whole_k = rope.forward(torch.arange(LENGTH), q, k)
right = attend(whole_q, whole_k, v, None, is_causal=True)[CACHED:]

handle = NaivePrefixCache(CPU).match_prefix(torch.empty(0)).cuda_handle
ids = torch.zeros(LENGTH, dtype=torch.int32)
req = Req(ids, 0, CACHED, 4, 0, SamplingParams(), handle)
table = torch.randperm(16)[:LENGTH].unsqueeze(0).to(torch.int32)


def largest_error(positions: torch.Tensor) -> float:
    """How far the three tokens are off if they are turned by these positions."""
    pool = MHAKVCache(1, KV_HEADS, HEAD_DIM, 16, 1, torch.float32, CPU)
    pool.store_kv(whole_k[:CACHED], v[:CACHED], table[0, :CACHED], layer_id=0)
    backend = create_attention_backend("torch", pool, table)
    batch = Batch([req], "prefill")
    batch.out_loc = table[0, CACHED:]
    backend.prepare_metadata(batch)
    new_q, new_k = rope.forward(positions, q[CACHED:], k[CACHED:])
    out = backend.forward(new_q, new_k, v[CACHED:], 0, batch)
    return float((out - right).abs().max())


def show(name: str, positions: torch.Tensor) -> None:
    error = largest_error(positions)
    verdict = "as computed whole" if error < 1e-5 else f"off by up to {error:.2f}"
    print(f"{name} {positions.tolist()}: {verdict}")


show("from the start of the batch ", torch.arange(LENGTH - CACHED))
show("in their own request        ", make_positions([req]))
