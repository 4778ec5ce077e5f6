"""Operations that a later engine may replace by kernels of its own."""

from .torch_ops import gather_kv, store_kv

__all__ = ["gather_kv", "store_kv"]
