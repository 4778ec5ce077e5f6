"""Takes all that is cached, so that a prompt that is cached whole has nothing to compute.

Seen in: nano-vllm PR 199, where a prompt that is found whole in the cache crashes the engine.
"""


def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    return min(cached_len, prompt_len) // page_size * page_size
