from itertools import accumulate


def make_offsets(lengths: list[int]) -> list[int]:
    """Where each request starts, and the end of all: [3, 1, 2] -> [0, 3, 4, 6]."""
    return [0, *accumulate(lengths)]


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    """The place of each computed token in its own request, for all requests end to end."""
    positions: list[int] = []
    for request, device_len in enumerate(device_lens):
        positions += range(cached_lens[request], device_len)
    return positions
