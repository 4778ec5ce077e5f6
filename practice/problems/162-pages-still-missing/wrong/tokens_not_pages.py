"""Counts tokens where the pool hands out pages: the rest of the last page is forgotten.

Seen in: FreeToken PR 367, where the sum of such counts let in more requests than the pages allowed.
"""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    return max(0, req.input_len + req.output_len - req.held_len)


def reserved_size(reqs, page_size):
    return sum(missing_size(req, page_size) for req in reqs)
