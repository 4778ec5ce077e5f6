"""Feeds the prompt one token at a time: the right answer, but a call for each of its tokens."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    if max_tokens == 0:
        return []
    for token in prompt:
        following = next_token([token])
    new_tokens = [following]
    while new_tokens[-1] != eos and len(new_tokens) < max_tokens:
        new_tokens.append(next_token(new_tokens[-1:]))
    return new_tokens
