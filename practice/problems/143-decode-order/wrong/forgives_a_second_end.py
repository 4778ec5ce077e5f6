"""Lets a request end that does not run, and says nothing."""

from dataclasses import dataclass


@dataclass(eq=False)
class Req:
    uid: int


class DecodeManager:
    def __init__(self):
        self._running = {}

    @property
    def running_reqs(self):
        return [self._running[uid] for uid in sorted(self._running)]

    @property
    def runnable(self):
        return bool(self._running)

    def add_reqs(self, reqs):
        for req in reqs:
            self._running[req.uid] = req

    def remove_req(self, req):
        self._running.pop(req.uid, None)

    def get_req(self, uid):
        return self._running.get(uid)

    def schedule_next_batch(self):
        return self.running_reqs if self.runnable else None
