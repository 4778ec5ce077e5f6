"""Caches all that has KV, the tail of less than a page too, which the request gives back."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    return (prompt_ids + output_ids)[:-1] if output_ids else []


def hit_len(cached_ids, next_prompt_ids, page_size):
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids[:-1], strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
