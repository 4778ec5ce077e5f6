ITEM_BYTES = 4  # of an int32


def common_tokens(key: bytes, ids: bytes, start: int, page_size: int) -> int:
    """How many leading tokens of key, in whole pages, are those of ids from token start on."""
    raise NotImplementedError("write common_tokens")
