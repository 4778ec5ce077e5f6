"""Attention in PyTorch alone: one request after the other, each by scaled_dot_product_attention.

The other forms are one padded batch, and one sequence with a block-diagonal mask; both compute what
is masked afterwards. On a CPU the loop takes a third of their time or less for mixed prompts,
and about as long for decoding at mixed lengths. Where all lengths are equal, padding takes less
time than the loop; one mask does so only for decoding. The loop is the shortest of the three to
read (``benchmarks/attention_forms.py`` measures them).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F

from minisgl.kernel import gather_kv

from .base import BaseAttnBackend, BaseAttnMetadata
from .utils import make_causal_mask, make_offsets

if TYPE_CHECKING:
    from minisgl.core import Batch, Req
    from minisgl.kvcache import BaseKVCachePool


@dataclass(frozen=True)
class RequestSpan:
    """One request's part of a batch.

    Attributes:
        rows: its rows among the batch's new tokens, extend_len of them.
        keys: its rows among the keys and values that are gathered, device_len of them.
        mask: which keys each row sees, (extend_len, device_len); None if ``is_causal`` says it all,
            or if a single row sees everything.
        is_causal: a prompt from its first token on.
    """

    rows: slice
    keys: slice
    mask: torch.Tensor | None
    is_causal: bool


@dataclass(frozen=True)
class TorchAttnMetadata(BaseAttnMetadata):
    """
    Attributes:
        slots: where all tokens of all requests live, cached and new, end to end, int32.
        last_indices: the row of each request's last token.
    """

    spans: list[RequestSpan]
    slots: torch.Tensor
    last_indices: torch.Tensor

    def get_last_indices(self) -> torch.Tensor:
        return self.last_indices


class TorchAttnBackend(BaseAttnBackend):
    """See the module's text.

    Args:
        kv_cache: the pool.
        page_table: int32, shape (rows, max_seq_len), the slot of each token of each row.
    """

    def __init__(self, kv_cache: BaseKVCachePool, page_table: torch.Tensor) -> None:
        self._kv_cache = kv_cache
        self._page_table = page_table

    def prepare_metadata(self, batch: Batch) -> None:
        reqs, table = batch.reqs, self._page_table
        row_offsets = make_offsets([req.extend_len for req in reqs])
        key_offsets = make_offsets([req.device_len for req in reqs])
        batch.attn_metadata = TorchAttnMetadata(
            spans=[
                self._span(req, row, key)
                for req, row, key in zip(reqs, row_offsets, key_offsets, strict=False)
            ],
            slots=torch.cat([table[req.table_idx, : req.device_len] for req in reqs]),
            last_indices=torch.tensor(row_offsets[1:], device=table.device) - 1,
        )

    def _span(self, req: Req, row: int, key: int) -> RequestSpan:
        """The request's part, whose new tokens start at ``row`` and whose keys at ``key``."""
        is_causal = req.cached_len == 0
        mask = None
        if not is_causal and req.extend_len > 1:
            mask = make_causal_mask(req.cached_len, req.device_len, self._page_table.device)
        rows, keys = slice(row, row + req.extend_len), slice(key, key + req.device_len)
        return RequestSpan(rows, keys, mask, is_causal)

    def forward(
        self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, layer_id: int, batch: Batch
    ) -> torch.Tensor:
        metadata = batch.attn_metadata
        assert isinstance(metadata, TorchAttnMetadata)
        self._kv_cache.store_kv(k, v, batch.out_loc, layer_id)
        # One gather for all requests: many small ones cost two to three times as much.
        keys = gather_kv(self._kv_cache.k_cache(layer_id), metadata.slots)
        values = gather_kv(self._kv_cache.v_cache(layer_id), metadata.slots)
        out = torch.empty_like(q)
        for span in metadata.spans:
            out[span.rows] = attend(
                q[span.rows], keys[span.keys], values[span.keys], span.mask, span.is_causal
            )
        return out


def attend(
    q: torch.Tensor,
    k: torch.Tensor,
    v: torch.Tensor,
    mask: torch.Tensor | None,
    is_causal: bool,
) -> torch.Tensor:
    """softmax(q k^T / sqrt(head_dim)) v for one request, several query heads to a kv head.

    q (queries, heads, head_dim), k and v (keys, kv heads, head_dim) -> like q.
    """
    q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))  # (1, heads, tokens, head_dim)
    out = F.scaled_dot_product_attention(
        q, k, v, attn_mask=mask, is_causal=is_causal, enable_gqa=True
    )
    return out.squeeze(0).transpose(0, 1)
