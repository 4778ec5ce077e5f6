"""Gives the model the whole sequence at each step, as if it had no cache."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    ids = list(prompt)
    while len(ids) < len(prompt) + max_tokens:
        ids.append(next_token(ids))
        if ids[-1] == eos:
            break
    return ids[len(prompt) :]
