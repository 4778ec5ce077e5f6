"""Gives pages of their own to the tokens to come, as if the page begun had no room for them."""

from typing import NamedTuple


class Running(NamedTuple):
    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req, page_size):
    remain_len = req.input_len + req.output_len - req.device_len
    return (remain_len + page_size - 1) // page_size * page_size


def reserved_size(reqs, page_size):
    return sum(missing_size(req, page_size) for req in reqs)
