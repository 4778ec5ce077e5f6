"""Rounds to the nearest multiple instead of down and up."""


def div_ceil(x: int, page_size: int) -> int:
    return (2 * x + page_size) // (2 * page_size)


def align_down(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size


def align_up(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size
