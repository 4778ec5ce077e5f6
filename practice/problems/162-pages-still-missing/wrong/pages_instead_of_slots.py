"""Returns the number of pages, where all other sizes of the engine are counted in slots."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    pages = (req.input_len + req.output_len + page_size - 1) // page_size
    return pages - req.held_len // page_size


def reserved_size(reqs, page_size):
    return sum(missing_size(req, page_size) for req in reqs)
