"""One ragged batch in three forms: what does each of them compute for one head of one layer?"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence

from minisgl.attention import make_causal_mask
from minisgl.attention.torch_backend import attend

HEADS, KV_HEADS, HEAD_DIM = 4, 2, 16
CPU = torch.device("cpu")
BATCHES = {  # (cached_len, device_len) of each request
    "main's prefill": [(0, 5), (6, 9), (0, 3)],
    "main's decode": [(5, 6), (9, 10), (3, 4)],
    "8 prompts, 16 to 512": [(0, n) for n in (16, 32, 64, 96, 128, 192, 256, 512)],
    "8 prompts of 64": [(0, 64)] * 8,
}
Parts = list[torch.Tensor]  # one tensor for each request


def loop(q: Parts, k: Parts, v: Parts, masks: Parts) -> tuple[torch.Tensor, int]:
    out = [attend(*one, is_causal=False) for one in zip(q, k, v, masks, strict=True)]
    return torch.cat(out), sum(mask.numel() for mask in masks)


def padded(q: Parts, k: Parts, v: Parts, masks: Parts) -> tuple[torch.Tensor, int]:
    rows, keys = (max(mask.shape[i] for mask in masks) for i in range(2))
    wide = [F.pad(mask, (0, keys - mask.shape[1], 0, rows - mask.shape[0])) for mask in masks]
    mask = torch.stack(wide).unsqueeze(1)  # the same for all heads
    # A row of padding looks at key 0, since not every torch has an answer for nothing at all.
    mask[..., 0] = True
    qs, ks, vs = (pad_sequence(x, batch_first=True).transpose(1, 2) for x in (q, k, v))
    out = F.scaled_dot_product_attention(qs, ks, vs, attn_mask=mask, enable_gqa=True)
    out = out.transpose(1, 2)
    return torch.cat([one[: len(own)] for one, own in zip(out, q, strict=True)]), mask.numel()


def block_diagonal(q: Parts, k: Parts, v: Parts, masks: Parts) -> tuple[torch.Tensor, int]:
    mask = torch.block_diag(*[mask.float() for mask in masks]).bool()
    return attend(torch.cat(q), torch.cat(k), torch.cat(v), mask, is_causal=False), mask.numel()


torch.manual_seed(0)
print(f"{'scores':<22}{'needed':>10}{'loop':>10}{'padded':>12}{'one mask':>12}")
for name, spans in BATCHES.items():
    q = [torch.randn(end - begin, HEADS, HEAD_DIM) for begin, end in spans]
    k, v = ([torch.randn(end, KV_HEADS, HEAD_DIM) for _, end in spans] for _ in range(2))
    masks = [make_causal_mask(begin, end, CPU) for begin, end in spans]
    needed = sum(int(mask.sum()) for mask in masks)
    expected, count = loop(q, k, v, masks)
    line = f"{name:<22}{needed:>10,}{count:>10,}"
    for form in (padded, block_diagonal):
        out, count = form(q, k, v, masks)
        assert torch.allclose(out, expected, rtol=1e-4, atol=1e-5)
        line += f"{count:>12,}"
    print(line)
print("the three give the same results for each batch")
