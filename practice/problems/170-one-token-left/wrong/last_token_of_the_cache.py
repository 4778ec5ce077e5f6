"""Leaves out the last token of the cached sequence, not the last token of the prompt."""


def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    usable = min(cached_len, prompt_len)
    return max(usable - 1, 0) // page_size * page_size
