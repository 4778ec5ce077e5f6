"""The batch as one sequence, with a mask that lets each request see its own tokens only."""

import torch


def attend_ragged(q, k_cache, v_cache, slots, cached_lens, device_lens):
    lens = list(zip(cached_lens, device_lens, strict=True))
    row_of = [(i, place) for i, (start, end) in enumerate(lens) for place in range(start, end)]
    key_of = [(i, place) for i, (_, end) in enumerate(lens) for place in range(end)]
    seen = [row[0] == key[0] and row[1] >= key[1] for row in row_of for key in key_of]
    mask = torch.tensor(seen, dtype=torch.bool).reshape(len(row_of), len(key_of))
    keys, values = k_cache[slots].to(torch.float32), v_cache[slots].to(torch.float32)
    group = q.shape[1] // k_cache.shape[1]
    out = torch.zeros(q.shape, dtype=q.dtype)
    for head in range(q.shape[1]):
        scores = q[:, head].to(torch.float32) @ keys[:, head // group].transpose(0, 1)
        scores = (scores / q.shape[2] ** 0.5).masked_fill(~mask, float("-inf"))
        out[:, head] = (scores.softmax(-1) @ values[:, head // group]).to(q.dtype)
    return out
