"""Softmax before the top-k, or after it: is there a difference?"""

from __future__ import annotations

import torch

from minisgl.moe import choose_experts

logits = torch.tensor([[0.1, 0.4, 0.2, 0.3]]).log() + 1.0  # the probabilities, as a router has them


def softmax_of_the_chosen(renormalize: bool) -> torch.Tensor:
    return logits.topk(2, dim=-1).values.softmax(dim=-1)  # always adds up to 1


def raw_logits(renormalize: bool) -> torch.Tensor:
    chosen = logits.topk(2, dim=-1).values
    return chosen.softmax(dim=-1) if renormalize else chosen


def ours(renormalize: bool) -> torch.Tensor:
    return choose_experts(logits, 2, renormalize)[0]


print("weights of experts 1 and 3    renormalised      not renormalised")
for name, weigh in [
    ("softmax, then top-k", ours),
    ("top-k, then softmax", softmax_of_the_chosen),
    ("top-k, softmax only if asked", raw_logits),
]:
    rows = ["  ".join(f"{w:6.3f}" for w in weigh(flag)[0].tolist()) for flag in (True, False)]
    print(f"{name:<30}{rows[0]:<18}{rows[1]}")

close = torch.tensor([[0.0625, 0.06298828125, -1.0, 0.0634765625]], dtype=torch.bfloat16)
rounded = [f"{p:.4f}" for p in close.softmax(dim=-1)[0].tolist()]
print(f"logits that lie close, their softmax in bfloat16: {' '.join(rounded)}")
print(f"the best two of them, by float32: {choose_experts(close, 2, True)[1][0].tolist()}")
