"""The requests that are running: each of them gets one token a step."""

from __future__ import annotations

from minisgl.core import Batch, Req


class DecodeManager:
    """Running requests, by uid."""

    def __init__(self) -> None:
        self._running: dict[int, Req] = {}

    @property
    def running_reqs(self) -> list[Req]:
        """In the order of their uids, which is the same on every rank, however they came in."""
        return [self._running[uid] for uid in sorted(self._running)]

    @property
    def runnable(self) -> bool:
        return bool(self._running)

    def add_reqs(self, reqs: list[Req]) -> None:
        self._running.update((req.uid, req) for req in reqs)

    def remove_req(self, req: Req) -> None:
        del self._running[req.uid]

    def get_req(self, uid: int) -> Req | None:
        return self._running.get(uid)

    def schedule_next_batch(self) -> Batch | None:
        return Batch(reqs=self.running_reqs, phase="decode") if self.runnable else None
