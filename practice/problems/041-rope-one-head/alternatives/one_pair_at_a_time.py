"""Plain numbers, one pair after the other, written into a copy."""

import math

import torch


def rotate(x: torch.Tensor, positions: torch.Tensor, base: float) -> torch.Tensor:
    turned = x.clone()
    half = x.shape[1] // 2
    for token, position in enumerate(positions.tolist()):
        row = x[token].tolist()
        for i in range(half):
            angle = position / base ** (i / half)
            a, b = row[i], row[i + half]
            turned[token, i] = a * math.cos(angle) - b * math.sin(angle)
            turned[token, i + half] = a * math.sin(angle) + b * math.cos(angle)
    return turned
