"""One head of attention on three tokens: what does the third need of the first two?"""

from __future__ import annotations

from math import log

import torch
import torch.nn.functional as F

# Two numbers a head. The queries are made so that the scores come out as logarithms.
q = torch.tensor([[0.0, 0.0], [0.0, log(3)], [log(2), log(2)]]) * 2**0.5
k = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
v = torch.tensor([[8.0, 0.0], [0.0, 4.0], [2.0, 2.0]])


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, first: int) -> torch.Tensor:
    """The rows of q are the tokens from ``first`` on; k and v are those of all tokens so far."""
    scores = q @ k.T / k.shape[-1] ** 0.5
    positions = torch.arange(first, first + len(q))
    hidden = torch.arange(len(k)) > positions.unsqueeze(1)
    weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    result = weights @ v
    for position, row, out in zip(positions.tolist(), weights, result, strict=True):
        print(f"  token {position}: weights {rounded(row)}, result {rounded(out)}")
    return result


def rounded(row: torch.Tensor) -> list[float]:
    return [round(number, 2) for number in row.tolist()]


print("all three at once:")
attend(q, k, v, first=0)
print("the third alone, with the keys and values of all three:")
attend(q[2:], k, v, first=2)
print("the third alone, the others forgotten:")
attend(q[2:], k[2:], v[2:], first=0)
print("the third alone, by is_causal=True:")
print(f"  result {rounded(F.scaled_dot_product_attention(q[2:], k, v, is_causal=True)[0])}")
