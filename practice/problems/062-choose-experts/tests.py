import math

import torch
from kernel.testing import close, same
from solution import choose_experts


def logits_of(*rows):
    """Router logits whose softmax gives these probabilities."""
    return torch.tensor([[math.log(p) for p in row] for row in rows])


def test_example_two_of_four_experts():
    weights, experts = choose_experts(logits_of([0.1, 0.4, 0.2, 0.3]), 2, renormalize=False)
    assert same(experts, torch.tensor([[1, 3]])), "the top_k experts of each token, best first"
    assert close(weights, torch.tensor([[0.4, 0.3]])), "a weight is a probability among all experts"
    weights, experts = choose_experts(logits_of([0.1, 0.4, 0.2, 0.3]), 2, renormalize=True)
    assert close(weights, torch.tensor([[4 / 7, 3 / 7]])), (
        "renormalised weights of a token add up to 1"
    )


def test_each_token_by_itself():
    router_logits = logits_of([0.1, 0.4, 0.2, 0.3], [0.5, 0.05, 0.15, 0.3])
    weights, experts = choose_experts(router_logits.clone(), 3, False)
    assert same(experts, torch.tensor([[1, 3, 2], [0, 3, 2]])), (
        "the top_k experts of each token, best first"
    )
    assert close(weights, torch.tensor([[0.4, 0.3, 0.2], [0.5, 0.3, 0.15]])), (
        "a weight is a probability among all experts"
    )
    weights, experts = choose_experts(router_logits.clone(), 3, True)
    assert same(experts, torch.tensor([[1, 3, 2], [0, 3, 2]])), (
        "the top_k experts of each token, best first"
    )
    expected = [[4 / 9, 3 / 9, 2 / 9], [10 / 19, 6 / 19, 3 / 19]]
    assert close(weights, torch.tensor(expected)), "renormalised weights of a token add up to 1"


def test_one_expert():
    router_logits = logits_of([0.25, 0.75], [0.625, 0.375])
    weights, experts = choose_experts(router_logits.clone(), 1, False)
    assert same(experts, torch.tensor([[1], [0]])), "the shape is (tokens, top_k), also for one"
    assert close(weights, torch.tensor([[0.75], [0.625]])), (
        "a weight is a probability among all experts"
    )
    weights, experts = choose_experts(router_logits.clone(), 1, True)
    assert close(weights, torch.tensor([[1.0], [1.0]])), (
        "renormalised weights of a token add up to 1"
    )


def test_all_experts():
    router_logits = logits_of([0.2, 0.5, 0.3])
    for renormalize in (False, True):
        weights, experts = choose_experts(router_logits.clone(), 3, renormalize)
        assert same(experts, torch.tensor([[1, 2, 0]])), (
            "the top_k experts of each token, best first"
        )
        assert close(weights, torch.tensor([[0.5, 0.3, 0.2]])), (
            "a weight is a probability among all experts"
        )


def test_bfloat16_logits():
    router_logits = torch.tensor([[1.0, 3.0, 2.0, -1.0]], dtype=torch.bfloat16)
    scores = [math.exp(3), math.exp(2), math.exp(1), math.exp(-1)]
    for renormalize, total in ((False, sum(scores)), (True, scores[0] + scores[1])):
        weights, experts = choose_experts(router_logits.clone(), 2, renormalize)
        assert same(experts, torch.tensor([[1, 2]])), "the top_k experts of each token, best first"
        assert close(weights, torch.tensor([[scores[0] / total, scores[1] / total]])), (
            "weights are computed in float32"
        )


def test_large_logits():
    router_logits = torch.tensor([[998.0, 1000.0, 999.0], [-1000.0, -2000.0, -1001.0]])
    scores = [1.0, math.exp(-1), math.exp(-2)]
    weights, _ = choose_experts(router_logits, 2, False)
    first = [scores[0] / sum(scores), scores[1] / sum(scores)]
    second = [scores[0] / sum(scores[:2]), scores[1] / sum(scores[:2])]
    assert close(weights, torch.tensor([first, second])), "large logits do not overflow"


def test_no_tokens():
    weights, experts = choose_experts(torch.zeros(0, 4), 2, True)
    expected = (torch.zeros(0, 2), torch.zeros(0, 2, dtype=torch.int64))
    assert same((weights, experts), expected), "no tokens give no rows of top_k"


def test_logits_stay():
    router_logits = torch.tensor([[1.0, 3.0, 2.0]])
    choose_experts(router_logits, 2, True)
    assert same(router_logits, torch.tensor([[1.0, 3.0, 2.0]])), "router_logits is not changed"
