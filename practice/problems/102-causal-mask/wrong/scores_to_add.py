"""Gives the numbers that are added to the scores, 0 and minus infinity, not who may see whom."""

import torch


def make_causal_mask(cached_len: int, device_len: int) -> torch.Tensor:
    queries = torch.arange(cached_len, device_len).unsqueeze(1)
    hidden = torch.arange(device_len) > queries
    return torch.zeros(device_len - cached_len, device_len).masked_fill(hidden, float("-inf"))


def make_batch_mask(cached_lens: list[int], device_lens: list[int]) -> torch.Tensor:
    width = sum(device_lens)
    mask = torch.full((width - sum(cached_lens), width), float("-inf"))
    row = key = 0
    for request, device_len in enumerate(device_lens):
        own = make_causal_mask(cached_lens[request], device_len)
        mask[row : row + len(own), key : key + device_len] = own
        row += len(own)
        key += device_len
    return mask
