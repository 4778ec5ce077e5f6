from collections.abc import Callable


def generate(
    next_token: Callable[[list[int]], int], prompt: list[int], max_tokens: int, eos: int
) -> list[int]:
    """The continuation of a prompt: at most max_tokens, up to and with the token eos."""
    raise NotImplementedError("not written yet")
