"""Chapter 1: sampling parameters, and a request told by its lengths."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import torch
from helpers import t

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle


class Prefix(BaseCacheHandle):
    """A cached prefix without slots."""

    def get_matched_indices(self) -> torch.Tensor:
        return torch.arange(self.cached_len, dtype=torch.int32)


def make_req(prompt: int = 5, cached: int = 2, output: int = 3) -> Req:
    ids = torch.arange(10, 10 + prompt, dtype=torch.int32)
    return Req(ids, 4, cached, output, 9, SamplingParams(), Prefix(cached_len=cached))


def lengths(req: Req) -> tuple[int, int, int]:
    return req.cached_len, req.device_len, req.max_device_len


def test_defaults_are_greedy_and_filter_nothing() -> None:
    params = SamplingParams()
    assert (params.temperature, params.top_k, params.top_p) == (0.0, -1, 1.0)
    assert (params.ignore_eos, params.max_tokens, params.seed) == (False, 1024, None)
    assert params.is_greedy


def test_parameters_cannot_be_changed_under_a_running_request() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        SamplingParams().temperature = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"temperature": -0.1}, "temperature must be 0 or more, not -0.1"),
        ({"temperature": float("nan")}, "temperature must be 0 or more, not nan"),
        ({"top_k": 0}, "top_k must be -1 (off) or at least 1, not 0"),
        ({"top_k": -2}, "top_k must be -1 (off) or at least 1, not -2"),
        ({"top_p": 0.0}, "top_p must be in (0, 1], not 0.0"),
        ({"top_p": 1.01}, "top_p must be in (0, 1], not 1.01"),
        ({"top_p": float("nan")}, "top_p must be in (0, 1], not nan"),
        ({"max_tokens": 0}, "max_tokens must be at least 1, not 0"),
        ({"max_tokens": -3}, "max_tokens must be at least 1, not -3"),
    ],
)
def test_a_value_out_of_range_is_refused(wrong: dict[str, Any], message: str) -> None:
    """Fails with ``value < 0`` alone: no comparison with NaN is true."""
    with pytest.raises(ValueError) as caught:
        SamplingParams(**wrong)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "edge",
    [{"temperature": 0.0}, {"top_k": 1}, {"top_k": -1}, {"top_p": 1.0}, {"max_tokens": 1}],
)
def test_the_edge_of_a_range_belongs_to_it(edge: dict[str, Any]) -> None:
    SamplingParams(**edge)


@pytest.mark.parametrize(
    ("values", "greedy"),
    [
        ({"temperature": 0.0, "top_k": 50, "top_p": 0.5}, True),
        ({"temperature": 1.0, "top_k": 1}, True),
        ({"temperature": 1.0}, False),
        ({"temperature": 0.01, "top_k": 2}, False),
        ({"temperature": 1.0, "top_p": 0.01}, False),
    ],
)
def test_greedy_means_that_one_token_alone_can_be_chosen(
    values: dict[str, Any], greedy: bool
) -> None:
    """Temperature 0 or a top-k of 1; fails if only one of the two counts."""
    assert SamplingParams(**values).is_greedy is greedy


def test_a_new_request_has_a_prefix_cached_its_prompt_known_and_room_for_its_output() -> None:
    req = make_req(prompt=5, cached=2, output=3)
    assert lengths(req) == (2, 5, 8)
    assert (req.extend_len, req.remain_len, req.can_decode) == (3, 3, True)


def test_the_life_of_a_request_step_by_step() -> None:
    """Fails if the last token sampled counts as cached: nobody has computed its KV."""
    req = make_req(prompt=5, cached=2, output=3)
    seen = []
    for token in (71, 72, 73):
        req.complete_one()
        seen.append((*lengths(req), req.extend_len, req.remain_len, req.can_decode))
        req.append_host(t(token))
    assert seen == [(5, 6, 8, 1, 2, True), (6, 7, 8, 1, 1, True), (7, 8, 8, 1, 0, False)]
    assert req.input_ids.tolist() == [10, 11, 12, 13, 14, 71, 72, 73]
    assert len(req.input_ids) == req.device_len == req.max_device_len


def test_a_request_for_one_token_never_decodes() -> None:
    """Its token is sampled by the prefill. Fails if one step too many is computed."""
    req = make_req(prompt=1, cached=0, output=1)
    assert req.can_decode
    req.complete_one()
    assert (lengths(req), req.can_decode) == ((1, 2, 2), False)


def test_completing_a_forward_does_not_touch_the_tokens() -> None:
    """Two steps, so that the device may run ahead of what the CPU knows."""
    req = make_req(prompt=3, cached=0)
    req.complete_one()
    assert (len(req.input_ids), req.device_len) == (3, 4)
    req.append_host(t(7))
    assert (len(req.input_ids), req.device_len) == (4, 4)


def test_appending_a_token_makes_a_new_row_of_int32() -> None:
    """Fails if the caller's tensor grows, or if the tokens become int64 on the way."""
    prompt = t(1, 2, 3)
    req = Req(prompt, 0, 0, 2, 0, SamplingParams(), Prefix(cached_len=0))
    req.append_host(t(9))
    assert prompt.tolist() == [1, 2, 3]
    assert req.input_ids.dtype == torch.int32


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ({"prompt": 4, "cached": 4}, "at least one token is left to compute"),
        ({"prompt": 4, "cached": 5}, "at least one token is left to compute"),
        ({"prompt": 0, "cached": 0}, "at least one token is left to compute"),
        ({"cached": -1}, "at least one token is left to compute"),
        ({"output": 0}, "a request generates at least one token"),
    ],
)
def test_lengths_that_leave_nothing_to_do_are_refused(shape: dict[str, int], message: str) -> None:
    """Fails if a prompt that is cached whole may go on with no token to take scores from."""
    with pytest.raises(AssertionError, match=message):
        make_req(**shape)


def test_one_token_less_than_the_prompt_may_be_cached() -> None:
    assert make_req(prompt=4, cached=3).extend_len == 1


def test_input_ids_stay_on_the_cpu() -> None:
    with pytest.raises(AssertionError, match="input_ids stay on the CPU"):
        Req(t(1, 2).to("meta"), 0, 0, 1, 0, SamplingParams(), Prefix(cached_len=0))


def test_requests_are_themselves_and_can_be_members_of_a_set() -> None:
    """Fails with the usual ``eq`` of a dataclass, which compares tensors and forbids hashing."""
    one, other = make_req(), make_req()
    assert one != other
    assert {one, other, one} == {other, one}


def test_a_request_tells_its_lengths_and_not_its_tokens() -> None:
    assert repr(make_req()) == "Req(uid=9, table_idx=4, cached/device/max=2/5/8)"
