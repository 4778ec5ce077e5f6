"""Steps that double while they match and halve once they do not: cheap if little is common."""

ITEM_BYTES = 4


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    begin = start * ITEM_BYTES
    end = min(len(key), len(ids) - begin)
    at, step, growing = 0, ITEM_BYTES, True
    while at < end and step >= ITEM_BYTES:
        stop = min(at + step, end)
        if key[at:stop] == ids[begin + at : begin + stop]:
            at = stop
        else:
            growing = False
        step = step * 2 if growing else step // 2
    return at // ITEM_BYTES // page_size * page_size
