def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    """How many tokens of a prompt are to be taken from the cache, so that one is left at least."""
    raise NotImplementedError("not written yet")
