"""Knows only whether the whole key follows: a match that ends within a node is lost."""

ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    if not ids.startswith(key, start * ITEM_BYTES):
        return 0
    return len(key) // ITEM_BYTES // page_size * page_size
