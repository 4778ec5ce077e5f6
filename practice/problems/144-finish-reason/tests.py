from itertools import product

from kernel.testing import same
from solution import finish_reason

NONE = frozenset()


def test_example_a_text_that_ends_at_2():
    eos = frozenset({2})
    assert finish_reason(7, 10, 16, eos, False, NONE) is None, "else the request goes on"
    assert finish_reason(2, 11, 16, eos, False, NONE) == "stop", "an eos token ends the request"
    assert finish_reason(7, 16, 16, eos, False, NONE) == "length", "without room it ends by length"


def test_the_last_token_is_eos():
    assert finish_reason(2, 16, 16, frozenset({2}), False, NONE) == "stop", (
        "stop comes before length"
    )
    assert finish_reason(5, 16, 16, NONE, False, frozenset({5})) == "stop", (
        "stop comes before length"
    )


def test_room_for_one_more():
    assert finish_reason(7, 15, 16, NONE, False, NONE) is None, "else the request goes on"
    assert finish_reason(7, 2, 2, NONE, False, NONE) == "length", "without room it ends by length"


def test_several_eos_tokens():
    eos = frozenset({2, 9, 40})
    for token in sorted(eos):
        assert finish_reason(token, 3, 16, eos, False, NONE) == "stop", (
            "an eos token ends the request"
        )


def test_id_0():
    assert finish_reason(0, 3, 16, frozenset({0}), False, NONE) == "stop", (
        "an eos token ends the request"
    )
    assert finish_reason(0, 3, 16, NONE, False, frozenset({0})) == "stop", (
        "a stop token ends the request"
    )
    assert finish_reason(0, 3, 16, frozenset({2}), False, NONE) is None, "else the request goes on"


def test_ignored_eos():
    eos = frozenset({2})
    assert finish_reason(2, 3, 16, eos, True, NONE) is None, "an ignored eos token ends nothing"
    assert finish_reason(2, 16, 16, eos, True, NONE) == "length", "without room it ends by length"


def test_stop_tokens():
    eos, stop = frozenset({2}), frozenset({5, 6})
    assert finish_reason(5, 3, 16, eos, False, stop) == "stop", "a stop token ends the request"
    assert finish_reason(6, 3, 16, eos, True, stop) == "stop", "ignore_eos is about eos tokens only"
    assert finish_reason(2, 3, 16, eos, False, stop) == "stop", "an eos token ends the request"
    assert finish_reason(2, 3, 16, eos, True, eos) == "stop", "ignore_eos is about eos tokens only"


def test_every_case():
    # An id for each case: only eos, only stop, both, neither.
    eos, stop = frozenset({0, 2}), frozenset({1, 2})
    goes_on = {False: [3], True: [0, 3]}
    for token, device_len, ignore_eos in product(range(4), (15, 16), (False, True)):
        if token not in goes_on[ignore_eos]:
            expected = "stop"
        else:
            expected = "length" if device_len == 16 else None
        assert same(finish_reason(token, device_len, 16, eos, ignore_eos, stop), expected), (
            "the token decides first, then the room"
        )
