"""Takes max_tokens for the length of the whole sequence, prompt included."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    new_tokens: list[int] = []
    not_cached = prompt
    while len(prompt) + len(new_tokens) < max_tokens:
        token = next_token(not_cached)
        new_tokens.append(token)
        if token == eos:
            break
        not_cached = [token]
    return new_tokens
