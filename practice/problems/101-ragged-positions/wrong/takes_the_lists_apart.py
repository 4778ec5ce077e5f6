"""Takes the requests off the caller's lists one by one, until none is left."""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    while cached_lens:
        positions += range(cached_lens.pop(0), device_lens.pop(0))
    return positions
