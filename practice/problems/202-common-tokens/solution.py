ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    """How many leading tokens of key, in whole pages, are those of ids from token start on."""
    page, begin = page_size * ITEM_BYTES, start * ITEM_BYTES
    same, different = 0, len(key) // page + 1  # pages known to be common, and known not to be
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * page, middle * page
        # Where ids ends sooner its slice is shorter, and so not equal.
        if key[low:high] == ids[begin + low : begin + high]:
            same = middle
        else:
            different = middle
    return same * page_size
