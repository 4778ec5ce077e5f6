"""Chapter 6: the sampler beside a plain reference, and that a request's draws are its own."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch

from minisgl.core import Batch, Req, SamplingParams
from minisgl.engine import Sampler, filter_probs
from minisgl.kvcache import NaivePrefixCache

CPU = torch.device("cpu")
VOCAB = 8


def request(uid: int, length: int = 3, **params: Any) -> Req:
    handle = NaivePrefixCache(CPU).match_prefix(torch.empty(0)).cuda_handle
    ids = torch.zeros(length, dtype=torch.int32)
    return Req(ids, uid, 0, 4, uid, SamplingParams(**params), handle)


def draw(sampler: Sampler, logits: torch.Tensor, reqs: list[Req]) -> list[int]:
    batch = Batch(reqs, "decode")
    return sampler.sample(logits, sampler.prepare(batch)).tolist()


def plain_probs(row: list[float], temperature: float, top_k: int, top_p: float) -> list[float]:
    """The definition, one token at a time, scaled to add up to 1."""
    weights = [math.exp(score / temperature) for score in row]
    order = sorted(range(len(row)), key=lambda i: -weights[i])[:top_k]
    total = sum(weights[i] for i in order)
    kept, mass = [], 0.0
    for i in order:
        if mass >= top_p:
            break
        kept.append(i)
        mass += weights[i] / total
    total = sum(weights[i] for i in kept)
    return [weights[i] / total if i in kept else 0.0 for i in range(len(row))]


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("top_k", [1, 3, VOCAB])
@pytest.mark.parametrize("top_p", [0.1, 0.55, 0.9, 1.0])
def test_filters_are_temperature_then_top_k_then_top_p(
    temperature: float, top_k: int, top_p: float
) -> None:
    torch.manual_seed(3)
    logits = torch.randn(4, VOCAB)
    columns = [torch.tensor([[value]] * 4) for value in (temperature, top_k, top_p)]
    probs = filter_probs(logits, *columns)
    probs = probs / probs.sum(dim=-1, keepdim=True)
    expected = [plain_probs(row, temperature, top_k, top_p) for row in logits.tolist()]
    torch.testing.assert_close(probs, torch.tensor(expected), rtol=1e-4, atol=1e-5)


def test_each_row_has_its_own_parameters() -> None:
    logits = torch.tensor([[2.0, 1.0, 0.0, -1.0]] * 3)
    probs = filter_probs(
        logits,
        torch.tensor([[1.0], [1.0], [0.5]]),
        torch.tensor([[1], [4], [2]]),
        torch.tensor([[1.0], [0.7], [1.0]]),
    )
    assert (probs > 0).tolist() == [
        [True, False, False, False],
        [True, True, False, False],
        [True, True, False, False],
    ]


def test_top_p_keeps_the_best_token_however_small_it_is() -> None:
    columns = [torch.tensor([[value]]) for value in (1.0, 4, 1e-6)]
    assert (filter_probs(torch.tensor([[0.0, 3.0, 1.0, 2.0]]), *columns) > 0).tolist() == [
        [False, True, False, False]
    ]


def test_greedy_rows_take_the_best_token_beside_sampled_ones() -> None:
    sampler = Sampler(CPU, VOCAB, base_seed=1)
    logits = torch.zeros(3, VOCAB)
    logits[0, 5] = logits[2, 6] = 1e-3
    for seed in range(20):
        reqs = [
            request(0),
            request(1, temperature=1.0, seed=seed),
            request(2, temperature=2.0, top_k=1),
        ]
        tokens = draw(sampler, logits, reqs)
        assert (tokens[0], tokens[2]) == (5, 6)


def test_a_greedy_row_with_equal_best_scores_takes_the_first_in_any_batch() -> None:
    sampler = Sampler(CPU, 64, base_seed=1)  # a sort of few elements would be stable by chance
    logits = torch.zeros(2, 64)
    logits[0, 7::3] = 1.0
    assert draw(sampler, logits[:1], [request(0)]) == [7]
    assert draw(sampler, logits, [request(0), request(1, temperature=1.0)])[0] == 7


def test_a_greedy_row_takes_the_best_score_though_the_probabilities_are_equal() -> None:
    sampler = Sampler(CPU, VOCAB, base_seed=1)
    logits = torch.zeros(2, VOCAB)
    logits[0, 6] = 1e-12
    assert draw(sampler, logits, [request(0), request(1, temperature=1.0)])[0] == 6


def test_all_greedy_needs_no_draw() -> None:
    sampler = Sampler(CPU, VOCAB, base_seed=1)
    assert sampler.prepare(Batch([request(0), request(1)], "decode")) is None
    assert draw(sampler, torch.eye(VOCAB)[[3, 1]], [request(0), request(1)]) == [3, 1]


def test_a_seeded_request_draws_the_same_in_any_company_and_order() -> None:
    torch.manual_seed(5)
    rows = torch.randn(4, VOCAB)
    params: list[dict[str, Any]] = [{"temperature": 1.0, "seed": 10 + i} for i in range(4)]
    alone = [
        draw(Sampler(CPU, VOCAB, base_seed=i), rows[i : i + 1], [request(i, **params[i])])[0]
        for i in range(4)
    ]
    sampler = Sampler(CPU, VOCAB, base_seed=99)
    for order in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 2, 0]):
        together = draw(sampler, rows[order], [request(7 - i, **params[i]) for i in order])
        assert together == [alone[i] for i in order]


def test_every_position_and_every_seed_draws_anew() -> None:
    sampler = Sampler(CPU, VOCAB, base_seed=1)
    logits = torch.zeros(1, VOCAB)
    by_position = [
        draw(sampler, logits, [request(0, length=n, temperature=1.0, seed=7)])[0]
        for n in range(1, 41)
    ]
    by_seed = [
        draw(sampler, logits, [request(0, temperature=1.0, seed=seed)])[0] for seed in range(40)
    ]
    unseeded = [draw(sampler, logits, [request(uid, temperature=1.0)])[0] for uid in range(40)]
    for draws in (by_position, by_seed, unseeded):
        assert len(set(draws)) == VOCAB
    assert by_position != by_seed


def test_draws_follow_the_probabilities() -> None:
    """A chi-square test on fixed seeds: 7 degrees of freedom, 24.3 is exceeded once in 1,000."""
    sampler = Sampler(CPU, VOCAB, base_seed=0)
    row = torch.tensor([[1.0, 0.5, 0.0, -0.5, 0.2, -1.0, 0.8, -0.2]])
    expected = torch.softmax(row[0], dim=-1) * 4000
    counts = torch.zeros(VOCAB)
    for seed in range(4000):
        counts[draw(sampler, row, [request(0, temperature=1.0, seed=seed)])[0]] += 1
    assert ((counts - expected) ** 2 / expected).sum() < 24.3


def test_whole_numbers_sample_like_floats() -> None:
    """Callers write ``temperature=1``: a column of such rows alone is one of integers."""
    torch.manual_seed(5)
    logits = torch.randn(2, VOCAB)
    sampler = Sampler(CPU, VOCAB, base_seed=1)
    for seed in range(20):
        ints = [request(uid, temperature=2, top_p=1, seed=seed + uid) for uid in range(2)]
        floats = [request(uid, temperature=2.0, top_p=1.0, seed=seed + uid) for uid in range(2)]
        assert draw(sampler, logits, ints) == draw(sampler, logits, floats)


def test_the_same_base_seed_gives_unseeded_requests_the_same_draws() -> None:
    logits = torch.zeros(1, VOCAB)
    draws = [
        [
            draw(Sampler(CPU, VOCAB, base_seed=base), logits, [request(uid, temperature=1.0)])[0]
            for uid in range(20)
        ]
        for base in (1, 1, 2)
    ]
    assert draws[0] == draws[1] != draws[2]
