"""Takes a page off whenever the prompt was found whole, also if it ends in mid-page."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    computed_ids = (prompt_ids + output_ids)[:-1]
    return computed_ids[: len(computed_ids) // page_size * page_size]


def hit_len(cached_ids, next_prompt_ids, page_size):
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids, strict=False):
        if cached != wanted:
            break
        matched_len += 1
    if matched_len == len(next_prompt_ids):
        matched_len = max(0, matched_len - page_size)
    return matched_len // page_size * page_size
