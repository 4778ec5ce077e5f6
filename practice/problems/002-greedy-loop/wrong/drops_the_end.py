"""Leaves the end token out of the answer."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    new_tokens: list[int] = []
    not_cached = prompt
    while len(new_tokens) < max_tokens:
        token = next_token(not_cached)
        if token == eos:
            break
        new_tokens.append(token)
        not_cached = [token]
    return new_tokens
