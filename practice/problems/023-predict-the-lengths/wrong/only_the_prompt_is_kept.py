"""Lets the next turn find the first prompt alone, and not what was generated.

Seen in: SGLang (pull request 16521), where a finished request was cached under its prompt only.
"""


class Req:
    """A request: what is cached, what is there, what there can be at most."""

    def __init__(self, input_ids: list[int], cached_len: int, output_len: int) -> None:
        self.input_ids = list(input_ids)
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
        self.input_ids.append(token)


def step(req: Req, pool: list[int], sampled: int) -> None:
    """One forward: computes what is not cached, and samples one token."""
    computed = req.input_ids[req.cached_len :]
    pool.extend(computed)
    req.complete_one()
    req.append_host(sampled)
    lengths = f"cached {req.cached_len}, device {req.device_len}"
    print(f"computed {computed}, sampled {sampled}: {lengths}, extend {req.extend_len}")


def admit(prompt: list[int], cached_len: int, output_len: int) -> Req:
    """A new request, the first cached_len tokens of which are in the pool."""
    req = Req(prompt, cached_len, output_len)
    lengths = f"cached {req.cached_len}, device {req.device_len}, max {req.max_device_len}"
    print(f"admitted: {lengths}, extend {req.extend_len}")
    return req


def program() -> None:
    pool = [11, 12, 13]
    req = admit([11, 12, 13, 14, 15], len(pool), 3)
    sampled = 21
    while req.can_decode:
        step(req, pool, sampled)
        sampled += 1
    print(f"finished: {len(req.input_ids)} tokens, {len(pool)} in the pool, the last is {pool[-1]}")
    following = admit([*req.input_ids, 31, 32], len(pool), 2)
    step(following, pool, 41)


def prediction() -> list[str]:
    """The lines that program() prints."""
    return [
        "admitted: cached 3, device 5, max 8, extend 2",
        "computed [14, 15], sampled 21: cached 5, device 6, extend 1",
        "computed [21], sampled 22: cached 6, device 7, extend 1",
        "computed [22], sampled 23: cached 7, device 8, extend 1",
        "finished: 8 tokens, 5 in the pool, the last is 15",
        "admitted: cached 5, device 10, max 12, extend 5",
        "computed [21, 22, 23, 31, 32], sampled 41: cached 10, device 11, extend 1",
    ]
