"""Takes the id 0 for no token at all."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    if token and (token in stop_token_ids or (token in eos_token_ids and not ignore_eos)):
        return "stop"
    return "length" if device_len == max_device_len else None
