"""What the engine asks of an attention backend."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from minisgl.core import Batch


class BaseAttnMetadata(ABC):
    """What a backend works out of a batch once, to use in every layer."""

    @abstractmethod
    def get_last_indices(self) -> torch.Tensor:
        """The row of each request's last token, int64, shape (requests,)."""


class BaseAttnBackend(ABC):
    """Attention over a paged pool, for batches of prompts and of single tokens alike."""

    @abstractmethod
    def prepare_metadata(self, batch: Batch) -> None:
        """Set ``batch.attn_metadata``, after the page table has a slot for every token."""

    @abstractmethod
    def forward(
        self, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, layer_id: int, batch: Batch
    ) -> torch.Tensor:
        """Store k and v, then let each token look at its own request, up to itself.

        Args:
            q: shape (tokens, heads, head_dim).
            k, v: shape (tokens, kv heads, head_dim); heads is a multiple of kv heads.

        Returns:
            Shape (tokens, heads, head_dim).
        """
