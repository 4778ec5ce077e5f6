"""Leaves out the last token, whose KV nobody will read. The engine keeps a slot for it."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    max_cached_len = req.input_len + req.output_len - 1
    whole_life = (max_cached_len + page_size - 1) // page_size * page_size
    return whole_life - req.held_len


def reserved_size(reqs, page_size):
    return sum(missing_size(req, page_size) for req in reqs)
