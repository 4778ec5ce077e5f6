"""Scales the query in place: a float32 query is changed, as to(torch.float32) did not copy it."""

import torch


def attend(q: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, scale: float) -> torch.Tensor:
    heads, dim = q.shape
    kv_heads = keys.shape[1]
    queries = q.to(torch.float32).reshape(kv_heads, heads // kv_heads, dim)
    queries *= scale
    wide_keys = keys.to(torch.float32).transpose(0, 1)
    wide_values = values.to(torch.float32).transpose(0, 1)
    weights = torch.softmax(torch.matmul(queries, wide_keys.transpose(1, 2)), dim=-1)
    return torch.matmul(weights, wide_values).reshape(heads, dim).to(q.dtype)
