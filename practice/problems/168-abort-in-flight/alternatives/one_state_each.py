"""Every request is in one state, and all questions are answered by going through them."""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(eq=False)
class Request:
    uid: int
    num_pages: int
    max_tokens: int
    row: int | None = None
    pages: tuple = ()
    output: list = field(default_factory=list)
    state: str = "waiting"  # waiting, running, computed, dying


class Reply(NamedTuple):
    uid: int
    token: int
    finished: bool


class Scheduler:
    def __init__(self, num_rows, num_pages):
        self.free_rows, self.free_pages = set(range(num_rows)), set(range(num_pages))
        self.requests, self.batch = [], []

    def add(self, request):
        self.requests.append(request)

    def abort(self, uid):
        for request in [request for request in self.requests if request.uid == uid]:
            if request.state in ("computed", "dying"):
                request.state = "dying"
            else:
                self.let_go(request)

    def schedule(self):
        self.batch = []
        for request in [request for request in self.requests if request.state == "waiting"]:
            if not self.free_rows or len(self.free_pages) < request.num_pages:
                break
            request.row = self.free_rows.pop()
            request.pages = tuple(self.free_pages.pop() for _ in range(request.num_pages))
            self.batch.append(request)
        if not self.batch:
            running = [request for request in self.requests if request.state == "running"]
            self.batch = sorted(running, key=lambda request: request.uid)
        for request in self.batch:
            request.state = "computed"
        return [request.uid for request in self.batch]

    def process(self, tokens):
        replies = []
        for request, token in zip(self.batch, tokens, strict=True):
            if request.state == "dying":
                self.let_go(request)
                continue
            request.state = "running"
            request.output.append(token)
            replies.append(Reply(request.uid, token, len(request.output) == request.max_tokens))
            if replies[-1].finished:
                self.let_go(request)
        self.batch = []
        return replies

    def let_go(self, request):
        self.requests.remove(request)
        if request.row is not None:
            self.free_rows.add(request.row)
        self.free_pages.update(request.pages)
