"""Finds the whole of a prompt that is cached, and leaves no token to compute.

Seen in: nano-vllm issues 114 and 144; vLLM PRs 11186 and 17999 deal with the same case.
"""


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
    return matched_len // page_size * page_size
