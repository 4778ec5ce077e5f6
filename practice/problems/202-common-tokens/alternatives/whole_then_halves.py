"""Tries the whole, which is the usual case, then goes down into the first half that differs."""

from array import array


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    size = array("i").itemsize
    count = min(len(key) // size, len(ids) // size - start)
    other = memoryview(ids)[start * size : (start + count) * size]
    mine = memoryview(key)[: count * size]
    if mine == other:
        return count // page_size * page_size
    begin = 0
    while count - begin > 1:
        half = (begin + count) // 2
        if mine[begin * size : half * size] == other[begin * size : half * size]:
            begin = half
        else:
            count = half
    return begin // page_size * page_size
