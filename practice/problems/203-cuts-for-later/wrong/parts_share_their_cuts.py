"""Both parts see one list: a use of the one is a use of the other."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

END = itemgetter(0)


class Run:
    """A run of tokens of one node, and when they were last used.

    Attributes:
        length: how many tokens it has.
        cuts: pairs (end, time), one for each place where the time falls, in the order of the ends.
    """

    def __init__(self, length: int, now: int) -> None:
        self.length = length
        self.cuts: list[tuple[int, int]] = []
        self._time = now  # of what lies behind the last cut

    def use(self, end: int, now: int) -> None:
        """Tokens [0, end) are used now."""
        self.cuts = self.cuts[self._first_behind(end) :]
        if end == self.length:
            self._time = now
        elif self.last_used(end) < now:
            self.cuts.insert(0, (end, now))

    def last_used(self, token: int) -> int:
        """When a token was last used."""
        place = self._first_behind(token)
        return self.cuts[place][1] if place < len(self.cuts) else self._time

    def tail(self) -> tuple[int, int]:
        """Where the longest suffix begins that was used least recently, and when that was."""
        return (self.cuts[-1][0] if self.cuts else 0), self._time

    def split(self, pos: int) -> tuple[Run, Run]:
        """Tokens [0, pos) and tokens [pos, length), as two runs."""
        first = Run(pos, self.last_used(pos - 1))
        first.cuts = [cut for cut in self.cuts if cut[0] < pos]
        second = Run(self.length - pos, self._time)
        self.cuts[:] = [(end - pos, time) for end, time in self.cuts if end > pos]
        second.cuts = self.cuts
        if not first.cuts:
            first.cuts = second.cuts
        return first, second

    def _first_behind(self, place: int) -> int:
        """The number of the first cut whose end is larger."""
        return bisect_right(self.cuts, place, key=END)
