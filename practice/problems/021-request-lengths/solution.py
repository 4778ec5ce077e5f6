class Req:
    """One request on its way through the engine, told by three lengths."""

    def __init__(self, input_ids: list[int], cached_len: int, output_len: int) -> None:
        """Raises AssertionError unless 0 <= cached_len < len(input_ids) and output_len >= 1."""
        assert 0 <= cached_len < len(input_ids), "at least one token is left to compute"
        assert output_len >= 1, "a request generates at least one token"
        self.input_ids = list(input_ids)
        self.cached_len = cached_len
        self.device_len = len(input_ids)
        self.max_device_len = self.device_len + output_len

    @property
    def extend_len(self) -> int:
        """How many tokens the next forward computes: a prompt's rest, or 1 while decoding."""
        return self.device_len - self.cached_len

    @property
    def remain_len(self) -> int:
        """How many tokens may still be generated."""
        return self.max_device_len - self.device_len

    @property
    def can_decode(self) -> bool:
        """Whether a token may still be generated."""
        return self.remain_len > 0

    def complete_one(self) -> None:
        """After a forward: all that was there is cached, and there is one token more."""
        self.cached_len = self.device_len
        self.device_len += 1

    def append_host(self, token: int) -> None:
        """The value of a generated token has reached the CPU."""
        self.input_ids.append(token)
