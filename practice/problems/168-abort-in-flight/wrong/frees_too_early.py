"""Frees an aborted request at once and skips its result: freed once, but while it is written to.

An engine that forms the next batch while this one is computed would give these pages to it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(eq=False)
class Request:
    """A request: the pages that it needs, the tokens that it may generate, and what it holds."""

    uid: int
    num_pages: int
    max_tokens: int
    row: int = -1
    pages: list[int] = field(default_factory=list)
    output: list[int] = field(default_factory=list)
    aborted: bool = False


class Reply(NamedTuple):
    """A token on its way to the client."""

    uid: int
    token: int
    finished: bool


class Scheduler:
    """Takes requests in, forms batches, hands out tokens."""

    def __init__(self, num_rows: int, num_pages: int) -> None:
        self.free_rows = list(range(num_rows))
        self.free_pages = list(range(num_pages))
        self.waiting: list[Request] = []
        self.running: dict[int, Request] = {}
        self.in_flight: list[Request] = []

    def add(self, request: Request) -> None:
        """Put a request at the end of the queue."""
        self.waiting.append(request)

    def abort(self, uid: int) -> None:
        """End a request wherever it is."""
        self.waiting = [request for request in self.waiting if request.uid != uid]
        for request in [*self.in_flight, *self.running.values()]:
            if request.uid == uid:
                self._release(request)
                request.aborted = True
                break

    def schedule(self) -> list[int]:
        """Form the next batch: new requests that fit, or else all that run. Returns its uids."""
        batch: list[Request] = []
        while self.waiting and self._fits(self.waiting[0]):
            request = self.waiting.pop(0)
            request.row = self.free_rows.pop()
            request.pages = [self.free_pages.pop() for _ in range(request.num_pages)]
            batch.append(request)
        self.in_flight = batch or [self.running[uid] for uid in sorted(self.running)]
        return [request.uid for request in self.in_flight]

    def process(self, tokens: list[int]) -> list[Reply]:
        """Hand out the tokens of the batch in flight and end what is finished."""
        batch, self.in_flight = self.in_flight, []
        replies = []
        for request, token in zip(batch, tokens, strict=True):
            if request.aborted:
                continue
            request.output.append(token)
            finished = len(request.output) == request.max_tokens
            replies.append(Reply(request.uid, token, finished))
            if finished:
                self._release(request)
            else:
                self.running[request.uid] = request
        return replies

    def _fits(self, request: Request) -> bool:
        return bool(self.free_rows) and request.num_pages <= len(self.free_pages)

    def _release(self, request: Request) -> None:
        """Free what a request holds."""
        self.running.pop(request.uid, None)
        self.free_rows.append(request.row)
        self.free_pages += request.pages
