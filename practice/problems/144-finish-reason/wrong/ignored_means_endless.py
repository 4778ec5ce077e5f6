"""Lets a request go on as long as it ignores eos, past its length too."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if token in stop_token_ids:
        return "stop"
    if ignore_eos:
        return None
    if token in eos_token_ids:
        return "stop"
    return "length" if device_len == max_device_len else None
