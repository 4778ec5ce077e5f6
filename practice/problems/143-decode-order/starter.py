from dataclasses import dataclass


@dataclass(eq=False)
class Req:
    """A running request."""

    uid: int


class DecodeManager:
    """The requests that are running: each of them gets one token a step."""

    def __init__(self) -> None:
        self._reqs: dict[int, Req] = {}
        self._running: set[int] = set()

    @property
    def running_reqs(self) -> list[Req]:
        """The running requests, in the same order on every rank."""
        return [self._reqs[uid] for uid in self._running]

    @property
    def runnable(self) -> bool:
        return bool(self._running)

    def add_reqs(self, reqs: list[Req]) -> None:
        """Let requests run; those that run already go on."""
        for req in reqs:
            self._reqs[req.uid] = req
            self._running.add(req.uid)

    def remove_req(self, req: Req) -> None:
        """Take out a request that has ended. Raises KeyError if it does not run."""
        self._running.remove(req.uid)
        del self._reqs[req.uid]

    def get_req(self, uid: int) -> Req | None:
        return self._reqs.get(uid)

    def schedule_next_batch(self) -> list[Req] | None:
        """The next decode batch: all running requests; None if there are none."""
        return self.running_reqs if self.runnable else None
