"""Is its own context manager, and notes at the call which batch comes next: the last call wins."""

from typing import Any


class Context:
    def __init__(self, page_size: int) -> None:
        self.page_size = page_size
        self._batch: Any = None
        self._next: Any = None

    @property
    def batch(self) -> Any:
        if self._batch is None:
            raise RuntimeError("no forward is running")
        return self._batch

    def forward_batch(self, batch: Any) -> "Context":
        self._next = batch
        return self

    def __enter__(self) -> None:
        if self._batch is not None:
            raise RuntimeError("a forward is running already")
        self._batch = self._next

    def __exit__(self, *error: object) -> None:
        self._batch = None


_global_ctx: Context | None = None


def set_global_ctx(ctx: Context) -> None:
    global _global_ctx
    if _global_ctx is not None:
        raise RuntimeError("a context is set already: shut the other engine down first")
    _global_ctx = ctx


def get_global_ctx() -> Context:
    if _global_ctx is None:
        raise RuntimeError("no context is set")
    return _global_ctx


def reset_global_ctx() -> None:
    global _global_ctx
    _global_ctx = None
