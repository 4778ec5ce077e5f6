"""Chapter 7: messages go through JSON and come out as they went in."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch
from helpers import t

from minisgl.core import SamplingParams
from minisgl.message import (
    AbortBackendMsg,
    BaseBackendMsg,
    BaseTokenizerMsg,
    BatchBackendMsg,
    DetokenizeMsg,
    RejectMsg,
    UserMsg,
)
from minisgl.utils import LocalQueue


def sent(msg: Any) -> Any:
    """The message as it comes out at the other end: through JSON text."""
    base = BaseBackendMsg if isinstance(msg, BaseBackendMsg) else BaseTokenizerMsg
    return base.decoder(json.loads(json.dumps(msg.encoder())))


def test_a_user_message_survives_the_wire() -> None:
    params = SamplingParams(0.7, top_k=5, top_p=0.9, ignore_eos=True, max_tokens=3, seed=11)
    got = sent(UserMsg(4, t(1, 2, 151_935), params))
    assert isinstance(got, UserMsg)
    assert (got.uid, got.sampling_params) == (4, params)
    assert torch.equal(got.input_ids, t(1, 2, 151_935))
    assert got.input_ids.dtype == torch.int32


def test_an_empty_prompt_survives_the_wire() -> None:
    """Fails if an empty row comes back as float: it must be rejected, not crash."""
    got = sent(UserMsg(0, t(), SamplingParams()))
    assert got.input_ids.shape == (0,)
    assert got.input_ids.dtype == torch.int32


@pytest.mark.parametrize(
    "msg",
    [
        AbortBackendMsg(7),
        BatchBackendMsg([AbortBackendMsg(1), BatchBackendMsg([AbortBackendMsg(2)])]),
        DetokenizeMsg(3, 99),
        DetokenizeMsg(3, 99, "stop"),
        RejectMsg(5, "提示词太长"),
    ],
)
def test_other_messages_survive_the_wire(msg: Any) -> None:
    assert sent(msg) == msg


def test_only_the_last_token_says_that_it_is_the_last() -> None:
    assert not DetokenizeMsg(0, 1).finished
    assert DetokenizeMsg(0, 1, "length").finished


def test_what_no_message_can_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="a message cannot hold a set"):
        BatchBackendMsg([{1, 2}]).encoder()  # type: ignore[list-item]


def test_a_type_from_the_wire_is_looked_up_and_never_guessed() -> None:
    with pytest.raises(ValueError, match="unknown message type 'Engine'"):
        BaseBackendMsg.decoder({"type": "Engine"})
    with pytest.raises(ValueError, match="unknown message type 'UserMsg'"):
        BaseTokenizerMsg.decoder(UserMsg(0, t(1), SamplingParams()).encoder())


def test_a_queue_hands_out_copies_in_order() -> None:
    """Fails if both sides share a tensor, as no two processes could."""
    queue: LocalQueue[Any] = LocalQueue(BaseBackendMsg.encoder, BaseBackendMsg.decoder)
    ids = t(1, 2)
    queue.put(UserMsg(0, ids, SamplingParams()))
    queue.put(AbortBackendMsg(1))
    ids[0] = 9
    assert queue.get().input_ids.tolist() == [1, 2]
    assert queue.get() == AbortBackendMsg(1)
    assert queue.empty()
    with pytest.raises(IndexError):
        queue.get()
