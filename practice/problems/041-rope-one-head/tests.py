import math

import torch
from kernel.testing import close, same
from solution import rotate


def turned(row, position, base):
    """One row, turned pair by pair with Python's own floats."""
    half = len(row) // 2
    result = list(row)
    for i in range(half):
        angle = position / base ** (2 * i / len(row))
        a, b = row[i], row[i + half]
        result[i] = a * math.cos(angle) - b * math.sin(angle)
        result[i + half] = a * math.sin(angle) + b * math.cos(angle)
    return result


def test_example_two_tokens():
    x = torch.tensor([[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 0.0]])
    result = rotate(x, torch.tensor([0, 1]), 10000.0).tolist()
    assert close(result[0], [1.0, 2.0, 3.0, 4.0]), "position 0 turns nothing"
    assert close(result[1], [math.cos(1), 0.0, math.sin(1), 0.0]), (
        "pair i is made of elements i and i + head_dim / 2"
    )


def test_one_pair():
    x = torch.tensor([[3.0, 4.0]])
    assert close(rotate(x, torch.tensor([2]), 10000.0).tolist(), [turned([3.0, 4.0], 2, 1.0)]), (
        "(a, b) becomes (a cos - b sin, a sin + b cos)"
    )


def test_second_of_two_pairs():
    x = torch.tensor([[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
    expected = [[0.0, math.cos(0.5), 0.0, math.sin(0.5)], [0.0, -math.sin(0.5), 0.0, math.cos(0.5)]]
    assert close(rotate(x, torch.tensor([5, 5]), 100.0).tolist(), expected), (
        "pair i turns by position / base^(2i / head_dim)"
    )


def test_positions_in_any_order():
    row = [1.0, -2.0, 0.5, 3.0, 2.0, 1.0, -1.0, 0.25]
    positions = [7, 3, 3, 0, 10]
    expected = [turned(row, position, 10000.0) for position in positions]
    assert close(
        rotate(torch.tensor([row] * 5), torch.tensor(positions), 10000.0).tolist(), expected
    ), "each row turns by the position given for it"


def test_bases():
    row = [2.0, 1.0, -1.0, 0.5, 1.5, -2.0]
    for base in (4.0, 500000.0):
        assert close(
            rotate(torch.tensor([row]), torch.tensor([9]), base).tolist(), [turned(row, 9, base)]
        ), "the base is the one given"


def test_bfloat16_far_away():
    # bfloat16 has no 1001 (it becomes 1000), no 10010 and hardly a frequency.
    for position in (1001, 10010):
        x = torch.tensor([[1.0, 1.0, 0.0, 0.0]], dtype=torch.bfloat16)
        result = rotate(x, torch.tensor([position]), 10000.0)
        assert result.dtype == torch.bfloat16, "the result has the dtype of x"
        expected = turned([1.0, 1.0, 0.0, 0.0], position, 10000.0)
        assert close(result.to(torch.float32).tolist()[0], expected, rtol=0.0, atol=0.02), (
            "angles are float32 whatever x is"
        )


def x_after_rotate(row, position):
    """What has become of the caller's tensor."""
    x = torch.tensor([row])
    rotate(x, torch.tensor([position]), 10000.0)
    return x


def test_x_stays():
    expected = torch.tensor([[1.0, 2.0, 3.0, 4.0]])
    assert same(x_after_rotate([1.0, 2.0, 3.0, 4.0], position=3), expected), "x is not changed"


def test_no_tokens():
    result = rotate(torch.zeros(0, 4), torch.zeros(0, dtype=torch.int64), 10000.0)
    assert same(result, torch.zeros(0, 4)), "no tokens give no rows of head_dim elements"
