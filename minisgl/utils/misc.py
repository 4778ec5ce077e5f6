"""Whole-number arithmetic for pages and shards."""

from __future__ import annotations


def div_ceil(a: int, b: int) -> int:
    """a / b, rounded up: the pages that a tokens need."""
    return -(-a // b)


def align_down(a: int, b: int) -> int:
    """The greatest multiple of b that is at most a."""
    return a // b * b


def align_up(a: int, b: int) -> int:
    """The least multiple of b that is at least a."""
    return div_ceil(a, b) * b


def div_even(a: int, b: int) -> int:
    """a / b where nothing may be left over.

    Raises:
        ValueError: if b does not divide a.
    """
    if a % b != 0:
        raise ValueError(f"{a} cannot be divided evenly by {b}")
    return a // b
