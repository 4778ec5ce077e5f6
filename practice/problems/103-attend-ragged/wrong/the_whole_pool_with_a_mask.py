"""Looks at every slot of the pool and hides what is not listed: a weight of 0 times NaN is NaN."""

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
    keys, values = k_cache.to(torch.float32), v_cache.to(torch.float32)
    group = q.shape[1] // k_cache.shape[1]
    row, rest = 0, slots.tolist()
    for request, device_len in enumerate(device_lens):
        for position in range(cached_lens[request], device_len):
            seen = rest[: position + 1]
            for head in range(q.shape[1]):
                query = q[row, head].to(torch.float32)
                scores = (keys[:, head // group] * query).sum(-1) * q.shape[2] ** -0.5
                visible = torch.full_like(scores, float("-inf"))
                visible[seen] = scores[seen]
                weights = torch.softmax(visible, dim=-1)
                out[row, head] = (weights.unsqueeze(1) * values[:, head // group]).sum(0)
            row += 1
        rest = rest[device_len:]
    return out
