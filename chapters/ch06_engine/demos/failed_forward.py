"""What does a forward that fails leave behind for the next one?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from minisgl.core import Batch, Context


class ForgetfulContext(Context):
    """The same, but what follows the yield is in no finally."""

    @contextmanager
    def forward_batch(self, batch: Batch) -> Iterator[None]:
        assert self._batch is None, "a forward is running already"
        self._batch = batch
        yield
        self._batch = None


def serve(ctx: Context) -> None:
    first, second = Batch([], "prefill"), Batch([], "prefill")
    try:
        with ctx.forward_batch(first):
            raise MemoryError("no memory for a long prompt")
    except MemoryError as error:
        print(f"  first batch:  {error}")
    try:
        with ctx.forward_batch(second):
            print(f"  second batch: computed, and it is the current one: {ctx.batch is second}")
    except AssertionError as error:
        print(f"  second batch: refused, {error}")


def main() -> None:
    for kind in (ForgetfulContext, Context):
        print(kind.__name__)
        serve(kind(page_size=1))


if __name__ == "__main__":
    main()
