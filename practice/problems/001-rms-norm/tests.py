import torch
from kernel.testing import close, same
from solution import rms_norm


def test_example_two_numbers():
    x = torch.tensor([1.0, 7.0])  # the mean of 1 and 49 is 25, its root 5
    weight = torch.tensor([1.0, 10.0])
    assert close(rms_norm(x, weight, 0.0), torch.tensor([0.2, 14.0])), (
        "each number is divided by the root of the mean square, then multiplied by its weight"
    )


def test_signs_and_four_numbers():
    x = torch.tensor([2.0, -2.0, 2.0, 2.0])
    weight = torch.tensor([1.0, 1.0, -3.0, 0.0])
    assert close(rms_norm(x, weight, 0.0), torch.tensor([1.0, -1.0, -3.0, 0.0])), (
        "the mean is not subtracted"
    )


def test_each_row_on_its_own():
    x = torch.tensor([[1.0, 7.0], [30.0, 30.0]])
    expected = torch.tensor([[0.2, 1.4], [1.0, 1.0]])
    assert close(rms_norm(x, torch.ones(2), 0.0), expected), (
        "each row has a root mean square of its own"
    )


def test_three_dimensions():
    x = torch.tensor(
        [[[1.0, 7.0], [7.0, -17.0], [4.0, 4.0]], [[0.5, 0.5], [2.0, -14.0], [6.0, 0.0]]]
    )
    expected = torch.tensor(
        [
            [[0.2, 2.8], [7.0 / 13.0, -34.0 / 13.0], [1.0, 2.0]],
            [[1.0, 2.0], [0.2, -2.8], [2.0**0.5, 0.0]],
        ]
    )
    assert close(rms_norm(x, torch.tensor([1.0, 2.0]), 0.0), expected), (
        "the mean is over the last dimension, whatever the shape"
    )


def test_one_element():
    x = torch.tensor([[5.0], [-3.0]])
    assert close(rms_norm(x, torch.tensor([2.0]), 0.0), torch.tensor([[2.0], [-2.0]])), (
        "each row has a root mean square of its own"
    )


def test_eps():
    x = torch.tensor([1.0, -1.0])  # 1 + 3 under the root
    assert close(rms_norm(x, torch.ones(2), 3.0), torch.tensor([0.5, -0.5])), (
        "eps is added to the mean square, under the root"
    )
    assert close(rms_norm(torch.zeros(2), torch.ones(2), 1e-6), torch.zeros(2)), (
        "a row of zeros stays zeros"
    )


def test_no_rows():
    assert same(rms_norm(torch.zeros(0, 3), torch.ones(3), 1e-6), torch.zeros(0, 3)), (
        "no rows give no rows"
    )


def test_float16():
    weight = torch.tensor([1.0, 0.5], dtype=torch.float16)
    large = torch.tensor([300.0, -300.0], dtype=torch.float16)  # 300^2 is above 65504
    assert same(rms_norm(large, weight, 0.0), torch.tensor([1.0, -0.5], dtype=torch.float16)), (
        "squares that float16 cannot hold are no problem in float32"
    )
    small = torch.tensor(
        [[2.0**-13, -(2.0**-13)]], dtype=torch.float16
    )  # its square is below 2^-24
    assert same(rms_norm(small, weight, 0.0), torch.tensor([[1.0, -0.5]], dtype=torch.float16)), (
        "squares that float16 cannot hold are no problem in float32"
    )


def test_bfloat16():
    x = torch.tensor([26.0, 5.0, 5.0, 59.0], dtype=torch.bfloat16)
    weight = torch.tensor([1.0, 2.0, -1.0, 0.5], dtype=torch.bfloat16)
    expected = [0.80078125, 0.30859375, -0.154296875, 0.91015625]
    assert same(rms_norm(x, weight, 0.0), torch.tensor(expected, dtype=torch.bfloat16)), (
        "bfloat16 numbers are normalised in float32"
    )


def test_weight_of_another_dtype():
    x = torch.tensor([[4.0, -4.0]], dtype=torch.bfloat16)
    result = torch.tensor([[1.0, -2.0]], dtype=torch.bfloat16)
    assert same(rms_norm(x, torch.tensor([1.0, 2.0]), 0.0), result), "the result has x's dtype"
    weight = torch.tensor([1.0, 2.0], dtype=torch.float16)
    assert same(rms_norm(x, weight, 0.0), result), "the result has x's dtype"
    assert rms_norm(x.to(torch.float32), weight, 0.0).dtype == torch.float32, (
        "the result has x's dtype"
    )


def test_nothing_is_changed():
    for dtype in (torch.float32, torch.bfloat16):
        for numbers in ([[1.0, 7.0], [2.0, 2.0]], [1.0, 7.0]):
            x = torch.tensor(numbers, dtype=dtype)
            weight = torch.tensor([2.0, 4.0], dtype=dtype)
            rms_norm(x, weight, 0.0)
            assert [x.tolist(), weight.tolist()] == [numbers, [2.0, 4.0]], (
                "x and weight stay as they were"
            )
