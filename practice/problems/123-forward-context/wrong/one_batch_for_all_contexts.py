"""Keeps the current batch in the class, where every context finds it."""

from contextlib import contextmanager


class Context:
    _batch = None

    def __init__(self, page_size):
        self.page_size = page_size

    @property
    def batch(self):
        if self._batch is None:
            raise RuntimeError("no forward is running")
        return self._batch

    @contextmanager
    def forward_batch(self, batch):
        if self._batch is not None:
            raise RuntimeError("a forward is running already")
        Context._batch = batch
        try:
            yield
        finally:
            Context._batch = None


_global_ctx = None


def set_global_ctx(ctx):
    global _global_ctx
    if _global_ctx is not None:
        raise RuntimeError("set already")
    _global_ctx = ctx


def get_global_ctx():
    if _global_ctx is None:
        raise RuntimeError("not set")
    return _global_ctx


def reset_global_ctx():
    global _global_ctx
    _global_ctx = None
