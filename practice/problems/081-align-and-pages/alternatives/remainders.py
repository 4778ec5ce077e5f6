"""With remainders instead of rounding."""


def div_ceil(x: int, page_size: int) -> int:
    pages, rest = divmod(x, page_size)
    return pages + 1 if rest else pages


def align_down(x: int, page_size: int) -> int:
    return x - x % page_size


def align_up(x: int, page_size: int) -> int:
    return x + -x % page_size
