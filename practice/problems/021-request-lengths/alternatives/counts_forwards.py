"""Keeps what was given and the number of forwards; every length is derived from those."""


class Req:
    def __init__(self, input_ids, cached_len, output_len):
        if not 0 <= cached_len <= len(input_ids) - 1 or output_len <= 0:
            raise AssertionError("nothing to compute")
        self._prompt = tuple(input_ids)
        self._prefix, self._output_len = cached_len, output_len
        self._forwards, self._answer = 0, []

    @property
    def input_ids(self):
        return [*self._prompt, *self._answer]

    @property
    def cached_len(self):
        return len(self._prompt) + self._forwards - 1 if self._forwards else self._prefix

    @property
    def device_len(self):
        return len(self._prompt) + self._forwards

    @property
    def max_device_len(self):
        return len(self._prompt) + self._output_len

    @property
    def extend_len(self):
        return 1 if self._forwards else len(self._prompt) - self._prefix

    @property
    def remain_len(self):
        return self._output_len - self._forwards

    @property
    def can_decode(self):
        return self._forwards != self._output_len

    def complete_one(self):
        self._forwards += 1

    def append_host(self, token):
        self._answer.append(token)
