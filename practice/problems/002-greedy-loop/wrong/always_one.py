"""Computes the prompt in any case, so that at least one token comes back, even for max_tokens 0."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    new_tokens = [next_token(prompt)]
    while new_tokens[-1] != eos and len(new_tokens) < max_tokens:
        new_tokens.append(next_token(new_tokens[-1:]))
    return new_tokens
