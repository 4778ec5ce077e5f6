"""Adds all tokens first and rounds once, as if they could share their last pages."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def align_up(x, page_size):
    return (x + page_size - 1) // page_size * page_size


def missing_size(req, page_size):
    return align_up(req.input_len + req.output_len, page_size) - req.held_len


def reserved_size(reqs, page_size):
    missing = sum(req.input_len + req.output_len - req.held_len for req in reqs)
    return align_up(missing, page_size)
