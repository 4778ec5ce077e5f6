"""Sorts again only when the number of requests is another, which misses one for another."""

from dataclasses import dataclass


@dataclass(eq=False)
class Req:
    uid: int


class DecodeManager:
    def __init__(self):
        self._running = {}
        self._sorted = []

    @property
    def running_reqs(self):
        if len(self._sorted) != len(self._running):
            self._sorted = [self._running[uid] for uid in sorted(self._running)]
        return list(self._sorted)

    @property
    def runnable(self):
        return bool(self._running)

    def add_reqs(self, reqs):
        for req in reqs:
            self._running[req.uid] = req

    def remove_req(self, req):
        del self._running[req.uid]

    def get_req(self, uid):
        return self._running.get(uid)

    def schedule_next_batch(self):
        return self.running_reqs if self.runnable else None
