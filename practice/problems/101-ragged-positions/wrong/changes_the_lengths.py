"""Makes the offsets out of the list of lengths itself, which the caller still needs."""


def make_offsets(lengths: list[int]) -> list[int]:
    lengths.insert(0, 0)
    for i in range(1, len(lengths)):
        lengths[i] += lengths[i - 1]
    return lengths


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    positions: list[int] = []
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        positions += range(cached_len, device_len)
    return positions
