"""Chapter 5: a ragged batch over a paged pool gives what each request alone would get."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from minisgl.attention import create_attention_backend, make_offsets, make_positions
from minisgl.core import Batch, Req, SamplingParams
from minisgl.kvcache import MHAKVCache, NaivePrefixCache
from minisgl.utils import parse_model_options

HEADS, KV_HEADS, HEAD_DIM, NUM_SLOTS = 4, 2, 16, 64


def sdpa_alone(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """One whole sequence by itself, no pool and no batch."""
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
    return out.squeeze(0).transpose(0, 1)


def main() -> None:
    options = parse_model_options(__doc__)
    device = options.device
    torch.manual_seed(0)
    lengths, cached = [5, 9, 3], [0, 6, 0]  # the second request finds 6 of its 9 tokens cached
    handle = NaivePrefixCache(device).match_prefix(torch.empty(0)).cuda_handle

    pool = MHAKVCache(1, KV_HEADS, HEAD_DIM, NUM_SLOTS, 1, torch.float32, device)
    page_table = torch.randperm(NUM_SLOTS)[: 3 * 16].reshape(3, 16).to(device, torch.int32)
    backend = create_attention_backend("torch", pool, page_table)
    whole = [
        [torch.randn(n, heads, HEAD_DIM, device=device) for heads in (HEADS, KV_HEADS, KV_HEADS)]
        for n in lengths
    ]

    def run(phase: str, reqs: list[Req]) -> torch.Tensor:
        batch = Batch(reqs, "prefill" if phase == "prefill" else "decode")
        batch.positions = make_positions(reqs).to(device)
        spans = [(req.table_idx, slice(req.cached_len, req.device_len)) for req in reqs]
        batch.out_loc = torch.cat([page_table[row, span] for row, span in spans])
        backend.prepare_metadata(batch)
        q, k, v = (torch.cat([whole[row][i][span] for row, span in spans]) for i in range(3))
        print(f"\n{phase}: tokens of each request {[req.extend_len for req in reqs]}")
        print(f"offsets {make_offsets([req.extend_len for req in reqs])}")
        print(f"positions {batch.positions.tolist()}")
        print(f"slots {batch.out_loc.tolist()}")
        print(f"last rows {batch.attn_metadata.get_last_indices().tolist()}")
        return backend.forward(q, k, v, 0, batch)

    def check(out: torch.Tensor, reqs: list[Req]) -> None:
        alone = [sdpa_alone(*whole[r.table_idx])[r.cached_len : r.device_len] for r in reqs]
        same = torch.allclose(out, torch.cat(alone), rtol=1e-4, atol=1e-5)
        print(f"equal to each request alone: {same}")

    row, n = 1, cached[1]  # somebody computed these before
    pool.store_kv(whole[row][1][:n], whole[row][2][:n], page_table[row, :n], layer_id=0)
    reqs = [
        Req(torch.zeros(n, dtype=torch.int32), row, cached[row], 4, row, SamplingParams(), handle)
        for row, n in enumerate(lengths)
    ]
    check(run("prefill", reqs), reqs)

    for req in reqs:  # one token is sampled for each; it has a query, a key and a value of its own
        req.complete_one()
        whole[req.table_idx] = [
            torch.cat([x, torch.randn(1, *x.shape[1:], device=device)])
            for x in whole[req.table_idx]
        ]
    check(run("decode", reqs), reqs)


if __name__ == "__main__":
    main()
