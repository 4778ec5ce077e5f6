"""Counts pages: the full ones of the cache, and those that the prompt can do without."""


def usable_prefix(prompt_len, cached_len, page_size):
    full_pages = cached_len // page_size
    all_pages_of_prompt = (prompt_len + page_size - 1) // page_size
    return min(full_pages, all_pages_of_prompt - 1) * page_size
