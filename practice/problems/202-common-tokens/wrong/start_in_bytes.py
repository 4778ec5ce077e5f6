"""Takes start, which counts tokens, for a place in the bytes."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    page = page_size * ITEM_BYTES
    same, different = 0, min(len(key), len(ids) - start) // page + 1
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * page, middle * page
        if key[low:high] == ids[start + low : start + high]:
            same = middle
        else:
            different = middle
    return same * page_size
