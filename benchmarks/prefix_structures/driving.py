"""Clients in front of the engine's scheduler: they send, wait for the answer, and send again.

Who is admitted when depends on token counts alone, never on the time, so a run with a model and a
replay without one reuse the same tokens.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import torch

from minisgl.core import SamplingParams
from minisgl.message import DetokenizeMsg, UserMsg
from minisgl.scheduler import Scheduler

from .workloads import Turn, Workload


@dataclass
class Sent:
    """One prompt on its way. Times are seconds of a monotonic clock.

    Attributes:
        reused: tokens of the prompt that were found in the cache.
    """

    client: int
    later: bool
    prompt_len: int
    sent: float
    reused: int = -1
    first_token: float = -1.0
    answer: list[int] = field(default_factory=list)


class _Client:
    def __init__(self, turns: list[Turn]) -> None:
        self.turns = deque(turns)
        self.history: list[int] = []

    def next_prompt(self) -> tuple[list[int], Turn]:
        turn = self.turns.popleft()
        self.history += turn.added
        return turn.head + self.history + turn.tail, turn


def drive(scheduler: Scheduler, workload: Workload) -> list[Sent]:
    """Send the whole workload; every prompt in the order in which it was sent."""
    sent: list[Sent] = []
    _watch_reuse(scheduler, sent)
    clients = [_Client(turns) for turns in workload.clients]
    waiting = deque(range(len(clients)))
    idle = [waiting.popleft() for _ in range(min(workload.at_once, len(clients)))]
    running = 0
    while idle or running:
        for number in idle:
            prompt, turn = clients[number].next_prompt()
            params = SamplingParams(max_tokens=turn.max_tokens, ignore_eos=True)
            message = UserMsg(len(sent), torch.tensor(prompt, dtype=torch.int32), params)
            sent.append(Sent(number, turn.later, len(prompt), time.perf_counter()))
            scheduler.inbox.put(message)
        running += len(idle)
        idle = []
        scheduler.normal_loop()
        for answered in _take_tokens(scheduler, sent):
            running -= 1
            client = clients[answered.client]
            client.history += answered.answer
            if client.turns:
                idle.append(answered.client)
            elif waiting:
                idle.append(waiting.popleft())
    return sent


def _take_tokens(scheduler: Scheduler, sent: list[Sent]) -> list[Sent]:
    """File what the last step gave; the prompts that have all of their answer now."""
    done = []
    for message in scheduler.take_results():
        assert isinstance(message, DetokenizeMsg), message
        one = sent[message.uid]
        if not one.answer:
            one.first_token = time.perf_counter()
        one.answer.append(message.next_token)
        if message.finish_reason is not None:
            done.append(one)
    return done


def _watch_reuse(scheduler: Any, sent: list[Sent]) -> None:
    """Note of each prompt how much was cached when its prefill was scheduled."""
    forward = scheduler._forward

    def noting(forward_input: Any) -> Any:
        if forward_input.batch.is_prefill:
            for req in forward_input.batch.reqs:
                sent[req.uid].reused = req.cached_len
        return forward(forward_input)

    scheduler._forward = noting


def shares(sent: list[Sent]) -> dict[str, Any]:
    """Prompt tokens and the share of them that was reused: of all prompts, of the later ones."""
    later = [one for one in sent if one.later]
    return {
        "prompts": len(sent),
        "prompt_tokens": sum(one.prompt_len for one in sent),
        "reused": _share(sent),
        "later_prompts": len(later),
        "later_prompt_tokens": sum(one.prompt_len for one in later),
        "later_reused": _share(later),
        "later_computed": round(1 - _share(later), 4),
    }


def _share(sent: list[Sent]) -> float:
    reused = sum(one.reused for one in sent)
    return round(reused / sum(one.prompt_len for one in sent), 4)
