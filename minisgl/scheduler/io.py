"""How messages reach the scheduler, and how its answers leave."""

from __future__ import annotations

from minisgl.message import BaseBackendMsg, BaseTokenizerMsg
from minisgl.utils import LocalQueue


class SchedulerIOMixin:
    """Two queues: one in, one out. The scheduler touches the outside world nowhere else."""

    def __init__(self) -> None:
        self.inbox: LocalQueue[BaseBackendMsg] = LocalQueue(
            BaseBackendMsg.encoder, BaseBackendMsg.decoder
        )
        self.outbox: LocalQueue[BaseTokenizerMsg] = LocalQueue(
            BaseTokenizerMsg.encoder, BaseTokenizerMsg.decoder
        )

    def receive_msg(self) -> list[BaseBackendMsg]:
        """Everything that has come in, oldest first."""
        return _drain(self.inbox)

    def send_result(self, replies: list[BaseTokenizerMsg]) -> None:
        for reply in replies:
            self.outbox.put(reply)

    def take_results(self) -> list[BaseTokenizerMsg]:
        """For the caller: every answer since the last time, oldest first."""
        return _drain(self.outbox)


def _drain(queue: LocalQueue) -> list:
    messages = []
    while not queue.empty():
        messages.append(queue.get())
    return messages
