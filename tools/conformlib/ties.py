"""Indices of equal elements: torch leaves open which of them topk, mode or an unstable sort name.

It does not name the same ones on all machines.
"""

from __future__ import annotations

from typing import Any

import torch

from conformlib.comparing import Comparison, Outcome
from conformlib.database import Sample

# Where the dimension stands among the arguments, the tensor being the first.
DIM_AT = {"argsort": 1, "kthvalue": 2, "mode": 1, "sort": 1, "topk": 2}


def is_another_of_equals(
    name: str, sample: Sample, expected: Outcome, got: Outcome, comparison: Comparison
) -> bool:
    """Whether the values are torch's, and each index leads to the value that torch's leads to.

    The indices of one row must be different ones.
    """
    if name not in DIM_AT or expected.error or got.error or sample.kwargs.get("stable"):
        return False
    side = comparison.got
    indices, found = expected.result, got.result
    if not isinstance(indices, torch.Tensor):
        if comparison.of_results(indices[0], found[0], "the values") is not None:
            return False
        indices, found = indices[1], found[1]
    if side.dtype(found) != "int64" or side.shape(found) != tuple(indices.shape):
        return False
    there = torch.tensor(side.values(found), dtype=torch.int64).reshape(indices.shape)
    unchanged = comparison.difference(
        Outcome(arguments=expected.arguments), Outcome(arguments=got.arguments)
    )
    dim = dimension(sample, DIM_AT[name])
    return unchanged is None and lead_alike(sample.args[0], indices, there, dim)


def dimension(sample: Sample, place: int) -> int:
    dim: Any = sample.kwargs.get("dim", sample.args[place] if len(sample.args) > place else -1)
    return int(dim)


def lead_alike(source: torch.Tensor, expected: torch.Tensor, got: torch.Tensor, dim: int) -> bool:
    """Whether indices lead to different elements of each row, equal to those of other indices."""
    if source.dim() == 0:
        return torch.equal(expected, got)
    if got.dim() < source.dim():
        expected, got = expected.unsqueeze(dim), got.unsqueeze(dim)
    if got.numel() and not 0 <= int(got.min()) <= int(got.max()) < source.size(dim):
        return False
    if bool((got.sort(dim).values.diff(dim=dim) == 0).any()):
        return False
    one, other = source.gather(dim, expected), source.gather(dim, got)
    return bool(((one == other) | ((one != one) & (other != other))).all())
