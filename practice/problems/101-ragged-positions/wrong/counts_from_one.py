"""Takes the number of tokens up to a token for its position: one more than it is."""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        positions += range(cached_len + 1, device_len + 1)
    return positions
