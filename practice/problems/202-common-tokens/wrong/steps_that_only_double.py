"""Doubles its step until the rows differ, and does not go back to look where."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    length = min(len(key), len(ids) - begin)
    same, step = 0, ITEM_BYTES
    while (
        same + step <= length and key[same : same + step] == ids[begin + same : begin + same + step]
    ):
        same += step
        step *= 2
    return same // ITEM_BYTES // page_size * page_size
