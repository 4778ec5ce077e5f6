"""Lets ignore_eos switch off every id that ends a request."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if not ignore_eos and token in eos_token_ids | stop_token_ids:
        return "stop"
    return "length" if device_len == max_device_len else None
