"""Extends the list of the prompt, which belongs to the caller, with the output."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    prompt_ids += output_ids[:-1]
    return prompt_ids[: len(prompt_ids) // page_size * page_size]


def hit_len(cached_ids, next_prompt_ids, page_size):
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids[:-1], strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
