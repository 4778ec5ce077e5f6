def finish_reason(
    token: int,
    device_len: int,
    max_device_len: int,
    eos_token_ids: frozenset[int],
    ignore_eos: bool,
    stop_token_ids: frozenset[int],
) -> str | None:
    """Why a request ends with this token, "stop" or "length"; None if it goes on."""
    # Before the length: a text that is complete was not cut off, however little room is left.
    if token in stop_token_ids:
        return "stop"
    if token in eos_token_ids and not ignore_eos:
        return "stop"
    return "length" if device_len == max_device_len else None
