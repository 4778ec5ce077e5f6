"""Marks what must not be seen, as masked_fill wants it, not what may be seen."""

import torch


def make_causal_mask(cached_len: int, device_len: int) -> torch.Tensor:
    queries = torch.arange(cached_len, device_len).unsqueeze(1)
    return torch.arange(device_len) > queries


def make_batch_mask(cached_lens: list[int], device_lens: list[int]) -> torch.Tensor:
    width = sum(device_lens)
    mask = torch.ones(width - sum(cached_lens), width, dtype=torch.bool)
    row = key = 0
    for request, device_len in enumerate(device_lens):
        own = make_causal_mask(cached_lens[request], device_len)
        mask[row : row + len(own), key : key + device_len] = own
        row += len(own)
        key += device_len
    return mask
