"""Three forms of attention over a ragged batch on a CPU: a loop over requests, one padded batch,
one block-diagonal mask.  python benchmarks/attention_forms.py

Heads and head size are those of smollm2-135m; times are of one layer, the gather of keys and values
included.
"""

from __future__ import annotations

from typing import Any

import common
import torch
import torch.nn.functional as F

HEADS, KV_HEADS, HEAD_DIM, SLOTS = 9, 3, 64, 16384
BATCHES = {
    "decode, 8 of 96": [(95, 96)] * 8,
    "decode, 8 of 32 to 900": [(n - 1, n) for n in (32, 80, 150, 260, 390, 520, 700, 900)],
    "prefill, 8 of 64": [(0, 64)] * 8,
    "prefill, 8 of 16 to 512": [(0, n) for n in (16, 32, 64, 96, 128, 192, 256, 512)],
    "prefill, 4 of 16 after 1000": [(1000, 1016)] * 4,
}

Spans = list[tuple[int, int]]


def sdpa(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None, causal: bool
) -> torch.Tensor:
    return F.scaled_dot_product_attention(
        q, k, v, attn_mask=mask, is_causal=causal, enable_gqa=True
    )


def causal_mask(cached: int, total: int) -> torch.Tensor:
    return torch.arange(total) <= torch.arange(cached, total).unsqueeze(1)


class Case:
    """One batch: queries, a pool and, for each form, what would be prepared once for all layers."""

    def __init__(self, spans: Spans) -> None:
        torch.manual_seed(0)
        self.spans = spans
        self.q = torch.randn(sum(end - begin for begin, end in spans), HEADS, HEAD_DIM)
        self.pool = torch.randn(2, SLOTS, KV_HEADS, HEAD_DIM)
        order = torch.randperm(SLOTS).to(torch.int32)
        self.slots = list(order[: sum(end for _, end in spans)].split([end for _, end in spans]))
        self.all_slots = torch.cat(self.slots)
        self.masks = [
            causal_mask(begin, end) if begin and end - begin > 1 else None for begin, end in spans
        ]
        longest_q = max(end - begin for begin, end in spans)
        longest_k = max(end for _, end in spans)
        self.padded_slots = torch.zeros(len(spans), longest_k, dtype=torch.int32)
        self.padded_mask = torch.zeros(len(spans), 1, longest_q, longest_k, dtype=torch.bool)
        self.padded_mask[..., 0] = True
        self.rows = torch.zeros(len(spans), longest_q, dtype=torch.bool)
        for i, (begin, end) in enumerate(spans):
            self.padded_slots[i, :end] = self.slots[i]
            self.padded_mask[i, 0, : end - begin, :end] = causal_mask(begin, end)
            self.rows[i, : end - begin] = True
        blocks = [causal_mask(begin, end) for begin, end in spans]
        self.block_mask = torch.block_diag(*[block.float() for block in blocks]).bool()

    def loop(self) -> torch.Tensor:
        k, v = (self.pool[i].index_select(0, self.all_slots) for i in range(2))
        out, row, key = torch.empty_like(self.q), 0, 0
        for (begin, end), mask in zip(self.spans, self.masks, strict=True):
            rows, keys = slice(row, row + end - begin), slice(key, key + end)
            q, ks, vs = (x.transpose(0, 1).unsqueeze(0) for x in (self.q[rows], k[keys], v[keys]))
            out[rows] = sdpa(q, ks, vs, mask, begin == 0).squeeze(0).transpose(0, 1)
            row, key = rows.stop, keys.stop
        return out

    def padded(self) -> torch.Tensor:
        shape = (*self.padded_slots.shape, KV_HEADS, HEAD_DIM)
        flat = self.padded_slots.flatten()
        k, v = (self.pool[i].index_select(0, flat).view(shape).transpose(1, 2) for i in range(2))
        q = torch.zeros(*self.rows.shape, HEADS, HEAD_DIM)
        q[self.rows] = self.q
        out = sdpa(q.transpose(1, 2), k, v, self.padded_mask, False)
        return out.transpose(1, 2)[self.rows]

    def block_diagonal(self) -> torch.Tensor:
        k, v = (self.pool[i].index_select(0, self.all_slots) for i in range(2))
        q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (self.q, k, v))
        return sdpa(q, k, v, self.block_mask, False).squeeze(0).transpose(0, 1)


@torch.inference_mode()
def main() -> None:
    table: dict[str, dict[str, Any]] = {}
    for name, spans in BATCHES.items():
        case = Case(spans)
        forms = {"loop": case.loop, "padded": case.padded, "block_diagonal": case.block_diagonal}
        expected = case.loop()
        for form in forms.values():
            torch.testing.assert_close(form(), expected, rtol=1e-3, atol=1e-4)
        times = common.interleaved(forms, 30)
        table[name] = {f"{form}_us": round(min(ones) * 1e6) for form, ones in times.items()}
        print(name, table[name], flush=True)
    common.keep("attention_forms", "python benchmarks/attention_forms.py", table)


if __name__ == "__main__":
    main()
