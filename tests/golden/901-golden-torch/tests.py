import torch
from kernel.testing import close, same
from solution import double


def test_example_double():
    assert same(double(torch.tensor([1.0, 2.0])), torch.tensor([2.0, 4.0])), "twice the number"


def test_new_tensors_are_float32():
    assert same(double(torch.zeros(2)), torch.zeros(2, dtype=torch.float32)), "twice the number"


def test_dtype():
    numbers = torch.tensor([[1, 2], [3, 4]], dtype=torch.int32)
    doubled = double(numbers)
    assert same(doubled, torch.tensor([[2, 4], [6, 8]], dtype=torch.int32)), (
        "a tensor of another dtype is doubled too"
    )
    assert numbers.tolist() == [[1, 2], [3, 4]], "the argument stays as it is"


def test_close():
    third = torch.tensor([1.0]) / 3
    assert close(double(third), torch.tensor([0.6666667])), "twice the number"
