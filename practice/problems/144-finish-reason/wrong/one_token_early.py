"""Adds the new token to device_len once more, and ends a token early."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if token in stop_token_ids:
        return "stop"
    if token in eos_token_ids and not ignore_eos:
        return "stop"
    return "length" if device_len + 1 >= max_device_len else None
