"""Knows one eos token of a model, the lowest, as if no model had several."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    eos_token_id = min(eos_token_ids, default=None)
    if token in stop_token_ids:
        return "stop"
    if token == eos_token_id and not ignore_eos:
        return "stop"
    return "length" if device_len == max_device_len else None
