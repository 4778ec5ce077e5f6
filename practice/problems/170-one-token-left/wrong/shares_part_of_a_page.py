"""Leaves one token exactly, and lets the request write into the last shared page.

Seen in: vLLM PR 11186, where only the last token of a full hit was computed again, but every other
number was counted in whole blocks.
"""


def usable_prefix(prompt_len: int, cached_len: int, page_size: int) -> int:
    return min(cached_len // page_size * page_size, prompt_len - 1)
