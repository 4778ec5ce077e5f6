"""Rounds start + n down to a whole page instead of n: pages are then those of the prompt."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    same, different = 0, min(len(key), len(ids) - begin) // ITEM_BYTES + 1
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * ITEM_BYTES, middle * ITEM_BYTES
        if key[low:high] == ids[begin + low : begin + high]:
            same = middle
        else:
            different = middle
    end = (start + same) // page_size * page_size
    return max(end - start, 0)
