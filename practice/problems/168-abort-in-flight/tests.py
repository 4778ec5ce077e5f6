from kernel.testing import SKIP, Machine, explore
from solution import Request, Scheduler


def test_example_without_an_abort():
    scheduler = Scheduler(num_rows=2, num_pages=3)
    scheduler.add(Request(7, num_pages=2, max_tokens=2))
    assert scheduler.schedule() == [7], "waiting requests start in order, as many as fit"
    assert scheduler.process([50]) == [(7, 50, False)], (
        "each token goes to the request that it was computed for"
    )
    assert scheduler.schedule() == [7], "without a new request all running ones are computed"
    assert scheduler.process([51]) == [(7, 51, True)], (
        "each token goes to the request that it was computed for"
    )
    assert sorted(scheduler.free_pages) == [0, 1, 2], "a finished request gives back what it holds"


def test_example_abort_while_the_prompt_is_computed():
    scheduler = Scheduler(num_rows=1, num_pages=2)
    scheduler.add(Request(7, num_pages=2, max_tokens=3))
    scheduler.schedule()
    scheduler.abort(7)
    assert sorted(scheduler.free_pages) == [], (
        "what is in flight keeps its row and its pages until its result is processed"
    )
    assert scheduler.process([50]) == [], "an aborted request gets no reply"
    assert sorted(scheduler.free_pages) == [0, 1], (
        "when the result is processed, an aborted request gives back what it holds"
    )
    assert sorted(scheduler.free_rows) == [0], (
        "when the result is processed, an aborted request gives back what it holds"
    )
    assert scheduler.schedule() == [], "a request that was aborted is not computed again"


def test_abort_at_the_last_token():
    scheduler = Scheduler(1, 1)
    scheduler.add(Request(7, 1, max_tokens=1))
    scheduler.schedule()
    scheduler.abort(7)
    assert scheduler.process([50]) == [], "an aborted request gets no reply"
    assert sorted(scheduler.free_rows) == [0], "every row is free or held by one request"
    assert sorted(scheduler.free_pages) == [0], "every page is free or held by one request"


def test_abort_while_a_later_token_is_computed():
    scheduler = Scheduler(2, 3)
    scheduler.add(Request(7, 1, max_tokens=5))
    scheduler.add(Request(8, 2, max_tokens=5))
    scheduler.schedule()
    scheduler.process([50, 60])
    scheduler.schedule()
    scheduler.abort(7)
    assert sorted(scheduler.free_rows) == [], (
        "what is in flight keeps its row and its pages until its result is processed"
    )
    assert scheduler.process([51, 61]) == [(8, 61, False)], "an aborted request gets no reply"
    assert len(scheduler.free_pages) == 1, (
        "when the result is processed, an aborted request gives back what it holds"
    )
    assert scheduler.schedule() == [8], "a request that was aborted is not computed again"


def test_the_neighbours_get_their_own_tokens():
    scheduler = Scheduler(3, 3)
    for uid in (5, 6, 7):
        scheduler.add(Request(uid, 1, max_tokens=2))
    scheduler.schedule()
    scheduler.abort(5)
    scheduler.abort(6)
    assert scheduler.process([10, 20, 30]) == [(7, 30, False)], (
        "each token goes to the request that it was computed for"
    )


def test_abort_twice():
    scheduler = Scheduler(1, 2)
    scheduler.add(Request(7, 2, max_tokens=3))
    scheduler.schedule()
    scheduler.abort(7)
    scheduler.abort(7)
    scheduler.process([50])
    scheduler.abort(7)
    assert sorted(scheduler.free_pages) == [0, 1], "every page is free or held by one request"
    assert sorted(scheduler.free_rows) == [0], "every row is free or held by one request"


def test_abort_of_one_that_waits():
    scheduler = Scheduler(1, 1)
    for uid in (3, 2, 1):
        scheduler.add(Request(uid, 1, max_tokens=1))
    assert scheduler.schedule() == [3], "waiting requests start in order, as many as fit"
    scheduler.abort(2)
    assert scheduler.process([50]) == [(3, 50, True)], (
        "each token goes to the request that it was computed for"
    )
    assert scheduler.schedule() == [1], "a request that was aborted is not computed again"


def test_abort_of_one_that_runs_beside():
    # Request 7 runs, but a new prompt goes first: 7 is not in flight and is freed at once.
    scheduler = Scheduler(2, 2)
    scheduler.add(Request(7, 1, max_tokens=9))
    scheduler.schedule()
    scheduler.process([50])
    scheduler.add(Request(8, 1, max_tokens=9))
    assert scheduler.schedule() == [8], "waiting requests start in order, as many as fit"
    scheduler.abort(7)
    assert len(scheduler.free_pages) == 1, "what is not in flight is freed at once"
    assert len(scheduler.free_rows) == 1, "what is not in flight is freed at once"
    assert scheduler.process([60]) == [(8, 60, False)], (
        "each token goes to the request that it was computed for"
    )
    assert scheduler.schedule() == [8], "a request that was aborted is not computed again"


