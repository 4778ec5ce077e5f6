from __future__ import annotations


class Run:
    """A run of tokens of one node, and when they were last used.

    Attributes:
        length: how many tokens it has.
        cuts: pairs (end, time), one for each place where the time falls, in the order of the ends.
    """

    def __init__(self, length: int, now: int) -> None:
        raise NotImplementedError("write Run.__init__")

    def use(self, end: int, now: int) -> None:
        """Tokens [0, end) are used now."""
        raise NotImplementedError("write Run.use")

    def last_used(self, token: int) -> int:
        """When a token was last used."""
        raise NotImplementedError("write Run.last_used")

    def tail(self) -> tuple[int, int]:
        """Where the longest suffix begins that was used least recently, and when that was."""
        raise NotImplementedError("write Run.tail")

    def split(self, pos: int) -> tuple[Run, Run]:
        """Tokens [0, pos) and tokens [pos, length), as two runs."""
        raise NotImplementedError("write Run.split")
