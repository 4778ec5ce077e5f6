"""Right, but it cuts out token after token: 20,000 steps of Python for a key of 20,000 tokens."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin, same = start * ITEM_BYTES, 0
    end = min(len(key), len(ids) - begin)
    while (
        same < end
        and key[same : same + ITEM_BYTES] == ids[begin + same : begin + same + ITEM_BYTES]
    ):
        same += ITEM_BYTES
    return same // ITEM_BYTES // page_size * page_size