def test_the_uid_is_used_again():
    scheduler = Scheduler(1, 1)
    scheduler.abort(7)
    for token in (50, 51):
        scheduler.add(Request(7, 1, max_tokens=1))
        assert scheduler.schedule() == [7], "waiting requests start in order, as many as fit"
        assert scheduler.process([token]) == [(7, token, True)], (
            "a uid can be used again when its request is gone"
        )
        scheduler.abort(7)  # it came too late


def test_the_uid_of_an_aborted_request_is_used_again():
    scheduler = Scheduler(1, 1)
    scheduler.add(Request(7, 1, max_tokens=1))
    scheduler.schedule()
    scheduler.abort(7)
    scheduler.process([50])
    scheduler.add(Request(7, 1, max_tokens=1))
    scheduler.schedule()
    assert scheduler.process([51]) == [(7, 51, True)], (
        "a uid can be used again when its request is gone"
    )


class Watched:
    """What the model knows of a request: its tokens still to come, and whether it was aborted."""

    def __init__(self, request, num_pages, left):
        self.request, self.uid = request, request.uid
        self.num_pages, self.left, self.aborted = num_pages, left, False


class SchedulerMachine(Machine):
    """The reader's scheduler beside lists of what waits, holds a row, and is in flight."""

    def draw_start(self, draws):
        return (draws.between(1, 3), draws.between(1, 5))

    def start(self, num_rows, num_pages):
        self.step(f"scheduler = Scheduler({num_rows}, {num_pages})")
        self.scheduler = Scheduler(num_rows, num_pages)
        self.num_rows, self.num_pages, self.token = num_rows, num_pages, 50
        self.waiting, self.holders, self.in_flight = [], [], []

    def draw(self, draws):
        name = draws.pick(("add", "abort", "schedule", "schedule", "process", "process"))
        if name == "add":
            return (name, draws.below(4), draws.between(1, 3), draws.between(1, 3))
        return (name, draws.below(4)) if name == "abort" else (name,)

    def add(self, uid, num_pages, max_tokens):
        taken = [watched.uid for watched in self.waiting + self.holders]
        if uid in taken or not num_pages or not max_tokens:
            return SKIP
        self.step(f"scheduler.add(Request({uid}, {num_pages}, {max_tokens}))")
        request = Request(uid, num_pages, max_tokens)
        self.scheduler.add(request)
        self.waiting.append(Watched(request, num_pages, max_tokens))
        return self.compare()

    def abort(self, uid):
        self.step(f"scheduler.abort({uid})")
        self.scheduler.abort(uid)
        self.waiting = [watched for watched in self.waiting if watched.uid != uid]
        for watched in self.holders:
            watched.aborted = watched.aborted or watched.uid == uid
        self.holders = [
            watched for watched in self.holders if watched in self.in_flight or not watched.aborted
        ]
        return self.compare()

    def schedule(self):
        if self.in_flight:
            return SKIP
        rows = self.num_rows - len(self.holders)
        pages = self.num_pages - sum(watched.num_pages for watched in self.holders)
        started = []
        for watched in self.waiting:
            if len(started) == rows or watched.num_pages > pages:
                break
            started.append(watched)
            pages -= watched.num_pages
        self.in_flight = started or sorted(self.holders, key=lambda watched: watched.uid)
        self.waiting = self.waiting[len(started) :]
        self.holders = self.holders + started
        self.step("scheduler.schedule()")
        assert self.scheduler.schedule() == [watched.uid for watched in self.in_flight], (
            "waiting requests start in order, as many as fit"
        )
        return self.compare()

    def process(self):
        if not self.in_flight:
            return SKIP
        tokens, replies = [], []
        for watched in self.in_flight:
            self.token += 1
            tokens.append(self.token)
            watched.left -= 1
            if not watched.aborted:
                replies.append((watched.uid, self.token, watched.left == 0))
        self.in_flight = []
        self.holders = [watched for watched in self.holders if watched.left and not watched.aborted]
        self.step(f"scheduler.process({tokens})")
        assert self.scheduler.process(tokens) == replies, (
            "each token goes to the request that it was computed for"
        )
        return self.compare()

    def compare(self):
        assert self.free_and_held_rows() == list(range(self.num_rows)), (
            "every row is free or held by one request"
        )
        assert self.free_and_held_pages() == list(range(self.num_pages)), (
            "every page is free or held by one request"
        )

    def free_and_held_rows(self):
        held = [watched.request.row for watched in self.holders]
        return sorted([*self.scheduler.free_rows, *held])

    def free_and_held_pages(self):
        held = [page for watched in self.holders for page in watched.request.pages]
        return sorted([*self.scheduler.free_pages, *held])


def test_any_sequence():
    explore(SchedulerMachine, runs=200, steps=40, seed=168)
