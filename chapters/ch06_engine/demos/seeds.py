"""Does what a seeded request draws depend on who shares its batch?"""

from __future__ import annotations

import torch

from minisgl.core import Batch, Req, SamplingParams
from minisgl.engine import BatchSamplingArgs, Sampler, filter_probs
from minisgl.kvcache import NaivePrefixCache

CPU, VOCAB, STEPS = torch.device("cpu"), 100, 8


class OneStream(Sampler):
    """All rows draw from one generator, in the order in which they stand in the batch."""

    def sample(self, logits: torch.Tensor, args: BatchSamplingArgs | None) -> torch.Tensor:
        assert args is not None
        probs = filter_probs(logits, args.temperatures, args.top_ks, args.top_ps)
        return torch.multinomial(probs, 1, generator=self._generator).squeeze(1)


class OneStreamEach(Sampler):
    """A request's generator starts from its seed, and again at every step."""

    def _draw_seed(self, req: Req) -> int:
        return req.sampling_params.seed or 0


def make_request(seed: int) -> Req:
    handle = NaivePrefixCache(CPU).match_prefix(torch.empty(0)).cuda_handle
    params = SamplingParams(temperature=1.0, seed=seed)
    return Req(torch.zeros(3, dtype=torch.int32), 0, 0, STEPS, seed, params, handle)


def draw(sampler: Sampler, seeds: list[int]) -> list[int]:
    """What the request with seed 7 draws, all tokens equally likely at every step."""
    sampler._generator.manual_seed(7)
    reqs, drawn = [make_request(seed) for seed in seeds], []
    for _ in range(STEPS):
        args = sampler.prepare(Batch(reqs, "decode"))
        tokens = sampler.sample(torch.zeros(len(reqs), VOCAB), args).tolist()
        drawn.append(tokens[seeds.index(7)])
        for req in reqs:
            req.complete_one()
    return drawn


def main() -> None:
    for name, kind in (
        ("one generator for all", OneStream),
        ("seed alone", OneStreamEach),
        ("seed and position", Sampler),
    ):
        print(name)
        for company, seeds in (("alone", [7]), ("behind another", [8, 7])):
            print(f"  {company:<15} {draw(kind(CPU, VOCAB, base_seed=1), seeds)}")


if __name__ == "__main__":
    main()
