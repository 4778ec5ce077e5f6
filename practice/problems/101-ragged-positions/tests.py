from solution import make_offsets, make_positions


def test_example_a_prompt_a_hit_and_a_decode_step():
    cached_lens, device_lens = [0, 5, 9], [3, 8, 10]
    assert make_positions(cached_lens, device_lens) == [0, 1, 2, 5, 6, 7, 9], (
        "positions go from cached_len to device_len - 1, in every request"
    )
    assert make_offsets([3, 3, 1]) == [0, 3, 6, 7], "every start, and the end of the last"


def test_offsets():
    assert make_offsets([3, 1, 2]) == [0, 3, 4, 6], "every start, and the end of the last"
    assert make_offsets([7]) == [0, 7], "every start, and the end of the last"
    assert make_offsets([1, 1, 1, 1]) == [0, 1, 2, 3, 4], "every start, and the end of the last"


def test_requests_without_tokens():
    assert make_offsets([0, 2, 0]) == [0, 0, 2, 2], "a request of no tokens ends where it starts"
    assert make_positions([3, 2, 4], [3, 4, 4]) == [2, 3], (
        "what has nothing to compute has no positions"
    )


def test_no_requests():
    assert make_offsets([]) == [0], "without requests there is only the end, 0"
    assert make_positions([], []) == [], "what has nothing to compute has no positions"


def test_prompts():
    assert make_positions([0], [4]) == [0, 1, 2, 3], (
        "positions go from cached_len to device_len - 1, in every request"
    )
    assert make_positions([0, 0], [2, 3]) == [0, 1, 0, 1, 2], (
        "each request has positions of its own"
    )


def test_decode_steps():
    assert make_positions([6, 2, 6], [7, 3, 7]) == [6, 2, 6], (
        "positions go from cached_len to device_len - 1, in every request"
    )


def test_hits():
    assert make_positions([4, 1], [6, 4]) == [4, 5, 1, 2, 3], (
        "positions go from cached_len to device_len - 1, in every request"
    )


def after(function, *lists):
    """The lists that were given to a function, after the call."""
    function(*lists)
    return list(lists)


def test_what_is_given_stays():
    assert after(make_offsets, [3, 1]) == [[3, 1]], "the lists that are given stay as they are"
    assert after(make_positions, [0, 5], [3, 6]) == [[0, 5], [3, 6]], (
        "the lists that are given stay as they are"
    )


def test_two_calls():
    assert [make_offsets([2, 1]), make_offsets([6, 4])] == [[0, 2, 3], [0, 6, 10]], (
        "every call returns a list of its own"
    )
    assert [make_positions([4], [6]), make_positions([0], [1])] == [[4, 5], [0]], (
        "every call returns a list of its own"
    )


def test_every_row_by_its_offsets():
    """Row offsets[i] + j of the batch is the j-th computed token of request i."""
    cached_lens, device_lens = [0, 7, 3, 0, 12, 5], [5, 8, 9, 1, 20, 6]
    extend_lens = [5, 1, 6, 1, 8, 1]
    offsets = make_offsets(extend_lens)
    positions = make_positions(cached_lens, device_lens)
    assert len(positions) == offsets[-1], "as many positions as computed tokens"
    for request, extend_len in enumerate(extend_lens):
        start = offsets[request]
        own = list(range(cached_lens[request], cached_lens[request] + extend_len))
        assert positions[start : start + extend_len] == own, "each request has positions of its own"
