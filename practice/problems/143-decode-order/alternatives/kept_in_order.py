"""Keeps a list in order, and finds places in it by halving."""

from bisect import bisect_left
from dataclasses import dataclass


@dataclass
class Req:
    uid: int


class DecodeManager:
    def __init__(self):
        self.ordered = []

    def place(self, uid):
        index = bisect_left(self.ordered, uid, key=lambda req: req.uid)
        return index, index < len(self.ordered) and self.ordered[index].uid == uid

    @property
    def running_reqs(self):
        return self.ordered.copy()

    @property
    def runnable(self):
        return len(self.ordered) > 0

    def add_reqs(self, reqs):
        for req in reqs:
            index, runs = self.place(req.uid)
            self.ordered[index : index + runs] = [req]

    def remove_req(self, req):
        index, runs = self.place(req.uid)
        if not runs:
            raise KeyError(req.uid)
        self.ordered.pop(index)

    def get_req(self, uid):
        index, runs = self.place(uid)
        return self.ordered[index] if runs else None

    def schedule_next_batch(self):
        return self.running_reqs or None
