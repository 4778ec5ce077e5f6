"""Goes on counting from one request to the next, as if the batch were one long sequence."""

from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        start = cached_len if not positions else positions[-1] + 1
        positions += range(start, start + device_len - cached_len)
    return positions
