"""Makes the first list that it is given its own, instead of copying it."""

from dataclasses import dataclass


@dataclass(eq=False)
class Req:
    uid: int


class DecodeManager:
    def __init__(self):
        self._running = []

    @property
    def running_reqs(self):
        return list(self._running)

    @property
    def runnable(self):
        return bool(self._running)

    def add_reqs(self, reqs):
        if not self._running:
            self._running = reqs
        else:
            self._running += [req for req in reqs if self.get_req(req.uid) is None]
        self._running.sort(key=lambda req: req.uid)

    def remove_req(self, req):
        if req not in self._running:
            raise KeyError(req.uid)
        self._running.remove(req)

    def get_req(self, uid):
        return next((req for req in self._running if req.uid == uid), None)

    def schedule_next_batch(self):
        return self.running_reqs if self.runnable else None
