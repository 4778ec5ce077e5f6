def div_ceil(x: int, page_size: int) -> int:
    """How many pages hold x tokens."""
    raise NotImplementedError("not written yet")


def align_down(x: int, page_size: int) -> int:
    """The largest multiple of page_size that is not above x."""
    raise NotImplementedError("not written yet")


def align_up(x: int, page_size: int) -> int:
    """The smallest multiple of page_size that is not below x."""
    raise NotImplementedError("not written yet")
