"""RMSNorm: what changes if the mean, or the weight, is taken in another dtype, or in place?"""

from __future__ import annotations

import torch

from minisgl.layers import RMSNorm

EPS = 1e-6


def mean_in_the_dtype_of_x(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return weight * (x * torch.rsqrt(x.square().mean(dim=-1, keepdim=True) + EPS))


def weight_in_float32(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    wide = x.float()
    scale = torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + EPS)
    return (weight.float() * (wide * scale)).to(x.dtype)


def in_place(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    wide = x.float()  # a copy, unless x is float32 already
    wide.mul_(torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + EPS))
    return weight * wide.to(x.dtype)


def ours(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    norm = RMSNorm(len(weight), EPS)
    norm.weight = weight
    return norm.forward(x)


generator = torch.Generator().manual_seed(0)
sample = torch.randn(100, 64, generator=generator)
weight = torch.rand(64, generator=generator) + 0.5

print("how many of 6,400 results differ from ours")
for name, other in [
    ("mean in the dtype of x", mean_in_the_dtype_of_x),
    ("weight multiplied in float32", weight_in_float32),
]:
    shares = []
    for dtype in (torch.float32, torch.bfloat16):
        x = sample.to(dtype)
        differ = other(x, weight.to(dtype)) != ours(x, weight.to(dtype))
        shares.append(differ.float().mean().item())
    print(f"  {name:<30} float32: {shares[0]:>3.0%}   bfloat16: {shares[1]:>3.0%}")

large = torch.tensor([[300.0, 400.0]], dtype=torch.float16)
ones = torch.ones(2, dtype=torch.float16)
print()
for name, form in [("ours", ours), ("mean in the dtype of x", mean_in_the_dtype_of_x)]:
    values = [round(value, 3) for value in form(large, ones).tolist()[0]]
    print(f"(300, 400) in float16, {name + ':':<24} {values}")

print("\nin place: what has become of the x that was given, (3, 4)")
for dtype in (torch.float32, torch.bfloat16):
    x = torch.tensor([[3.0, 4.0]], dtype=dtype)
    in_place(x, torch.ones(2, dtype=dtype))
    print(f"  {dtype!s:<15} {[round(value, 3) for value in x.tolist()[0]]}")
