import random

import torch
from kernel.testing import close, same
from solution import filter_probs


def columns(top_ks, top_ps):
    return torch.tensor(top_ks).unsqueeze(1), torch.tensor(top_ps).unsqueeze(1)


def shares(rows):
    """Whole numbers, each row scaled to add up to 1."""
    return torch.tensor([[number / sum(row) for number in row] for row in rows])


def after(function, *given):
    """What was given to a function, after the call."""
    function(*given)
    return list(given)


def given_after_a_change_of(result, given):
    """What was given, when somebody has written into the result."""
    result[:] = -1.0
    return given


def test_example_same_probabilities_different_wishes():
    probs = torch.tensor([[0.1, 0.5, 0.05, 0.3, 0.05]] * 2)
    top_ks = torch.tensor([[3], [5]])
    top_ps = torch.tensor([[1.0], [0.7]])
    assert close(
        filter_probs(probs, top_ks, top_ps)[0], torch.tensor([1 / 9, 5 / 9, 0.0, 3 / 9, 0.0])
    ), "top-k keeps the k most likely tokens"
    assert close(
        filter_probs(probs, top_ks, top_ps)[1], torch.tensor([0.0, 5 / 8, 0.0, 3 / 8, 0.0])
    ), "top-p keeps the token with which the sum gets there"


def test_the_sum_meets_top_p_exactly():
    probs = torch.tensor([[0.125, 0.5, 0.0, 0.25, 0.125]])
    for top_p, kept in [(0.5, [0.0, 1.0, 0.0, 0.0, 0.0]), (0.75, [0.0, 2 / 3, 0.0, 1 / 3, 0.0])]:
        assert close(filter_probs(probs, *columns([5], [top_p])), torch.tensor([kept])), (
            "nothing is kept after the token with which the sum gets there"
        )
    kept = torch.tensor([[1 / 7, 4 / 7, 0.0, 2 / 7, 0.0]])
    assert close(filter_probs(probs, *columns([5], [0.875])), kept), (
        "of equally likely tokens the one with the lower id comes first"
    )


def test_top_p_is_measured_after_top_k():
    # Scaled, the two best tokens have 2/3 and 1/3: the first alone is above 0.6.
    probs = torch.tensor([[0.25, 0.5, 0.125, 0.125]])
    expected = torch.tensor([[0.0, 1.0, 0.0, 0.0]])
    assert close(filter_probs(probs, *columns([2], [0.6])), expected), (
        "top-p adds up what top-k left, scaled to 1"
    )


def test_ties():
    probs = torch.tensor([[0.125, 0.25, 0.125, 0.25, 0.25]])
    for top_k, top_p, weights in [
        (1, 1.0, [0, 1, 0, 0, 0]),
        (2, 1.0, [0, 1, 0, 1, 0]),
        (4, 1.0, [1, 2, 0, 2, 2]),
        (5, 0.4, [0, 1, 0, 1, 0]),
    ]:
        assert close(filter_probs(probs, *columns([top_k], [top_p])), shares([weights])), (
            "of equally likely tokens the one with the lower id comes first"
        )


def test_all_tokens_equally_likely():
    probs = torch.full((1, 32), 1 / 32)
    expected = torch.tensor([[0.1] * 10 + [0.0] * 22])
    assert close(filter_probs(probs, *columns([20], [0.48])), expected), (
        "of equally likely tokens the one with the lower id comes first"
    )


def test_never_none():
    probs = torch.tensor([[0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    expected = torch.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert close(filter_probs(probs, *columns([3, 2], [0.0, 0.001])), expected), (
        "the most likely token is always kept"
    )


def test_nothing_is_dropped():
    probs = torch.tensor([[0.125, 0.5, 0.25, 0.125], [1.0, 0.0, 0.0, 0.0]])
    assert close(filter_probs(probs, *columns([4, 100], [1.0, 1.0])), probs), (
        "without a limit everything stays"
    )


def test_what_was_given_stays_as_it_is():
    for top_k, top_p in [(3, 0.5), (4, 1.0), (9, 0.25)]:
        assert same(
            after(filter_probs, shares([[2, 4, 1, 1]]), *columns([top_k], [top_p])),
            [shares([[2, 4, 1, 1]]), *columns([top_k], [top_p])],
        ), "what was given does not change"


def test_the_result_is_a_new_tensor():
    for top_k, top_p in [(3, 0.5), (4, 1.0)]:
        probs = shares([[2, 4, 1, 1]])
        assert same(
            given_after_a_change_of(filter_probs(probs, *columns([top_k], [top_p])), probs),
            shares([[2, 4, 1, 1]]),
        ), "the result is a new tensor"


def by_the_rules(weights, top_k, half_steps):
    """The rules on whole numbers; top_p is half_steps halves of one part of what top-k left."""
    order = sorted(range(len(weights)), key=lambda token: (-weights[token], token))[:top_k]
    kept, reached = [], 0
    for token in order:
        if kept and 2 * reached >= half_steps:
            break
        kept.append(token)
        reached += weights[token]
    return [weight if token in kept else 0 for token, weight in enumerate(weights)]


def test_many_rows():
    # top_p lies halfway between two sums that can occur: no rounding can decide.
    draws = random.Random(121)
    for _ in range(20):
        rows, top_ks, top_ps, expected = [], [], [], []
        for _ in range(2):
            weights = [draws.choice([0, 1, 1, 2, 3, 5, 8]) for _ in range(6)] + [1]
            draws.shuffle(weights)
            top_k = draws.randint(1, 9)
            left = sum(sorted(weights, reverse=True)[:top_k])
            half_steps = 2 * draws.randrange(left) + 1
            rows.append(weights)
            top_ks.append(top_k)
            top_ps.append(half_steps / (2 * left))
            expected.append(by_the_rules(weights, top_k, half_steps))
        assert close(filter_probs(shares(rows), *columns(top_ks, top_ps)), shares(expected)), (
            "each row is filtered by its own top_k and top_p"
        )
