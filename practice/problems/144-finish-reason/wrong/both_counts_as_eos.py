"""Takes an id that is in both sets for an eos token only."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if token in eos_token_ids:
        if not ignore_eos:
            return "stop"
    elif token in stop_token_ids:
        return "stop"
    return "length" if device_len == max_device_len else None
