"""Right, but it keeps a time for every token, as much memory as the tokens themselves."""

from __future__ import annotations


class Run:
    def __init__(self, length: int, now: int) -> None:
        self.length = length
        self.times = [now] * length

    @property
    def cuts(self) -> list[tuple[int, int]]:
        times = self.times
        ends = [end for end in range(1, self.length) if times[end - 1] > times[end]]
        return [(end, times[end - 1]) for end in ends]

    def use(self, end: int, now: int) -> None:
        self.times[:end] = [now] * end

    def last_used(self, token: int) -> int:
        return self.times[token]

    def tail(self) -> tuple[int, int]:
        return self.times.index(self.times[-1]), self.times[-1]

    def split(self, pos: int) -> tuple[Run, Run]:
        first, second = Run(pos, 0), Run(self.length - pos, 0)
        first.times, second.times = self.times[:pos], self.times[pos:]
        return first, second
