"""Joins all ids that end this request, and looks the answer up in a table."""


def finish_reason(token, device_len, max_device_len, eos_token_ids, ignore_eos, stop_token_ids):
    ending = set(stop_token_ids)
    if not ignore_eos:
        ending.update(eos_token_ids)
    room = max_device_len - device_len
    answers = {(True, True): "stop", (True, False): "stop", (False, False): "length"}
    return answers.get((token in ending, room > 0))
