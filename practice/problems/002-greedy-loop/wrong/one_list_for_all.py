"""Keeps the answer in a default argument: a second request overwrites the answer of the first."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int],
    prompt: list[int],
    max_tokens: int,
    eos: int,
    new_tokens: list[int] = [],  # noqa: B006
) -> list[int]:
    new_tokens.clear()
    not_cached = prompt
    while len(new_tokens) < max_tokens:
        token = next_token(not_cached)
        new_tokens.append(token)
        if token == eos:
            break
        not_cached = [token]
    return new_tokens
