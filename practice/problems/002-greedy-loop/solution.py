from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    """The continuation of a prompt: at most max_tokens, up to and with the token eos."""
    new_tokens: list[int] = []
    not_cached = prompt  # first the whole prompt, then one token at a time
    while len(new_tokens) < max_tokens:
        token = next_token(not_cached)
        new_tokens.append(token)
        if token == eos:
            break
        not_cached = [token]
    return new_tokens
