"""Takes one page after another, as a cache that walks its pages does."""


def usable_prefix(prompt_len, cached_len, page_size):
    used = 0
    while used + page_size <= cached_len and used + page_size < prompt_len:
        used += page_size
    return used
