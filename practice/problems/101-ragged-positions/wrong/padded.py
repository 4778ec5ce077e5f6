"""Gives every request as many rows as the longest one has, the batch as a rectangle."""


def make_offsets(lengths: list[int]) -> list[int]:
    return [i * max(lengths, default=0) for i in range(len(lengths) + 1)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    extend_lens = [end - start for start, end in zip(cached_lens, device_lens, strict=True)]
    rows = max(extend_lens, default=0)
    positions: list[int] = []
    for cached_len in cached_lens:
        positions += range(cached_len, cached_len + rows)
    return positions
