"""Halves over the whole key, though ids may end sooner: two empty slices at the end are equal."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    page, begin = page_size * ITEM_BYTES, start * ITEM_BYTES
    same, different = 0, len(key) // page + 1
    while different - same > 1:
        middle = (same + different) // 2
        low, high = same * page, middle * page
        other = ids[begin + low : begin + high]
        if key[low : low + len(other)] == other:
            same = middle
        else:
            different = middle
    return same * page_size
