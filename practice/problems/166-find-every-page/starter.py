from typing import NamedTuple


class Findings(NamedTuple):
    """What is wrong with a pool: page numbers, and for ``misaligned`` slots, all ascending."""

    missing: list[int]
    twice: list[int]
    dangling: list[int]
    misaligned: list[int]


def check_integrity(
    num_pages: int,
    page_size: int,
    free: list[int],
    cached: list[list[int]],
    running: list[tuple[list[int], int]],
) -> Findings:
    """Look for every page in the free list, the cache and the rows of running requests."""
    raise NotImplementedError("not written yet")
