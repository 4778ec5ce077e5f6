"""XORs the rows as numbers whose first byte is the lowest, but asks for the highest bit."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    length = min(len(key), len(ids) - begin)
    one = int.from_bytes(key[:length], "little")
    other = int.from_bytes(ids[begin : begin + length], "little")
    changed = one ^ other
    if changed:
        length = (changed.bit_length() - 1) // 8
    return length // ITEM_BYTES // page_size * page_size
