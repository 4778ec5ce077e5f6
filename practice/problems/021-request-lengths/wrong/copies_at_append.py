"""Makes a new list when a token is added: until then the caller's list is the request's."""


class Req:
    def __init__(self, input_ids: list[int], cached_len: int, output_len: int) -> None:
        assert 0 <= cached_len < len(input_ids), "at least one token is left to compute"
        assert output_len >= 1, "a request generates at least one token"
        self.input_ids = input_ids
        self.cached_len = cached_len
        self.device_len = len(input_ids)
        self.max_device_len = self.device_len + output_len

    @property
    def extend_len(self) -> int:
        return self.device_len - self.cached_len

    @property
    def remain_len(self) -> int:
        return self.max_device_len - self.device_len

    @property
    def can_decode(self) -> bool:
        return self.remain_len > 0

    def complete_one(self) -> None:
        self.cached_len = self.device_len
        self.device_len += 1

    def append_host(self, token: int) -> None:
        self.input_ids = [*self.input_ids, token]
