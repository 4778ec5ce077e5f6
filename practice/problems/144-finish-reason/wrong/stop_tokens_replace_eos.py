"""Takes the user's stop ids in place of the model's eos ids."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    ending = stop_token_ids or (frozenset() if ignore_eos else eos_token_ids)
    if token in ending:
        return "stop"
    return "length" if device_len == max_device_len else None
