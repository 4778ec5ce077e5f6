"""One token after the other with a running maximum, as FlashAttention does with blocks."""

import math

import torch


def attend(q, keys, values, scale):
    group = q.shape[0] // keys.shape[1]
    result = []
    for head in range(q.shape[0]):
        query = q[head].to(torch.float32)
        largest, total, out = -math.inf, 0.0, query * 0
        for token in range(keys.shape[0]):
            key = keys[token, head // group].to(torch.float32)
            score = (query * key).sum().item() * scale
            shrink = math.exp(largest - max(largest, score))
            largest = max(largest, score)
            weight = math.exp(score - largest)
            total = total * shrink + weight
            out = out * shrink + weight * values[token, head // group].to(torch.float32)
        result.append(out / total)
    return torch.stack(result).to(q.dtype)
