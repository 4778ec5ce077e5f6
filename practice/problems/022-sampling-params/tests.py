import dataclasses

from kernel.testing import raises
from solution import SamplingParams

NAN = float("nan")


def test_example_defaults_and_a_refusal():
    params = SamplingParams(temperature=0.7, max_tokens=16)
    assert params.temperature == 0.7, "what is in range is kept as it is"
    assert params.top_p == 1.0, "the defaults are greedy and filter nothing"
    assert params.is_greedy is False, "everything else is not greedy"
    with raises(ValueError, "max_tokens is at least 1, or it is refused with ValueError"):
        SamplingParams(max_tokens=0)


def values(params):
    """All fields, in the order of the statement."""
    names = ("temperature", "top_k", "top_p", "ignore_eos", "max_tokens", "seed")
    return [getattr(params, name) for name in names]


def test_defaults():
    assert values(SamplingParams()) == [0.0, -1, 1.0, False, 1024, None], (
        "the defaults are greedy and filter nothing"
    )
    assert SamplingParams().is_greedy is True, "the defaults are greedy and filter nothing"


def test_order_of_the_fields():
    assert values(SamplingParams(0.7, 50, 0.9, True, 16, 3)) == [0.7, 50, 0.9, True, 16, 3], (
        "the fields stand in the order of the statement"
    )


def test_temperature():
    for value in (-0.001, -1.0, float("-inf")):
        with raises(ValueError, "a negative temperature is refused with ValueError"):
            SamplingParams(temperature=value)
    with raises(ValueError, "NaN is refused with ValueError"):
        SamplingParams(temperature=NAN)
    for value in (0.0, 0.001, 1.0, 2.5):
        assert SamplingParams(temperature=value).temperature == value, (
            "what is in range is kept as it is"
        )


def test_top_k():
    for value in (0, -2, -50):
        with raises(ValueError, "top_k is -1 or at least 1, or it is refused with ValueError"):
            SamplingParams(top_k=value)
    for value in (-1, 1, 2, 1_000_000):
        assert SamplingParams(top_k=value).top_k == value, "what is in range is kept as it is"


def test_top_p():
    for value in (0.0, -0.1, 1.001, 2.0):
        with raises(ValueError, "top_p is above 0 and at most 1, or it is refused with ValueError"):
            SamplingParams(top_p=value)
    with raises(ValueError, "NaN is refused with ValueError"):
        SamplingParams(top_p=NAN)
    for value in (1e-9, 0.5, 1.0):
        assert SamplingParams(top_p=value).top_p == value, "what is in range is kept as it is"


def test_max_tokens():
    for value in (0, -1):
        with raises(ValueError, "max_tokens is at least 1, or it is refused with ValueError"):
            SamplingParams(max_tokens=value)
    for value in (1, 2):
        assert SamplingParams(max_tokens=value).max_tokens == value, (
            "what is in range is kept as it is"
        )


def test_seed():
    for value in (0, 1, None):
        assert SamplingParams(seed=value).seed == value, "what is in range is kept as it is"


def test_only_one_value_is_wrong():
    with raises(ValueError, "top_k is -1 or at least 1, or it is refused with ValueError"):
        SamplingParams(temperature=0.7, top_k=0, top_p=0.9, max_tokens=16)
    with raises(ValueError, "top_p is above 0 and at most 1, or it is refused with ValueError"):
        SamplingParams(temperature=0.7, top_k=5, top_p=0.0, max_tokens=16)


def test_greedy():
    assert SamplingParams(temperature=0.0, top_k=50, top_p=0.9).is_greedy is True, (
        "temperature 0 is greedy"
    )
    assert SamplingParams(temperature=0.7, top_k=1).is_greedy is True, (
        "top_k 1 is greedy at any temperature"
    )
    for temperature, top_k in [(1e-9, -1), (0.001, -1), (1.0, 2), (1.0, -1)]:
        params = SamplingParams(temperature=temperature, top_k=top_k, top_p=1e-9)
        assert params.is_greedy is False, "everything else is not greedy"


def test_frozen():
    params = SamplingParams(max_tokens=16)
    with raises(AttributeError, "a field cannot be assigned to"):
        params.max_tokens = 99


def test_replace():
    params = SamplingParams(temperature=0.7, seed=3)
    assert values(dataclasses.replace(params, top_k=5)) == [0.7, 5, 1.0, False, 1024, 3], (
        "dataclasses.replace makes another one, which differs in what was given"
    )
    with raises(ValueError, "dataclasses.replace checks too"):
        dataclasses.replace(params, max_tokens=0)
