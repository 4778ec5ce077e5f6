"""The rest of the answer is the answer to a prompt of one token."""


def generate(next_token, prompt, max_tokens, eos):
    if not max_tokens:
        return []
    token = next_token(list(prompt))
    return [token] if token == eos else [token, *generate(next_token, [token], max_tokens - 1, eos)]
