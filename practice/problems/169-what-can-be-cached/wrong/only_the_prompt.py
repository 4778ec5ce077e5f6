"""Caches the prompt and lets the output go, which the next turn of a chat would have found.

Seen in: SGLang PR 16521.
"""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    return prompt_ids[: len(prompt_ids) // page_size * page_size]


def hit_len(cached_ids, next_prompt_ids, page_size):
    matched_len = 0
    for cached, wanted in zip(cached_ids, next_prompt_ids[:-1], strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
