"""Computes the next token first and asks afterwards whether there is to be one."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    if max_tokens == 0:
        return []
    new_tokens: list[int] = []
    token = next_token(prompt)
    while len(new_tokens) < max_tokens:
        new_tokens.append(token)
        following = next_token([token])
        if token == eos:
            break
        token = following
    return new_tokens
