"""Sorts the uids as text, where 10 comes before 9."""

from dataclasses import dataclass


@dataclass(eq=False)
class Req:
    uid: int


class DecodeManager:
    def __init__(self):
        self._running = {}

    @property
    def running_reqs(self):
        return [self._running[uid] for uid in sorted(self._running, key=str)]

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
