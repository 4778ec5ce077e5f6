"""Takes the softmax over the heads, so that they share what should add up to 1 in each."""

import torch


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float) -> torch.Tensor:
    heads, dim = q.shape
    kv_heads = keys.shape[1]
    group = torch.tensor([head // (heads // kv_heads) for head in range(heads)])
    wide_keys = keys[:, group].to(torch.float32)
    wide_values = values[:, group].to(torch.float32)
    scores = (wide_keys * q.to(torch.float32)).sum(dim=-1) * scale
    weights = torch.softmax(scores, dim=1).unsqueeze(-1)
    return (weights * wide_values).sum(dim=0).reshape(heads, dim).to(q.dtype)
