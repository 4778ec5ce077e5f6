"""Compares page after page: with large pages that looks cheap, but pages may be of one token."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    page, begin, same = page_size * ITEM_BYTES, start * ITEM_BYTES, 0
    while same + page <= min(len(key), len(ids) - begin):
        if key[same : same + page] != ids[begin + same : begin + same + page]:
            break
        same += page
    return same // ITEM_BYTES
