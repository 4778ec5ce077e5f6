"""Counts a token whose first bytes are equal as a common one."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    same, different = 0, min(len(key), len(ids) - begin) + 1
    while different - same > 1:
        middle = (same + different) // 2
        if key[same:middle] == ids[begin + same : begin + middle]:
            same = middle
        else:
            different = middle
    tokens = -(-same // ITEM_BYTES)
    return tokens // page_size * page_size
