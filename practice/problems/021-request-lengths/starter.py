class Req:
    """One request on its way through the engine, told by three lengths."""

    def __init__(self, input_ids: list[int], cached_len: int, output_len: int) -> None:
        """Raises AssertionError unless 0 <= cached_len < len(input_ids) and output_len >= 1."""
        raise NotImplementedError("not written yet")

    @property
    def extend_len(self) -> int:
        """How many tokens the next forward computes."""
        raise NotImplementedError("not written yet")

    @property
    def remain_len(self) -> int:
        """How many tokens may still be generated."""
        raise NotImplementedError("not written yet")

    @property
    def can_decode(self) -> bool:
        """Whether a token may still be generated."""
        raise NotImplementedError("not written yet")

    def complete_one(self) -> None:
        """After a forward: all that was there is cached, and there is one token more."""
        raise NotImplementedError("not written yet")

    def append_host(self, token: int) -> None:
        """The value of a generated token has reached the CPU."""
        raise NotImplementedError("not written yet")
