"""The nouns of the engine: sampling parameters, request, batch, and what a forward shares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import torch

if TYPE_CHECKING:
    from minisgl.attention import BaseAttnBackend, BaseAttnMetadata
    from minisgl.kvcache import BaseCacheHandle, BaseKVCachePool


@dataclass(frozen=True)
class SamplingParams:
    """How the next token of a request is chosen, and when the request ends.

    Attributes:
        temperature: logits are divided by it; 0 means greedy.
        top_k: keep only the k most likely tokens; -1 keeps all.
        top_p: keep the fewest most likely tokens whose probabilities add up to top_p.
        ignore_eos: go on past an end-of-sequence token.
        max_tokens: the most tokens to generate.
        seed: makes the draws of this request repeatable, whatever else runs beside it.

    Raises:
        ValueError: for a value outside its range.
    """

    temperature: float = 0.0
    top_k: int = -1
    top_p: float = 1.0
    ignore_eos: bool = False
    max_tokens: int = 1024
    seed: int | None = None

    def __post_init__(self) -> None:
        if not self.temperature >= 0.0:  # written so that NaN is refused too
            raise ValueError(f"temperature must be 0 or more, not {self.temperature}")
        if self.top_k != -1 and self.top_k < 1:
            raise ValueError(f"top_k must be -1 (off) or at least 1, not {self.top_k}")
        if not 0.0 < self.top_p <= 1.0:
            raise ValueError(f"top_p must be in (0, 1], not {self.top_p}")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {self.max_tokens}")

    @property
    def is_greedy(self) -> bool:
        """True if the most likely token is always taken."""
        return self.temperature == 0.0 or self.top_k == 1


@dataclass(eq=False)
class Req:
    """One request on its way through the engine, told by three lengths.

    ``0 <= cached_len < device_len <= max_device_len``: the KV of the first ``cached_len`` tokens is
    in the pool; ``device_len`` tokens are there or on their way to the CPU; the request never grows
    past ``max_device_len``.

    Attributes:
        input_ids: the tokens that the CPU knows, int32, shape (device_len,) between two steps.
        table_idx: the row of the page table that says where this request's KV lives.
        cached_len: see above; at admission, the length of the prefix found in the cache.
        output_len: the most tokens that it may generate.
        uid: the caller's name for it, unique among requests.
        cache_handle: the cached prefix that it holds locked.
    """

    input_ids: torch.Tensor
    table_idx: int
    cached_len: int
    output_len: int
    uid: int
    sampling_params: SamplingParams
    cache_handle: BaseCacheHandle
    device_len: int = field(init=False)
    max_device_len: int = field(init=False)

    def __post_init__(self) -> None:
        self.device_len = len(self.input_ids)
        self.max_device_len = self.device_len + self.output_len
        assert self.input_ids.device.type == "cpu", "input_ids stay on the CPU"
        assert 0 <= self.cached_len < self.device_len, "at least one token is left to compute"
        assert self.output_len > 0, "a request generates at least one token"

    @property
    def extend_len(self) -> int:
        """How many tokens the next forward computes: a prompt's rest, or 1 while decoding."""
        return self.device_len - self.cached_len

    @property
    def remain_len(self) -> int:
        """How many tokens may still be generated."""
        return self.max_device_len - self.device_len

    @property
    def can_decode(self) -> bool:
        return self.remain_len > 0

    def complete_one(self) -> None:
        """After a forward: all that was known is cached, and one more token is on its way."""
        self.cached_len = self.device_len
        self.device_len += 1

    def append_host(self, next_token: torch.Tensor) -> None:
        """Add the sampled token, shape (1,), to the tokens known on the CPU."""
        self.input_ids = torch.cat([self.input_ids, next_token])

    def __repr__(self) -> str:
        lengths = f"{self.cached_len}/{self.device_len}/{self.max_device_len}"
        return f"Req(uid={self.uid}, table_idx={self.table_idx}, cached/device/max={lengths})"


@dataclass
class Batch:
    """The requests of one forward, laid end to end: no padding, one row for each token.

    Attributes:
        input_ids: the tokens to compute, int64, shape (tokens,).
        positions: the place of each in its own request, int64, shape (tokens,).
        out_loc: the slot of the pool that takes each one's KV, int32, shape (tokens,).
        attn_metadata: what the attention backend prepared, once for all layers.
    """

    reqs: list[Req]
    phase: Literal["prefill", "decode"]
    input_ids: torch.Tensor = field(init=False)
    positions: torch.Tensor = field(init=False)
    out_loc: torch.Tensor = field(init=False)
    attn_metadata: BaseAttnMetadata = field(init=False)

    @property
    def is_prefill(self) -> bool:
        return self.phase == "prefill"

    @property
    def is_decode(self) -> bool:
        return self.phase == "decode"

    @property
    def size(self) -> int:
        return len(self.reqs)


@dataclass
class Context:
    """What the layers of a running engine share, so that a forward need not pass it along.

    Attributes:
        page_size: tokens in a page.
        page_table: int32, shape (rows, max_seq_len): the *slot*, not the page, of each token.
    """

    page_size: int
    page_table: torch.Tensor = field(init=False)
    attn_backend: BaseAttnBackend = field(init=False)
    kv_cache: BaseKVCachePool = field(init=False)
    _batch: Batch | None = field(default=None, init=False)

    @property
    def batch(self) -> Batch:
        """The batch that is being computed."""
        assert self._batch is not None, "no forward is running: use `with ctx.forward_batch(batch)`"
        return self._batch

    @contextmanager
    def forward_batch(self, batch: Batch) -> Iterator[None]:
        """Make ``batch`` the current one for the length of a ``with`` block."""
        assert self._batch is None, "a forward is running already"
        self._batch = batch
        try:
            yield
        finally:
            self._batch = None


_global_ctx: Context | None = None


def set_global_ctx(ctx: Context) -> None:
    """Install the context of this process.

    Raises:
        RuntimeError: if there is one already: two engines would read each other's pool.
    """
    global _global_ctx
    if _global_ctx is not None:
        raise RuntimeError("a context is set already: shut the other engine down first")
    _global_ctx = ctx


def get_global_ctx() -> Context:
    """The context of this process.

    Raises:
        RuntimeError: if none is set.
    """
    if _global_ctx is None:
        raise RuntimeError("no context is set: call set_global_ctx, or make an Engine")
    return _global_ctx


def try_get_global_ctx() -> Context | None:
    """The context of this process, or None if none is set."""
    return _global_ctx


def reset_global_ctx() -> None:
    """Forget the context; does nothing if none is set."""
    global _global_ctx
    _global_ctx = None
