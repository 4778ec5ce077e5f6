"""Rounds up with whole numbers, but cuts off a float to round down.

A float just under a multiple becomes that multiple, and align_down goes above x.
"""


def div_ceil(x: int, page_size: int) -> int:
    return (x + page_size - 1) // page_size


def align_down(x: int, page_size: int) -> int:
    return int(x / page_size) * page_size


def align_up(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size
