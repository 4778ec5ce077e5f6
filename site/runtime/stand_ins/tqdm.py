"""tqdm for the browser: a count of what is done, said once at the end."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class tqdm:
    """A bar without a picture: ``with tqdm(total=3, desc="requests") as bar: bar.update()``.

    Args:
        total: how many there are, if that is known.
        desc: of what.
        disable: say nothing.
    """

    def __init__(
        self, total: int | None = None, desc: str | None = None, disable: bool | None = False
    ) -> None:
        self.n = 0
        self.total, self.desc, self.disable = total, desc, disable
        self._begin = time.monotonic()

    def update(self, n: int = 1) -> None:
        """So many more are done."""
        self.n += n

    def close(self) -> None:
        """Say how many are done; a second time, nothing."""
        if self.disable:
            return
        self.disable = True
        start = f"{self.desc}: " if self.desc else ""
        done = f"{self.n}/{self.total}" if self.total is not None else f"{self.n}"
        print(f"{start}{done} [{time.monotonic() - self._begin:.1f} s]", file=sys.stderr)

    def __enter__(self) -> tqdm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


__all__ = ["tqdm"]
