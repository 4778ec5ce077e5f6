"""Numbers the computed tokens from 0, also when a prefix before them is cached.

Seen in: MinivLLM 98, where positions started at 0 on a cache hit.
"""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        positions += range(device_len - cached_len)
    return positions
