def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    """How many tokens of a prompt are to be taken from the cache, so that one is left at least."""
    # The last token is set aside before rounding: rounding first would leave part of a page.
    return min(cached_len, prompt_len - 1) // page_size * page_size
