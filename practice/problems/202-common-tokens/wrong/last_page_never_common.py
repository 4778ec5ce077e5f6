"""Begins with the number of pages as known to differ: rows that are equal lose their last page."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    page, begin = page_size * ITEM_BYTES, start * ITEM_BYTES
    same, different = 0, min(len(key), len(ids) - begin) // page
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * page, middle * page
        if key[low:high] == ids[begin + low : begin + high]:
            same = middle
        else:
            different = middle
    return same * page_size
