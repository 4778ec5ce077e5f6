def cacheable_ids(prompt_ids: list[int], output_ids: list[int], page_size: int) -> list[int]:
    """The tokens of a request that can be put into the prefix cache."""
    raise NotImplementedError("not written yet")


def hit_len(cached_ids: list[int], next_prompt_ids: list[int], page_size: int) -> int:
    """How many tokens of the next prompt are found, if just `cached_ids` are in the cache."""
    raise NotImplementedError("not written yet")
