def cacheable_ids(prompt_ids: list[int], output_ids: list[int], page_size: int) -> list[int]:
    """The tokens of a request that can be put into the prefix cache."""
    if not output_ids:
        return []  # nothing has been sampled: the forward of the prompt has not run
    # The last sampled token went into no forward, so that it has no KV.
    computed_ids = (prompt_ids + output_ids)[:-1]
    return computed_ids[: len(computed_ids) // page_size * page_size]


def hit_len(cached_ids: list[int], next_prompt_ids: list[int], page_size: int) -> int:
    """How many tokens of the next prompt are found, if just `cached_ids` are in the cache."""
    matched_len = 0
    # Without the last token: the scores of the next one come from computing it.
    for cached, wanted in zip(cached_ids, next_prompt_ids[:-1], strict=False):
        if cached != wanted:
            break
        matched_len += 1
    return matched_len // page_size * page_size
