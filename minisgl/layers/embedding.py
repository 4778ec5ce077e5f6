"""From token ids to vectors, and from vectors to one score for each token of the vocabulary."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from minisgl.distributed import all_gather, all_reduce, get_tp_info
from minisgl.utils import div_even

from .base import BaseOP
from .linear import project


class VocabParallelEmbedding(BaseOP):
    """Each rank keeps a range of the vocabulary: ids (tokens,) -> (tokens, hidden)."""

    def __init__(self, vocab_size: int, hidden_size: int) -> None:
        info = get_tp_info()
        rows = div_even(vocab_size, info.size)
        self.weight = torch.empty(rows, hidden_size)
        self._first = info.rank * rows
        self._is_whole = info.size == 1

    def forward(self, input_ids: torch.Tensor) -> torch.Tensor:
        if self._is_whole:
            return F.embedding(input_ids, self.weight)
        local = input_ids - self._first
        elsewhere = (local < 0) | (local >= len(self.weight))
        y = F.embedding(local.masked_fill(elsewhere, 0), self.weight)
        return all_reduce(y.masked_fill(elsewhere.unsqueeze(-1), 0))


class ParallelLMHead(BaseOP):
    """Scores of all tokens: (tokens, hidden) -> (tokens, vocab).

    Args:
        tied_to: the embedding whose weight this is as well; such a checkpoint has no ``lm_head``.
    """

    def __init__(
        self, vocab_size: int, hidden_size: int, tied_to: VocabParallelEmbedding | None = None
    ) -> None:
        self._tied_to = tied_to
        if tied_to is None:
            self.weight = torch.empty(div_even(vocab_size, get_tp_info().size), hidden_size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weight = self.weight if self._tied_to is None else self._tied_to.weight
        return all_gather(project(x, weight))
