"""Ends the forward, and says that the exception is dealt with."""


class Context:
    def __init__(self, page_size):
        self.page_size = page_size
        self._batch = None

    @property
    def batch(self):
        if self._batch is None:
            raise RuntimeError("no forward is running")
        return self._batch

    def forward_batch(self, batch):
        return Forward(self, batch)


class Forward:
    def __init__(self, ctx, batch):
        self.ctx, self.batch = ctx, batch

    def __enter__(self):
        if self.ctx._batch is not None:
            raise RuntimeError("a forward is running already")
        self.ctx._batch = self.batch

    def __exit__(self, kind, error, traceback):
        self.ctx._batch = None
        return True


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
