"""Scales the queries before it converts them, and so rounds them to the dtype of the pool."""

import torch


def attend_ragged(
    q: torch.Tensor,
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    cached_lens: list[int],
    device_lens: list[int],
) -> torch.Tensor:
    out = torch.empty(q.shape, dtype=q.dtype)
    row = key = 0
    for request, device_len in enumerate(device_lens):
        cached_len = cached_lens[request]
        end = row + device_len - cached_len
        own = slots[key : key + device_len]
        out[row:end] = attend(q[row:end], k_cache[own], v_cache[own], cached_len)
        row, key = end, key + device_len
    return out


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, cached_len: int) -> torch.Tensor:
    heads, head_dim = q.shape[1], q.shape[2]
    device_len = len(k)
    q = q * head_dim**-0.5
    q, k, v = (x.to(torch.float32).transpose(0, 1) for x in (q, k, v))
    k, v = spread_heads(k, heads), spread_heads(v, heads)
    scores = q @ k.transpose(1, 2)
    positions = torch.arange(cached_len, device_len).unsqueeze(1)
    hidden = torch.arange(device_len) > positions
    weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), dim=-1)
    return (weights @ v).transpose(0, 1)


def spread_heads(x: torch.Tensor, heads: int) -> torch.Tensor:
    kv_heads, keys, head_dim = x.shape
    group = heads // kv_heads
    return x.unsqueeze(1).expand(kv_heads, group, keys, head_dim).reshape(heads, keys, head_dim)
