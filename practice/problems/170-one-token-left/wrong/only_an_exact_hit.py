"""Steps back when the cache holds exactly the prompt, but not when it holds more than that."""


def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    usable = cached_len
    if cached_len == prompt_len:
        usable -= 1
    return min(usable, prompt_len) // page_size * page_size
