"""From scores to the next token of each request."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from minisgl.core import Batch, Req


@dataclass(frozen=True)
class BatchSamplingArgs:
    """How the rows of a batch are sampled; None: all of them greedily.

    Attributes:
        temperatures: float32, shape (rows, 1).
        top_ks: int64, shape (rows, 1), the vocabulary's size where it is off.
        top_ps: float32, shape (rows, 1), 1 where it is off.
        seeds: what each row's draw starts from.
    """

    temperatures: torch.Tensor
    top_ks: torch.Tensor
    top_ps: torch.Tensor
    seeds: list[int]


class Sampler:
    """Draws tokens so that a request's text depends on its own seed alone.

    Every draw starts from the request's seed and the position that is sampled, so neither the
    other requests of a batch nor the order of batches can change it.

    Args:
        base_seed: where the seeds of requests without one come from.
    """

    def __init__(self, device: torch.device, vocab_size: int, base_seed: int) -> None:
        self._device = device
        self._vocab_size = vocab_size
        self._base_seed = base_seed
        self._generator = torch.Generator(device=device)

    def prepare(self, batch: Batch) -> BatchSamplingArgs | None:
        """Gather the parameters of a batch, before its forward."""
        params = [req.sampling_params for req in batch.reqs]
        if all(p.is_greedy for p in params):
            return None
        # A greedy row among others is a row of which only the best token is left.
        return BatchSamplingArgs(
            temperatures=self._column([1.0 if p.is_greedy else p.temperature for p in params]),
            top_ks=self._column(
                [
                    1 if p.is_greedy else self._vocab_size if p.top_k == -1 else p.top_k
                    for p in params
                ]
            ),
            top_ps=self._column([p.top_p for p in params]),
            seeds=[self._draw_seed(req) for req in batch.reqs],
        )

    def _column(self, values: list[float] | list[int]) -> torch.Tensor:
        return torch.tensor(values, device=self._device).unsqueeze(1)

    def _draw_seed(self, req: Req) -> int:
        seed = req.sampling_params.seed
        base = self._base_seed + req.uid if seed is None else seed
        # A large odd factor keeps (seed, position) and (seed + 1, position - 1) apart.
        return (base * 0x9E3779B97F4A7C15 + req.device_len) % 2**63

    def sample(self, logits: torch.Tensor, args: BatchSamplingArgs | None) -> torch.Tensor:
        """logits (rows, vocab) -> token ids, int64, shape (rows,)."""
        if args is None:
            return logits.argmax(dim=-1)
        probs = filter_probs(logits, args.temperatures, args.top_ks, args.top_ps)
        draws = []
        for row, seed in zip(probs, args.seeds, strict=True):
            self._generator.manual_seed(seed)
            draws.append(torch.multinomial(row, 1, generator=self._generator))
        return torch.cat(draws)


def filter_probs(
    logits: torch.Tensor, temperatures: torch.Tensor, top_ks: torch.Tensor, top_ps: torch.Tensor
) -> torch.Tensor:
    """Probabilities after temperature, then top-k, then top-p (nucleus, Holtzman et al. 2020).

    Args:
        logits: shape (rows, vocab); the others: shape (rows, 1).

    Returns:
        Shape (rows, vocab), 0 for what is filtered out; the rest is not scaled up again.
    """
    # Scores, not probabilities, and stably: the first of several best ones then stays the first,
    # so that a greedy row takes the token that argmax would.
    scores, order = (logits.float() / temperatures).sort(dim=-1, descending=True, stable=True)
    probs = torch.softmax(scores, dim=-1)
    ranks = torch.arange(probs.shape[-1], device=probs.device)
    probs = probs.masked_fill(ranks >= top_ks, 0.0)
    probs = probs / probs.sum(dim=-1, keepdim=True)
    before = probs.cumsum(dim=-1) - probs  # what is more likely than each token
    probs = probs.masked_fill((before >= top_ps) & (ranks > 0), 0.0)
    return torch.zeros_like(probs).scatter(-1, order, probs)
