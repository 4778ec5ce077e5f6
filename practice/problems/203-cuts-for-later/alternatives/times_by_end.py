"""A dict from end to time; what is asked for is worked out from it each time."""

from __future__ import annotations


class Run:
    def __init__(self, length: int, now: int, uses: dict[int, int] | None = None) -> None:
        self.length = length
        self.uses = {length: now} | (uses or {})

    def use(self, end: int, now: int) -> None:
        self.uses = {place: time for place, time in self.uses.items() if place > end}
        self.uses[end] = now

    def last_used(self, token: int) -> int:
        return max(time for end, time in self.uses.items() if end > token)

    @property
    def cuts(self) -> list[tuple[int, int]]:
        ends = sorted(self.uses)[:-1]
        return [(end, self.uses[end]) for end in ends if self.uses[end] > self.last_used(end)]

    def tail(self) -> tuple[int, int]:
        return (self.cuts[-1][0] if self.cuts else 0), self.uses[self.length]

    def split(self, pos: int) -> tuple[Run, Run]:
        before = {end: time for end, time in self.uses.items() if end < pos}
        behind = {end - pos: time for end, time in self.uses.items() if end > pos}
        length = self.length - pos
        return Run(pos, self.last_used(pos - 1), before), Run(length, behind[length], behind)
