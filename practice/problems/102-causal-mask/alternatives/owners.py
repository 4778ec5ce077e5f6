"""Every row and every column knows its request and its place in it; a mask compares the two."""

import torch


def labels(starts, ends):
    requests = [i for i, end in enumerate(ends) for _ in range(starts[i], end)]
    places = [place for start, end in zip(starts, ends, strict=True) for place in range(start, end)]
    return torch.tensor(requests, dtype=torch.int64), torch.tensor(places, dtype=torch.int64)


def make_batch_mask(cached_lens, device_lens):
    row_requests, row_places = labels(cached_lens, device_lens)
    key_requests, key_places = labels([0] * len(device_lens), device_lens)
    same_request = row_requests.unsqueeze(1) == key_requests.unsqueeze(0)
    not_later = row_places.unsqueeze(1) >= key_places.unsqueeze(0)
    return same_request & not_later


def make_causal_mask(cached_len, device_len):
    return make_batch_mask([cached_len], [device_len])
