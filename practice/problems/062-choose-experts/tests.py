import math

import torch
from kernel.testing import close, same
from solution import choose_experts


def logits_of(*rows):
    """Router logits whose softmax gives these probabilities."""
    return torch.tensor([[math.log(p) for p in row] for row in rows])


def test_example_two_of_four_experts():
    weights, experts = choose_experts(logits_of([0.1, 0.4, 0.2, 0.3]), 2, renormalize=False)
    assert experts.tolist() == [[1, 3]], "the top_k experts of each token, best first"
    assert close(weights.tolist(), [[0.4, 0.3]]), "a weight is a probability among all experts"
    weights, experts = choose_experts(logits_of([0.1, 0.4, 0.2, 0.3]), 2, renormalize=True)
    assert close(weights.tolist(), [[4 / 7, 3 / 7]]), "renormalised weights of a token add up to 1"


def test_each_token_by_itself():
    router_logits = logits_of([0.1, 0.4, 0.2, 0.3], [0.5, 0.05, 0.15, 0.3])
    best = torch.tensor([[1, 3, 2], [0, 3, 2]])
    assert same(choose_experts(router_logits.clone(), 3, False)[1], best), (
        "the top_k experts of each token, best first"
    )
    expected = torch.tensor([[0.4, 0.3, 0.2], [0.5, 0.3, 0.15]])
    assert close(choose_experts(router_logits.clone(), 3, False)[0], expected), (
        "a weight is a probability among all experts"
    )
    assert same(choose_experts(router_logits.clone(), 3, True)[1], best), (
        "the top_k experts of each token, best first"
    )
    expected = torch.tensor([[4 / 9, 3 / 9, 2 / 9], [10 / 19, 6 / 19, 3 / 19]])
    assert close(choose_experts(router_logits.clone(), 3, True)[0], expected), (
        "renormalised weights of a token add up to 1"
    )


def test_one_expert():
    router_logits = logits_of([0.25, 0.75], [0.625, 0.375])
    assert same(choose_experts(router_logits.clone(), 1, False)[1], torch.tensor([[1], [0]])), (
        "the shape is (tokens, top_k), also for one"
    )
    expected = torch.tensor([[0.75], [0.625]])
    assert close(choose_experts(router_logits.clone(), 1, False)[0], expected), (
        "a weight is a probability among all experts"
    )
    expected = torch.tensor([[1.0], [1.0]])
    assert close(choose_experts(router_logits.clone(), 1, True)[0], expected), (
        "renormalised weights of a token add up to 1"
    )


def test_all_experts():
    router_logits = logits_of([0.2, 0.5, 0.3])
    for renormalize in (False, True):
        best = torch.tensor([[1, 2, 0]])
        assert same(choose_experts(router_logits.clone(), 3, renormalize)[1], best), (
            "the top_k experts of each token, best first"
        )
        expected = torch.tensor([[0.5, 0.3, 0.2]])
        assert close(choose_experts(router_logits.clone(), 3, renormalize)[0], expected), (
            "a weight is a probability among all experts"
        )


def test_bfloat16_logits():
    router_logits = torch.tensor([[1.0, 3.0, 2.0, -1.0]], dtype=torch.bfloat16)
    scores = [math.exp(3), math.exp(2), math.exp(1), math.exp(-1)]
    for renormalize, total in ((False, sum(scores)), (True, scores[0] + scores[1])):
        expected = torch.tensor([[scores[0] / total, scores[1] / total]])
        assert close(choose_experts(router_logits.clone(), 2, renormalize)[0], expected), (
            "weights are computed in float32"
        )


def test_bfloat16_logits_that_lie_close():
    # Neighbours in bfloat16, whose probabilities differ by less than bfloat16 can tell.
    row = [0.0625, 0.06298828125, -1.0, 0.0634765625]
    router_logits = torch.tensor([row], dtype=torch.bfloat16)
    for renormalize in (False, True):
        assert choose_experts(router_logits.clone(), 3, renormalize)[1].tolist() == [[3, 1, 0]], (
            "the top_k experts of each token, best first"
        )


def test_large_logits():
    router_logits = torch.tensor([[998.0, 1000.0, 999.0], [-1000.0, -2000.0, -1001.0]])
    scores = [1.0, math.exp(-1), math.exp(-2)]
    first = [scores[0] / sum(scores), scores[1] / sum(scores)]
    second = [scores[0] / sum(scores[:2]), scores[1] / sum(scores[:2])]
    expected = torch.tensor([first, second])
    # A float32 near 1000 is a multiple of 2^-14: that much a weight may be off.
    assert close(choose_experts(router_logits, 2, False)[0], expected, rtol=1e-3), (
        "large logits do not overflow"
    )


def test_no_tokens():
    expected = (torch.zeros(0, 2), torch.zeros(0, 2, dtype=torch.int64))
    assert same(tuple(choose_experts(torch.zeros(0, 4), 2, True)), expected), (
        "no tokens give no rows of top_k"
    )


def logits_after(row):
    """What has become of the caller's tensor."""
    router_logits = torch.tensor([row])
    choose_experts(router_logits, 2, True)
    return router_logits.tolist()


def test_logits_stay():
    assert logits_after([1.0, 3.0, 2.0]) == [[1.0, 3.0, 2.0]], "router_logits is not changed"
