"""Refuses a nested forward inside the try, whose finally then ends the outer one."""

from contextlib import contextmanager


class Context:
    def __init__(self, page_size):
        self.page_size = page_size
        self._batch = None

    @property
    def batch(self):
        if self._batch is None:
            raise RuntimeError("no forward is running")
        return self._batch

    @contextmanager
    def forward_batch(self, batch):
        try:
            if self._batch is not None:
                raise RuntimeError("a forward is running already")
            self._batch = batch
            yield
        finally:
            self._batch = None


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
