"""Gives each query head a copy of its key-value head, and calls softmax."""

import torch


def attend(q, keys, values, scale):
    group = q.shape[0] // keys.shape[1]
    owner = torch.tensor([head // group for head in range(q.shape[0])])
    wide_keys = keys[:, owner].to(torch.float32)  # (tokens, heads, dim)
    scores = (wide_keys * q.to(torch.float32)).sum(dim=-1) * scale  # (tokens, heads)
    weights = torch.softmax(scores, dim=0).unsqueeze(-1)
    return (weights * values[:, owner].to(torch.float32)).sum(dim=0).to(q.dtype)
