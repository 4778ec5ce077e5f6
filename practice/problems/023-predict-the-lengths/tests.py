from solution import prediction


def test_example_the_first_line():
    assert prediction()[:1] == ["admitted: cached 3, device 5, max 8, extend 2"], (
        "a request starts with its cached prefix, its prompt and room for its output"
    )


def test_prefill():
    assert prediction()[1:2] == ["computed [14, 15], sampled 21: cached 5, device 6, extend 1"], (
        "the prefill computes what is not cached, and gives the first token"
    )


def test_decode():
    assert prediction()[2:3] == ["computed [21], sampled 22: cached 6, device 7, extend 1"], (
        "a decode computes the token that was sampled before it"
    )


def test_last_decode():
    assert prediction()[3:4] == ["computed [22], sampled 23: cached 7, device 8, extend 1"], (
        "lengths do not know that a request is over"
    )


def test_finished():
    assert prediction()[4:5] == ["finished: 8 tokens, 7 in the pool, the last is 22"], (
        "every token but the one sampled last has its KV in the pool"
    )


def test_next_turn():
    assert prediction()[5:6] == ["admitted: cached 7, device 10, max 12, extend 3"], (
        "the next turn finds all tokens that have KV, and no more"
    )
    assert prediction()[6:7] == [
        "computed [23, 31, 32], sampled 41: cached 10, device 11, extend 1"
    ], "the next prefill begins with the token that has no KV yet"


def test_every_line():
    assert len(prediction()) == 7, "there is one string for each line"
