"""Divides with floats, which lose the last digits of large numbers.

Seen in: many allocators that write math.ceil(x / page_size).
"""

import math


def div_ceil(x: int, page_size: int) -> int:
    return math.ceil(x / page_size)


def align_down(x: int, page_size: int) -> int:
    return math.floor(x / page_size) * page_size


def align_up(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size
