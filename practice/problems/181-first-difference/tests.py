import torch
from kernel.testing import same
from solution import fast_compare_key


def row(*ids, dtype=torch.int32):
    return torch.tensor(ids, dtype=dtype)


def test_example_a_prompt_that_goes_on_otherwise():
    cached, asked = row(1, 2, 3), row(1, 2, 9, 9)
    assert fast_compare_key(cached, asked) == 2, "the tokens before the first difference count"
    assert fast_compare_key(cached, row(1, 2, 3, 4)) == 3, (
        "a row that is the start of the other has all its tokens in common"
    )


def test_an_int():
    assert same(fast_compare_key(row(1, 2, 3), row(1, 2, 9)), 2), (
        "the result is an int, not a tensor"
    )
    assert same(fast_compare_key(row(1, 2), row(1, 2)), 2), "the result is an int, not a tensor"


def test_equal_rows():
    for n in range(1, 5):
        x, y = torch.arange(n), torch.arange(n)
        assert fast_compare_key(x, y) == n, "two equal rows have all their tokens in common"


def test_one_is_the_start_of_the_other():
    long = row(5, 6, 7, 8)
    for n in range(1, 4):
        assert fast_compare_key(long, long[:n]) == n, (
            "a row that is the start of the other has all its tokens in common"
        )
        assert fast_compare_key(long[:n], long) == n, (
            "a row that is the start of the other has all its tokens in common"
        )


def test_nothing_in_common():
    assert fast_compare_key(row(1, 2), row(3, 2)) == 0, (
        "what is equal again after a difference does not count"
    )
    assert fast_compare_key(row(4), row(3)) == 0, "the tokens before the first difference count"


def test_empty_rows():
    for x, y in ((row(), row(1, 2)), (row(0), row()), (row(), row())):
        assert fast_compare_key(x, y) == 0, "an empty row has nothing in common with any"


def test_equal_again():
    assert fast_compare_key(row(1, 2, 3, 4), row(1, 9, 3, 4)) == 1, (
        "what is equal again after a difference does not count"
    )
    assert fast_compare_key(row(1, 2, 3, 4, 5), row(1, 2, 8, 4, 9)) == 2, (
        "what is equal again after a difference does not count"
    )


def test_later_differences():
    x = row(7, 7, 2, 2, 2)
    for y in (row(7, 7, 3, 2, 900), row(7, 7, 1, 900), row(7, 7, 900, 1, 1)):
        assert fast_compare_key(x, y) == 2, (
            "the first difference counts, however large the later ones are"
        )
        assert fast_compare_key(y, x) == 2, (
            "the first difference counts, however large the later ones are"
        )


def test_token_0():
    assert fast_compare_key(row(1, 0), row(1, 0, 0)) == 2, "token 0 is a token like any other"
    assert fast_compare_key(row(1), row(1, 0, 0)) == 1, "token 0 is a token like any other"
    assert fast_compare_key(row(0, 5, 1), row(0, 5, 2)) == 2, "token 0 is a token like any other"


def test_large_ids():
    x, y = row(1, 2, 3), row(1, 258, 3)
    assert fast_compare_key(x, y) == 1, "ids of any size are compared in full"
    x, y = row(3, 2**24, 5), row(3, 2**24 + 1, 5)
    assert fast_compare_key(x, y) == 1, "ids of any size are compared in full"
    x, y = row(4, 6, 2**40, dtype=torch.int64), row(4, 6, 2**41, dtype=torch.int64)
    assert fast_compare_key(x, y) == 2, "ids of any size are compared in full"


def test_differences_that_cancel():
    assert fast_compare_key(row(1, 5, 3), row(2, 4, 3)) == 0, (
        "what is equal again after a difference does not count"
    )
    assert fast_compare_key(row(9, 4, 6, 7), row(9, 6, 4, 7)) == 1, (
        "what is equal again after a difference does not count"
    )


def test_a_long_prompt():
    x = torch.arange(1000)
    for n in (127, 128, 600):
        assert fast_compare_key(x, torch.where(x < n, x, x + 1)) == n, (
            "the tokens before the first difference count, in a long row too"
        )
    assert fast_compare_key(x, x[:999]) == 999, (
        "a row that is the start of the other has all its tokens in common"
    )


def test_every_place():
    ids = [3, 1, 4, 1, 5, 9, 2]
    for place in range(len(ids)):
        other = [*ids[:place], 8, *ids[place + 1 :], 6]
        assert fast_compare_key(row(*ids), row(*other)) == place, (
            "the tokens before the first difference count"
        )
        assert fast_compare_key(row(*other), row(*ids)) == place, (
            "the tokens before the first difference count"
        )


def test_nothing_is_changed():
    x, y = row(1, 2, 3), row(1, 5, 3, 4)
    fast_compare_key(x, y)
    assert [x.tolist(), y.tolist()] == [[1, 2, 3], [1, 5, 3, 4]], "both rows stay as they are"
