"""Cuts the rest of the prompt off first, and so copies nearly all of it at every node."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    page, rest = page_size * ITEM_BYTES, ids[start * ITEM_BYTES :]
    same, different = 0, min(len(key), len(rest)) // page + 1
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * page, middle * page
        if key[low:high] == rest[low:high]:
            same = middle
        else:
            different = middle
    return same * page_size
