import torch
from kernel.testing import same
from solution import embed, vocab_range

TABLE = torch.tensor([[10.0 * token + 1, 10.0 * token + 2] for token in range(7)])


def test_example_the_second_of_three_ranks():
    # 7 tokens: the ranks keep 3, 3 and 1
    assert vocab_range(7, size=3, rank=1) == (3, 6), (
        "each rank but the last has vocab_size / size rows, rounded up"
    )
    weight = torch.tensor([[31.0, 32.0], [41.0, 42.0], [51.0, 52.0]])  # of the tokens 3, 4, 5
    ids = torch.tensor([4, 0, 6, 3])
    assert embed(ids, weight, first=3).tolist() == [
        [41.0, 42.0],
        [0.0, 0.0],
        [0.0, 0.0],
        [31.0, 32.0],
    ], "a token of another rank gives zeros"


def test_ranges():
    assert [vocab_range(7, 3, rank) for rank in range(3)] == [(0, 3), (3, 6), (6, 7)], (
        "a range ends where the vocabulary ends"
    )
    assert [vocab_range(8, 4, rank) for rank in range(4)] == [(0, 2), (2, 4), (4, 6), (6, 8)], (
        "each rank but the last has vocab_size / size rows, rounded up"
    )
    assert [vocab_range(10, 4, rank) for rank in range(4)] == [(0, 3), (3, 6), (6, 9), (9, 10)], (
        "each rank but the last has vocab_size / size rows, rounded up"
    )
    assert vocab_range(7, 1, 0) == (0, 7), "a single rank has the whole vocabulary"


def test_ranks_without_rows():
    assert [vocab_range(5, 4, rank) for rank in range(4)] == [(0, 2), (2, 4), (4, 5), (5, 5)], (
        "a rank that nothing is left for has an empty range at the end"
    )
    assert [vocab_range(2, 4, rank) for rank in range(4)] == [(0, 1), (1, 2), (2, 2), (2, 2)], (
        "a rank that nothing is left for has an empty range at the end"
    )


def test_both_ends_of_a_range():
    for token in range(7):
        row = TABLE[token].tolist() if 2 <= token < 5 else [0.0, 0.0]
        assert embed(torch.tensor([token]), TABLE[2:5], 2).tolist() == [row], (
            "a token of this rank gives its row"
        )


def test_an_empty_weight():
    assert same(embed(torch.tensor([4, 0]), torch.zeros(0, 3), 5), torch.zeros(2, 3)), (
        "a rank without rows gives zeros"
    )
    weight = torch.zeros(0, 3, dtype=torch.bfloat16)
    assert same(embed(torch.tensor([4]), weight, 5), torch.zeros(1, 3, dtype=torch.bfloat16)), (
        "the result has the dtype of weight"
    )


def summed_over_ranks(ids, size):
    """What an all-reduce makes of the parts of all ranks."""
    total = torch.zeros(len(ids), 2)
    for rank in range(size):
        first, end = vocab_range(7, size, rank)
        total = total + embed(ids, TABLE[first:end], first)
    return total


def test_sum_over_ranks():
    ids = torch.tensor([6, 0, 3, 3, 1, 2, 5, 4, 0])
    for size in range(1, 9):
        assert same(summed_over_ranks(ids, size), TABLE[ids]), (
            "the sum over all ranks is the whole embedding"
        )


def test_dtype():
    weight = torch.tensor([[1.5, 2.5]], dtype=torch.bfloat16)
    expected = torch.tensor([[0.0, 0.0], [1.5, 2.5]], dtype=torch.bfloat16)
    assert same(embed(torch.tensor([7, 8]), weight, 8), expected), (
        "the result has the dtype of weight"
    )


def test_no_tokens():
    ids = torch.zeros(0, dtype=torch.int64)
    assert same(embed(ids, TABLE[2:5], 2), torch.zeros(0, 2)), (
        "no tokens give no rows of hidden elements"
    )


def ids_after_embed(numbers):
    """What has become of the caller's tensor."""
    ids = torch.tensor(numbers)
    embed(ids, TABLE[3:5], 3)
    return ids


def test_ids_stay():
    assert same(ids_after_embed([4, 0, 3]), torch.tensor([4, 0, 3])), "input_ids is not changed"
