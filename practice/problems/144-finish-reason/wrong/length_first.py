"""Looks at the length first, so a text that ends in its last place counts as cut off."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if device_len == max_device_len:
        return "length"
    if token in stop_token_ids:
        return "stop"
    if token in eos_token_ids and not ignore_eos:
        return "stop"
    return None
