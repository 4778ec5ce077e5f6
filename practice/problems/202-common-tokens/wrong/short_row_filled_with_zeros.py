"""XORs rows of different lengths: what the shorter one lacks counts as tokens 0."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    one = int.from_bytes(key, "little")
    other = int.from_bytes(ids[begin : begin + len(key)], "little")
    changed = one ^ other
    length = len(key)
    if changed:
        length = ((changed & -changed).bit_length() - 1) // 8
    return length // ITEM_BYTES // page_size * page_size
