from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Context:
    """What the layers of a running engine share, so that a forward need not pass it along."""

    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        self._batch: Any = None

    @property
    def batch(self) -> Any:
        """The batch that is being computed. Raises RuntimeError if there is none."""
        if self._batch is None:
            raise RuntimeError("no forward is running: use `with ctx.forward_batch(batch)`")
        return self._batch

    @contextmanager
    def forward_batch(self, batch: Any) -> Iterator[None]:
        """Make batch the current one for the length of a with block.

        Raises RuntimeError, when the block is entered, if a forward is running already.
        """
        # Before the try: a refused forward must not end the one that runs.
        if self._batch is not None:
            raise RuntimeError("a forward is running already")
        self._batch = batch
        try:
            yield
        finally:
            self._batch = None


_global_ctx: Context | None = None


def set_global_ctx(ctx: Context) -> None:
    """Install the context of this process. Raises RuntimeError if there is one already."""
    global _global_ctx
    if _global_ctx is not None:
        raise RuntimeError("a context is set already: shut the other engine down first")
    _global_ctx = ctx


def get_global_ctx() -> Context:
    """The context of this process. Raises RuntimeError if none is set."""
    if _global_ctx is None:
        raise RuntimeError("no context is set")
    return _global_ctx


def reset_global_ctx() -> None:
    """Forget the context; does nothing if none is set."""
    global _global_ctx
    _global_ctx = None
