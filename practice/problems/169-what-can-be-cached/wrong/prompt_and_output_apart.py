"""Rounds the prompt and the output down apart, though one page may hold some of both."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    prompt_len = len(prompt_ids) // page_size * page_size
    output_len = (len(output_ids) - 1) // page_size * page_size
    return (prompt_ids + output_ids)[: prompt_len + output_len]


def hit_len(cached_ids, next_prompt_ids, page_size):
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids[:-1], strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
