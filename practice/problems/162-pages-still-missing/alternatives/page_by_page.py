"""Adds one page after the other until the whole life fits."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    missing = 0
    while req.held_len + missing < req.input_len + req.output_len:
        missing += page_size
    return missing


def reserved_size(reqs, page_size):
    total = 0
    for req in reqs:
        total += missing_size(req, page_size)
    return total
