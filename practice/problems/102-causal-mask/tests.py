import torch
from kernel.testing import same
from solution import make_batch_mask, make_causal_mask


def mask(*rows):
    """A mask as text: x where a token may be seen, . where not."""
    cells = [[cell == "x" for cell in row] for row in rows]
    return torch.tensor(cells, dtype=torch.bool)


def test_example_two_tokens_after_a_prefix_of_three():
    assert make_causal_mask(3, 5).tolist() == [
        [True, True, True, True, False],
        [True, True, True, True, True],
    ], "a token sees the prefix, what is new before it, and itself"


def test_example_two_requests_in_one_mask():
    assert same(make_batch_mask([0, 2], [2, 4]), mask("x.....", "xx....", "..xxx.", "..xxxx")), (
        "a request sees its own tokens only"
    )


def test_a_whole_prompt():
    assert same(make_causal_mask(0, 4), mask("x...", "xx..", "xxx.", "xxxx")), (
        "without a prefix it is a triangle"
    )
    assert same(make_causal_mask(0, 1), mask("x")), "without a prefix it is a triangle"


def test_a_decode_step():
    assert same(make_causal_mask(4, 5), mask("xxxxx")), "the last token sees everything"


def test_any_lengths():
    for device_len in range(1, 7):
        for cached_len in range(device_len):
            rows = ["x" * (i + 1) + "." * (device_len - i - 1) for i in range(device_len)]
            assert same(make_causal_mask(cached_len, device_len), mask(*rows[cached_len:])), (
                "a token sees the prefix, what is new before it, and itself"
            )


def test_nothing_to_compute():
    assert same(make_causal_mask(3, 3), torch.zeros(0, 3, dtype=torch.bool)), (
        "without new tokens there are no rows, but a column for each token"
    )
    assert same(make_batch_mask([], []), torch.zeros(0, 0, dtype=torch.bool)), (
        "without requests the mask is empty, (0, 0)"
    )


def test_a_batch_of_one():
    for cached_len, device_len in [(0, 3), (2, 5), (4, 5)]:
        rows = ["x" * (i + 1) + "." * (device_len - i - 1) for i in range(device_len)]
        assert same(make_batch_mask([cached_len], [device_len]), mask(*rows[cached_len:])), (
            "one request alone has the mask of make_causal_mask"
        )


def test_decode_steps_side_by_side():
    assert same(make_batch_mask([2, 0, 1], [3, 1, 2]), mask("xxx...", "...x..", "....xx")), (
        "a request sees its own tokens only"
    )


def test_a_mixed_batch():
    rows = ["xxxx.......", "....x......", "....xx.....", "......xxxx.", "......xxxxx"]
    assert same(make_batch_mask([3, 0, 3], [4, 2, 5]), mask(*rows)), (
        "a request sees its own tokens only"
    )


def test_a_request_with_nothing_to_compute():
    assert same(make_batch_mask([1, 2, 0], [2, 2, 1]), mask("xx...", "....x")), (
        "tokens that nobody looks at have a column too"
    )
