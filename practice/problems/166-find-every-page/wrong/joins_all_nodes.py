"""Puts all nodes, and all that rows own, in one line before cutting: halves of pages join up."""

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
    misaligned: set[int] = set()

    def pages_of(slots: list[int]) -> list[int]:
        """The pages that a run of slots stands for; what is none is noted as misaligned."""
        pages = []
        for start in range(0, len(slots), page_size):
            piece = slots[start : start + page_size]
            page = piece[0] // page_size
            # All slots are compared: a first slot can be right where the next one is not.
            whole = list(range(page * page_size, (page + 1) * page_size))
            if page in range(num_pages) and piece == whole:
                pages.append(page)
            else:
                misaligned.add(piece[0])
        return pages

    places: list[int] = []  # every page once for each place where it is found
    for first_slot in free:
        places += pages_of(list(range(first_slot, first_slot + page_size)))
    in_cache = pages_of([slot for node in cached for slot in node])
    places += in_cache
    prefixes: list[int] = []
    for row, cached_len in running:
        prefixes += pages_of(row[:cached_len])
    places += pages_of([slot for row, cached_len in running for slot in row[cached_len:]])
    return Findings(
        missing=[page for page in range(num_pages) if places.count(page) == 0],
        twice=[page for page in range(num_pages) if places.count(page) > 1],
        dangling=sorted(set(prefixes) - set(in_cache)),
        misaligned=sorted(misaligned),
    )
