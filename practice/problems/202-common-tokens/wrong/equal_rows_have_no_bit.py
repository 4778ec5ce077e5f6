"""Takes the XOR's lowest bit also where no bit is set, because the rows are equal."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    length = min(len(key), len(ids) - begin)
    one = int.from_bytes(key[:length], "little")
    other = int.from_bytes(ids[begin : begin + length], "little")
    changed = one ^ other
    lowest_bit = max((changed & -changed).bit_length() - 1, 0)
    return lowest_bit // 8 // ITEM_BYTES // page_size * page_size
