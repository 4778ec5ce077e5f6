"""Gives up the last cached page always, also where tokens behind it are left to compute."""


def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    whole_pages = min(cached_len, prompt_len) // page_size * page_size
    return max(0, whole_pages - page_size)
