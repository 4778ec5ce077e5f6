def div_ceil(x: int, page_size: int) -> int:
    """How many pages hold x tokens."""
    return (x + page_size - 1) // page_size


def align_down(x: int, page_size: int) -> int:
    """The largest multiple of page_size that is not above x."""
    return x // page_size * page_size


def align_up(x: int, page_size: int) -> int:
    """The smallest multiple of page_size that is not below x."""
    return div_ceil(x, page_size) * page_size
