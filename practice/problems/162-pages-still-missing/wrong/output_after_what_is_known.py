"""Adds the whole output to what is known now: the generated tokens are counted twice."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    whole_life = (req.device_len + req.output_len + page_size - 1) // page_size * page_size
    return whole_life - req.held_len


def reserved_size(reqs, page_size):
    return sum(missing_size(req, page_size) for req in reqs)
