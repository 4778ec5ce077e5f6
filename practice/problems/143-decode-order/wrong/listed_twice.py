"""Keeps a sorted list, and puts a request that runs already into it once more."""

from bisect import insort
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
            insort(self._running, req, key=lambda other: other.uid)

    def remove_req(self, req):
        if req not in self._running:
            raise KeyError(req.uid)
        self._running.remove(req)

    def get_req(self, uid):
        return next((req for req in self._running if req.uid == uid), None)

    def schedule_next_batch(self):
        return self.running_reqs if self.runnable else None
