import math

import torch
from kernel.testing import close, same
from solution import attend


def test_example_two_heads_two_tokens():
    q = torch.tensor([[0.0, 0.0], [2 * math.log(3), 0.0]])
    keys = torch.tensor([[[1.0, 0.0]], [[0.0, 1.0]]])
    values = torch.tensor([[[0.0, 8.0]], [[4.0, 0.0]]])
    # Head 0 has the scores 0 and 0, head 1 log 3 and 0: its first token weighs three times as much.
    assert close(attend(q, keys, values, 0.5), torch.tensor([[2.0, 4.0], [1.0, 6.0]])), (
        "the result is the values' mean, weighted by the softmax of the scores"
    )


def by_hand(q, keys, values, scale):
    """The same with lists, number by number."""
    group = len(q) // len(keys[0])
    result = []
    for head, query in enumerate(q):
        exps, sums = [], [0.0] * len(query)
        for token_keys, token_values in zip(keys, values, strict=True):
            key, value = token_keys[head // group], token_values[head // group]
            dot = sum(a * b for a, b in zip(query, key, strict=True))
            exps.append(math.exp(scale * dot))
            sums = [s + exps[-1] * v for s, v in zip(sums, value, strict=True)]
        result.append([s / sum(exps) for s in sums])
    return result


def numbers(start, *shape):
    """Small numbers in no order, in a tensor of that shape."""
    flat = [(i * i * 5 + i * 3) % 17 / 8 - 1 for i in range(start, start + math.prod(shape))]
    return torch.tensor(flat).reshape(shape)


def case(heads, kv_heads, tokens, dim, scale):
    """Arguments of those shapes, and what should come out."""
    q, keys = numbers(1, heads, dim), numbers(3, tokens, kv_heads, dim)
    values = numbers(9, tokens, kv_heads, dim)
    expected = by_hand(q.tolist(), keys.tolist(), values.tolist(), scale)
    return q, keys, values, torch.tensor(expected)


def test_as_many_key_value_heads():
    for heads, tokens, dim in [(1, 3, 4), (3, 2, 4), (2, 2, 2), (3, 5, 1)]:
        q, keys, values, expected = case(heads, heads, tokens, dim, 0.5)
        assert close(attend(q, keys, values, 0.5), expected), (
            "with as many key-value heads as query heads each has its own"
        )


def test_one_key_value_head():
    for heads, tokens, dim in [(2, 3, 4), (4, 4, 4)]:
        q, keys, values, expected = case(heads, 1, tokens, dim, 0.5)
        assert close(attend(q, keys, values, 0.5), expected), (
            "one key-value head serves all query heads"
        )


def test_grouped_heads():
    for heads, kv_heads, tokens, dim in [(6, 2, 3, 4), (4, 2, 2, 2), (6, 3, 4, 1), (8, 2, 5, 2)]:
        q, keys, values, expected = case(heads, kv_heads, tokens, dim, 0.5)
        assert close(attend(q, keys, values, 0.5), expected), (
            "neighbouring query heads share a key-value head"
        )


def test_scale():
    for scale in (0.25, 1.0, 2.0):
        q, keys, values, expected = case(2, 1, 3, 4, scale)
        assert close(attend(q, keys, values, scale), expected), (
            "scale is what multiplies the scores"
        )


def test_one_token():
    q = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
    keys = torch.tensor([[[1.0, 3.0]]])
    values = torch.tensor([[[5.0, -6.0]]])
    assert close(attend(q, keys, values, 1.0), torch.tensor([[5.0, -6.0], [5.0, -6.0]])), (
        "with one token in the cache the result is its value"
    )


def test_large_scores():
    q = torch.tensor([[1000.0], [-1000.0]])
    keys = torch.tensor([[[1.0]], [[1.0]], [[0.0]]])  # scores 1000, 1000, 0 and their negatives
    values = torch.tensor([[[2.0]], [[4.0]], [[9.0]]])
    # A float32 near 1000 is a multiple of 2^-14: that much a weight may be off.
    assert close(attend(q, keys, values, 1.0), torch.tensor([[3.0], [9.0]]), rtol=1e-3), (
        "large scores do not overflow"
    )


def test_large_scores_that_differ():
    q = torch.tensor([[1000.0]])
    keys = torch.tensor([[[1.0]], [[0.5]]])
    values = torch.tensor([[[2.0]], [[4.0]]])
    assert close(attend(q, keys, values, 1.0), torch.tensor([[2.0]])), (
        "the differences of large scores count"
    )
    assert close(attend(-q, keys, values, 1.0), torch.tensor([[4.0]])), (
        "the differences of large scores count"
    )


def test_each_head_has_its_own_largest_score():
    q = torch.tensor([[0.0], [-1000.0], [-1000.0], [0.0]])
    keys = torch.tensor([[[1.0], [1.0]], [[1.0], [1.0]]])
    values = torch.tensor([[[2.0], [6.0]], [[4.0], [8.0]]])
    expected = torch.tensor([[3.0], [3.0], [7.0], [7.0]])
    assert close(attend(q, keys, values, 1.0), expected, rtol=1e-3), (
        "the largest score is each head's own"
    )


def test_float16_scores():
    q = torch.tensor([[256.0]], dtype=torch.float16)
    keys = torch.tensor([[[256.0]], [[256.0]], [[128.0]]], dtype=torch.float16)
    values = torch.tensor([[[2.0]], [[4.0]], [[9.0]]], dtype=torch.float16)
    # 256 * 256 is more than float16 holds; times the scale it would fit.
    assert same(attend(q, keys, values, 0.125), torch.tensor([[3.0]], dtype=torch.float16)), (
        "the scores are computed in float32"
    )
    q = torch.tensor([[64.0, 1.0]], dtype=torch.float16)
    keys = torch.tensor([[[32.0, 1.0]], [[32.0, 0.0]]], dtype=torch.float16)
    values = torch.tensor([[[1.0, 0.0]], [[0.0, 0.0]]], dtype=torch.float16)
    # The scores are 2049 and 2048. In float16 the first would be rounded to the second.
    expected = torch.tensor([[math.e / (math.e + 1), 0.0]], dtype=torch.float16)
    assert same(attend(q, keys, values, 1.0), expected), "the scores are computed in float32"


def test_bfloat16_weights():
    q = torch.tensor([[0.0]], dtype=torch.bfloat16)
    keys = torch.zeros(255, 1, 1, dtype=torch.bfloat16)
    values = torch.full((255, 1, 1), 1.9921875, dtype=torch.bfloat16)
    # The mean of equal numbers; 1/255 in bfloat16 would be 0.4 % too large.
    assert same(attend(q, keys, values, 1.0), torch.tensor([[1.9921875]], dtype=torch.bfloat16)), (
        "the weights are not rounded"
    )


def test_bfloat16_scale():
    q = torch.tensor([[512.0, 508.0]], dtype=torch.bfloat16)
    keys = torch.tensor([[[1.0, -1.0]], [[0.0, 0.0]]], dtype=torch.bfloat16)
    values = torch.tensor([[[1.0, 0.0]], [[0.0, 0.0]]], dtype=torch.bfloat16)
    # The scores are 153.6 - 152.4 = 1.2 and 0. In bfloat16 it would be 154 - 152.
    expected = torch.tensor([[1 / (1 + math.exp(-1.2)), 0.0]], dtype=torch.bfloat16)
    assert same(attend(q, keys, values, 0.3), expected), "the scores are computed in float32"


def test_bfloat16_sum():
    q = torch.tensor([[0.0]], dtype=torch.bfloat16)
    ones = torch.ones(1000, 1, 1, dtype=torch.bfloat16)
    # Near 0.5 bfloat16 numbers lie 1/256 apart: adding 1/1000 to one gives the same number again.
    assert same(attend(q, ones, ones, 1.0), torch.tensor([[1.0]], dtype=torch.bfloat16)), (
        "the values are summed in float32"
    )


def test_dtype():
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        q = torch.zeros(2, 1, dtype=dtype)
        keys = torch.zeros(1, 1, 1, dtype=dtype)
        assert attend(q, keys, keys, 1.0).dtype == dtype, "the result has q's dtype"


def test_nothing_is_changed():
    q = torch.tensor([[1.0], [2.0]])
    keys, values = torch.tensor([[[1.0]], [[2.0]]]), torch.tensor([[[3.0]], [[4.0]]])
    attend(q, keys, values, 0.5)
    assert [q.tolist(), keys.tolist(), values.tolist()] == [
        [[1.0], [2.0]],
        [[[1.0]], [[2.0]]],
        [[[3.0]], [[4.0]]],
    ], "the query and the cache stay as they were"
