"""Looks for the end token in the whole sequence, where the prompt may have one."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    ids = list(prompt)
    not_cached = prompt
    while eos not in ids and len(ids) < len(prompt) + max_tokens:
        token = next_token(not_cached)
        ids.append(token)
        not_cached = [token]
    return ids[len(prompt) :]
