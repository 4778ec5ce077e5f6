"""Gives cached tokens a position too, though they are not computed again."""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for device_len in device_lens:
        positions += range(device_len)
    return positions
