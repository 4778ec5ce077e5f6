"""One row after the other, with plain numbers as indices."""

import torch


def store_kv(k_cache, v_cache, slots, k, v):
    for row, slot in enumerate(slots.tolist()):
        k_cache[slot] = k[row]
        v_cache[slot] = v[row]


def gather_kv(cache, slots):
    rows = torch.empty((len(slots), cache.shape[1], cache.shape[2]), dtype=cache.dtype)
    for row, slot in enumerate(slots.tolist()):
        rows[row] = cache[slot]
    return rows
