"""Counts all equal tokens, also those behind the first difference, whose past is another."""


def cacheable_ids(prompt_ids, output_ids, page_size):
    if not output_ids:
        return []
    computed_ids = (prompt_ids + output_ids)[:-1]
    return computed_ids[: len(computed_ids) // page_size * page_size]


def hit_len(cached_ids, next_prompt_ids, page_size):
    pairs = zip(cached_ids, next_prompt_ids[:-1], strict=False)
    matched_len = sum(cached == wanted for cached, wanted in pairs)
    return matched_len // page_size * page_size
