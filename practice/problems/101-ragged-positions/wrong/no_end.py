"""Gives the starts only: the last request has no end."""


def make_offsets(lengths: list[int]) -> list[int]:
    return [sum(lengths[:i]) for i in range(len(lengths))]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        positions += range(cached_len, device_len)
    return positions
