"""Mixture of experts: each token goes through its own few experts (Shazeer et al. 2017)."""

from __future__ import annotations

from abc import ABC, abstractmethod

import torch
import torch.nn.functional as F

from minisgl.distributed import all_reduce
from minisgl.layers.activation import silu_and_mul


class BaseMoeBackend(ABC):
    """One way to compute a layer of experts."""

    @abstractmethod
    def forward(
        self,
        x: torch.Tensor,
        router_logits: torch.Tensor,
        gate_up: torch.Tensor,
        down: torch.Tensor,
        top_k: int,
        renormalize: bool,
    ) -> torch.Tensor:
        """Sum, over the ``top_k`` experts of each token, of weight * expert(token).

        Args:
            x: shape (tokens, hidden).
            router_logits: shape (tokens, experts).
            gate_up: shape (experts, 2 * width, hidden).
            down: shape (experts, hidden, width).
            renormalize: scale the chosen experts' weights so that they add up to 1.

        Returns:
            Shape (tokens, hidden).
        """


def choose_experts(
    router_logits: torch.Tensor, top_k: int, renormalize: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights (float32) and numbers of each token's experts, both (tokens, top_k)."""
    weights, experts = F.softmax(router_logits, dim=-1, dtype=torch.float32).topk(top_k, dim=-1)
    if renormalize:
        weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights, experts


class TorchMoeBackend(BaseMoeBackend):
    """One expert after the other, each on the tokens that chose it, and only on those."""

    def forward(
        self,
        x: torch.Tensor,
        router_logits: torch.Tensor,
        gate_up: torch.Tensor,
        down: torch.Tensor,
        top_k: int,
        renormalize: bool,
    ) -> torch.Tensor:
        weights, experts = choose_experts(router_logits, top_k, renormalize)
        weights = weights.to(x.dtype)
        y = torch.zeros_like(x)
        for expert in experts.unique().tolist():
            token, choice = torch.where(experts == expert)
            hidden = silu_and_mul(F.linear(x[token], gate_up[expert]))
            out = F.linear(hidden, down[expert]) * weights[token, choice].unsqueeze(-1)
            y.index_add_(0, token, out)
        return all_reduce(y)
