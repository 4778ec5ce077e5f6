"""Appends the new tokens to the list of the caller."""

from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    ids, prompt_len = prompt, len(prompt)
    cached_len = 0
    while len(ids) < prompt_len + max_tokens:
        token = next_token(ids[cached_len:])
        cached_len = len(ids)
        ids.append(token)
        if token == eos:
            break
    return ids[prompt_len:]
