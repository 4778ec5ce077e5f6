"""Two ranks share a gated MLP. What does each hold, and what must they say to each other?"""

from __future__ import annotations

import torch

from minisgl.distributed import DistributedInfo, set_tp_info
from minisgl.layers import LinearColParallelMerged, LinearRowParallel, silu_and_mul
from minisgl.layers.linear import project

HIDDEN, WIDTH = 64, 128
generator = torch.Generator().manual_seed(0)
checkpoint = {
    name: torch.randn(*shape, generator=generator) * 0.2
    for name, shape in {
        "mlp.gate_proj.weight": (WIDTH, HIDDEN),
        "mlp.up_proj.weight": (WIDTH, HIDDEN),
        "mlp.down_proj.weight": (HIDDEN, WIDTH),
        "mlp.down_proj.bias": (HIDDEN,),
    }.items()
}
x = torch.randn(3, HIDDEN, generator=generator)


def make_mlp(rank: int, size: int) -> tuple[LinearColParallelMerged, LinearRowParallel]:
    """One rank's layers; each place takes this rank's part of the checkpoint's tensor."""
    set_tp_info(DistributedInfo(rank, size))
    gate_up = LinearColParallelMerged(HIDDEN, [WIDTH, WIDTH], ["gate_proj", "up_proj"])
    down = LinearRowParallel(WIDTH, HIDDEN, bias=True)
    slots = dict(gate_up.weight_slots("mlp.gate_up_proj.")) | dict(
        down.weight_slots("mlp.down_proj.")
    )
    set_tp_info(None)
    for name, slot in slots.items():
        tensor = checkpoint[name]
        if name == "mlp.down_proj.weight":
            tensor = tensor.chunk(size, dim=1)[rank]  # by rows: some of the inputs
        elif not name.endswith("bias"):
            tensor = tensor.chunk(size, dim=0)[rank]  # by columns: some of the outputs
        slot.copy_(tensor)
    return gate_up, down


gate_up, down = make_mlp(0, 1)
whole = down.forward(silu_and_mul(gate_up.forward(x)))
print(f"one rank: merged {tuple(gate_up.weight.shape)}, down {tuple(down.weight.shape)}")
one_rank = gate_up.weight.numel() + down.weight.numel()

ranks = [make_mlp(rank, 2) for rank in range(2)]
parts = [project(silu_and_mul(gate_up.forward(x)), down.weight) for gate_up, down in ranks]
for rank, (mine, last) in enumerate(ranks):
    print(f"rank {rank}:   merged {tuple(mine.weight.shape)}, down {tuple(last.weight.shape)}")
held = ranks[0][0].weight.numel() + ranks[0][1].weight.numel()
print(f"weights: {one_rank:,} on one rank, {held:,} on each of two")
print(f"said to each other: one sum of {HIDDEN} numbers a token\n")

bias = checkpoint["mlp.down_proj.bias"]
cut_as_one = torch.cat([checkpoint["mlp.gate_proj.weight"], checkpoint["mlp.up_proj.weight"]])
wrong_parts = [
    project(silu_and_mul(project(x, half)), last.weight)
    for half, (_, last) in zip(cut_as_one.chunk(2), ranks, strict=True)
]
for name, result in [
    ("each part cut, summed, bias added after", sum(parts) + bias),
    ("bias on every rank, then summed", sum(part + bias for part in parts)),
    ("the merged matrix cut as one", sum(wrong_parts) + bias),
]:
    off = (result - whole).abs().max().item()
    print(f"{name:<40} off by {off:.2f}")
