"""One prefill, then a loop that goes on as long as the last token allows."""


def generate(next_token, prompt, max_tokens, eos):
    if max_tokens == 0:
        return []
    ids = list(prompt)
    ids.append(next_token(prompt))
    longest = len(prompt) + max_tokens
    while ids[-1] != eos and len(ids) < longest:
        ids.append(next_token(ids[-1:]))
    return ids[len(prompt) :]
