"""Plain lists of cells, made into a tensor at the end."""

import torch


def make_causal_mask(cached_len, device_len):
    extend_len = device_len - cached_len
    cells = [key <= cached_len + row for row in range(extend_len) for key in range(device_len)]
    return torch.tensor(cells, dtype=torch.bool).reshape(extend_len, device_len)


def make_batch_mask(cached_lens, device_lens):
    width = sum(device_lens)
    cells, height, before = [], 0, 0
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        after = width - before - device_len
        for position in range(cached_len, device_len):
            hidden = device_len - position - 1
            cells += [False] * before + [True] * (position + 1) + [False] * (hidden + after)
            height += 1
        before += device_len
    return torch.tensor(cells, dtype=torch.bool).reshape(height, width)
