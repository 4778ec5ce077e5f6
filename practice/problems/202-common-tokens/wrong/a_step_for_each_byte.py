"""Right, but zip looks at byte after byte, four times as many as there are tokens."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    same = 0
    for mine, other in zip(key, ids[begin : begin + len(key)], strict=False):
        if mine != other:
            break
        same += 1
    return same // ITEM_BYTES // page_size * page_size
