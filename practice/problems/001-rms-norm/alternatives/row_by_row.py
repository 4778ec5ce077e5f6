"""One row after the other, and rounded before the weight."""

import torch


def rms_norm(x, weight, eps):
    rows = x.reshape(-1, weight.shape[0])
    result = torch.zeros(rows.shape, dtype=x.dtype)
    for i in range(rows.shape[0]):
        row = rows[i].to(torch.float32)
        root = ((row * row).sum() / row.shape[0] + eps).item() ** 0.5
        result[i] = (row / root).to(x.dtype) * weight.to(x.dtype)
    return result.reshape(x.shape)
