"""What the engine asks of a model."""

from __future__ import annotations

from abc import abstractmethod

import torch

from minisgl.layers import BaseOP


class BaseLLMModel(BaseOP):
    """Tokens in, scores of the next token out."""

    @abstractmethod
    def forward(
        self,
        input_ids: torch.Tensor,
        positions: torch.Tensor,
        output_rows: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """Compute one batch.

        Args:
            input_ids: int64, shape (tokens,).
            positions: int64, shape (tokens,).
            output_rows: the rows whose scores are wanted, shape (n,); None: all of them.

        Returns:
            Scores, shape (n, vocab): row i is about the token after row ``output_rows[i]``.
        """
