"""Each row is one large number; the lowest bit in which they differ tells the token."""

ITEM_BYTES = 4


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    length = min(len(key), len(ids) - begin)
    one = int.from_bytes(key[:length], "little")
    other = int.from_bytes(ids[begin : begin + length], "little")
    changed = one ^ other
    if changed:
        lowest_bit = (changed & -changed).bit_length() - 1
        length = lowest_bit // 8
    tokens = length // ITEM_BYTES
    return tokens - tokens % page_size
