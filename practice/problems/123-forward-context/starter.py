from contextlib import AbstractContextManager
from typing import Any


class Context:
    """What the layers of a running engine share, so that a forward need not pass it along."""

    def __init__(self, page_size: int) -> None:
        raise NotImplementedError("not written yet")

    @property
    def batch(self) -> Any:
        """The batch that is being computed. Raises RuntimeError if there is none."""
        raise NotImplementedError("not written yet")

    def forward_batch(self, batch: Any) -> AbstractContextManager[None]:
        """Make batch the current one for the length of a with block.

        Raises RuntimeError, when the block is entered, if a forward is running already.
        """
        raise NotImplementedError("not written yet")


def set_global_ctx(ctx: Context) -> None:
    """Install the context of this process. Raises RuntimeError if there is one already."""
    raise NotImplementedError("not written yet")


def get_global_ctx() -> Context:
    """The context of this process. Raises RuntimeError if none is set."""
    raise NotImplementedError("not written yet")


def reset_global_ctx() -> None:
    """Forget the context; does nothing if none is set."""
    raise NotImplementedError("not written yet")
