"""One query and one head at a time: there is nothing to mask, only fewer keys to read."""

import torch


def attend_ragged(q, k_cache, v_cache, slots, cached_lens, device_lens):
    out = q.clone()
    group = q.shape[1] // k_cache.shape[1]
    row = first = 0
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        for position in range(cached_len, device_len):
            seen = slots[first : first + position + 1]
            keys, values = k_cache[seen], v_cache[seen]
            for head in range(q.shape[1]):
                query = q[row, head].to(torch.float32)
                key = keys[:, head // group].to(torch.float32)
                value = values[:, head // group].to(torch.float32)
                scores = (key * query).sum(dim=1) / q.shape[2] ** 0.5
                weights = (scores - scores.max()).exp()
                out[row, head] = (weights.unsqueeze(1) * value).sum(dim=0) / weights.sum()
            row += 1
        first += device_len
    return out
