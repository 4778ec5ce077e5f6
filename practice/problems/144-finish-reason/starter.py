def finish_reason(
    token: int,
    device_len: int,
    max_device_len: int,
    eos_token_ids: frozenset[int],
    ignore_eos: bool,
    stop_token_ids: frozenset[int],
) -> str | None:
    """Why a request ends with this token, "stop" or "length"; None if it goes on."""
    raise NotImplementedError("not written yet")
