"""Hides the cached prefix: only the new tokens see one another."""

import torch


def make_causal_mask(cached_len: int, device_len: int) -> torch.Tensor:
    queries = torch.arange(cached_len, device_len).unsqueeze(1)
    keys = torch.arange(device_len)
    return (keys <= queries) & (keys >= cached_len)


def make_batch_mask(cached_lens: list[int], device_lens: list[int]) -> torch.Tensor:
    width = sum(device_lens)
    mask = torch.zeros(width - sum(cached_lens), width, dtype=torch.bool)
    row = key = 0
    for request, device_len in enumerate(device_lens):
        own = make_causal_mask(cached_lens[request], device_len)
        mask[row : row + len(own), key : key + device_len] = own
        row += len(own)
        key += device_len
    return mask
