"""Makes the batch current when forward_batch is called, before any block is entered."""


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
        if self._batch is not None:
            return Refused()
        self._batch = batch
        return Forward(self)


class Refused:
    def __enter__(self):
        raise RuntimeError("a forward is running already")

    def __exit__(self, kind, error, traceback):
        pass


class Forward:
    def __init__(self, ctx):
        self.ctx = ctx

    def __enter__(self):
        pass

    def __exit__(self, kind, error, traceback):
        self.ctx._batch = None


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
