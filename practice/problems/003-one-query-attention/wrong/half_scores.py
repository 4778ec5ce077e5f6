"""Has a float32 softmax, but the scores that go into it come from a product in q's dtype."""

import torch


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float) -> torch.Tensor:
    heads, dim = q.shape
    kv_heads = keys.shape[1]
    queries = q.reshape(kv_heads, heads // kv_heads, dim)
    scores = torch.matmul(queries, keys.transpose(0, 1).transpose(1, 2)) * scale
    weights = torch.softmax(scores.to(torch.float32), dim=-1)
    wide_values = values.to(torch.float32).transpose(0, 1)
    return torch.matmul(weights, wide_values).reshape(heads, dim).to(q.dtype)
