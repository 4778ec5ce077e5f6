"""Keeps its lists from call to call: the next call changes what the last one gave."""

OFFSETS: list[int] = []
POSITIONS: list[int] = []


def make_offsets(lengths: list[int]) -> list[int]:
    OFFSETS[:] = [0]
    for length in lengths:
        OFFSETS.append(OFFSETS[-1] + length)
    return OFFSETS


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    POSITIONS.clear()
    for request, device_len in enumerate(device_lens):
        POSITIONS.extend(range(cached_lens[request], device_len))
    return POSITIONS
