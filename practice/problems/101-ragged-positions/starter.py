def make_offsets(lengths: list[int]) -> list[int]:
    """Where each request starts, and the end of all: [3, 1, 2] -> [0, 3, 4, 6]."""
    raise NotImplementedError("not written yet")


def make_positions(cached_lens: list[int], device_lens: list[int]) -> list[int]:
    """The place of each computed token in its own request, for all requests end to end."""
    raise NotImplementedError("not written yet")
