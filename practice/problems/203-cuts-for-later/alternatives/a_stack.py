"""A stack with the latest use on top: what a use covers is popped, and cuts is made when asked."""

from __future__ import annotations


class Run:
    def __init__(self, length: int, now: int) -> None:
        self.length = length
        self.stack = [(length, now)]  # ends fall and times rise from bottom to top

    @property
    def cuts(self) -> list[tuple[int, int]]:
        return self.stack[:0:-1]

    def use(self, end: int, now: int) -> None:
        while self.stack and (self.stack[-1][0] <= end):
            self.stack.pop()
        if not self.stack or self.stack[-1][1] < now:
            self.stack.append((end, now))

    def last_used(self, token: int) -> int:
        return next(time for end, time in reversed(self.stack) if end > token)

    def tail(self) -> tuple[int, int]:
        begin = self.stack[1][0] if len(self.stack) > 1 else 0
        return begin, self.stack[0][1]

    def split(self, pos: int) -> tuple[Run, Run]:
        first, second = Run(pos, self.last_used(pos - 1)), Run(self.length - pos, 0)
        first.stack += [cut for cut in self.stack if cut[0] < pos]
        second.stack = [(end - pos, time) for end, time in self.stack if end > pos]
        return first, second
