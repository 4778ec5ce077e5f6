"""Takes the last token off the prompt itself, which the caller goes on to compute."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    computed_ids = (prompt_ids + output_ids)[:-1]
    return computed_ids[: len(computed_ids) // page_size * page_size]


def hit_len(cached_ids, next_prompt_ids, page_size):
    next_prompt_ids.pop()
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids, strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
