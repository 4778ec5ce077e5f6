"""Takes one more page than fit, even when nothing is left over."""


def div_ceil(x: int, page_size: int) -> int:
    return x // page_size + 1


def align_down(x: int, page_size: int) -> int:
    return x // page_size * page_size


def align_up(x: int, page_size: int) -> int:
    return div_ceil(x, page_size) * page_size
