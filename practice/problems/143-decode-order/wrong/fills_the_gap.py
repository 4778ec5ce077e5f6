"""Fills the gap of a request that ends with the last one, to move no others."""

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
        for req in reqs:
            if self.get_req(req.uid) is None:
                self._running.append(req)
        self._running.sort(key=lambda req: req.uid)

    def remove_req(self, req):
        if req not in self._running:
            raise KeyError(req.uid)
        last = self._running.pop()
        if last is not req:
            self._running[self._running.index(req)] = last

    def get_req(self, uid):
        return next((req for req in self._running if req.uid == uid), None)

    def schedule_next_batch(self):
        return self.running_reqs if self.runnable else None
