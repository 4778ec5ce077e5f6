from kernel.testing import SKIP, Machine, explore, raises
from solution import PrefillManager


def filled(num_rows, num_pages, page_size, lengths):
    """A manager with requests 0, 1, 2, … of these lengths in its queue."""
    manager = PrefillManager(num_rows, num_pages, page_size)
    for uid, (input_len, output_len) in enumerate(lengths):
        manager.add_one_req(uid, input_len, output_len)
    return manager


def test_example_five_short_requests():
    manager = PrefillManager(num_rows=8, num_pages=4, page_size=4)
    for uid in range(5):
        manager.add_one_req(uid, input_len=2, output_len=1)
    assert manager.schedule_next_batch(100) == [0, 1, 2, 3], "each request has pages of its own"
    manager.finish_req(2)
    assert manager.schedule_next_batch(100) == [4], "what has ended makes room"


def test_nothing_waits():
    assert PrefillManager(2, 2, 2).schedule_next_batch(10) == [], "who cannot start waits"


def test_pages_of_the_whole_life():
    manager = filled(8, 5, 4, [(4, 5), (4, 4), (1, 1)])
    assert manager.schedule_next_batch(100) == [0, 1], "prompt and output together take whole pages"
    assert manager.free_pages == 0, "prompt and output together take whole pages"
    assert manager.free_rows == 6, "a running request has a row"
    assert manager.schedule_next_batch(100) == [], "pages stay promised until the request ends"
    manager.finish_req(1)
    assert manager.free_pages == 2, "what has ended makes room"
    assert manager.free_rows == 7, "what has ended makes room"
    assert manager.schedule_next_batch(100) == [2], "what has ended makes room"


def test_a_part_of_a_page():
    for output_len, num_pages in ((3, 1), (4, 2), (7, 2), (8, 3)):
        manager = filled(1, 3, 4, [(1, output_len)])
        manager.schedule_next_batch(1)
        assert manager.free_pages == 3 - num_pages, "prompt and output together take whole pages"


def test_pages_of_one_token():
    manager = filled(9, 7, 1, [(2, 2), (1, 2), (1, 1)])
    assert manager.schedule_next_batch(100) == [0, 1], "prompt and output together take whole pages"


def test_rows():
    manager = filled(2, 99, 1, [(1, 1)] * 3)
    assert manager.schedule_next_batch(100) == [0, 1], "without a free row nothing starts"
    manager.finish_req(0)
    assert manager.schedule_next_batch(100) == [2], "what has ended makes room"


def test_the_budget():
    manager = filled(9, 99, 1, [(3, 5), (4, 5), (3, 5), (1, 5)])
    assert manager.schedule_next_batch(7) == [0, 1], "a prompt may use the budget to the last token"
    assert manager.schedule_next_batch(3) == [2], "a batch has its own budget"
    assert manager.schedule_next_batch(3) == [3], "a batch has its own budget"


def test_only_the_prompt_is_computed():
    manager = filled(9, 99, 1, [(2, 30), (2, 30)])
    assert manager.schedule_next_batch(4) == [0, 1], "only prompt tokens count against the budget"


def test_the_first_may_exceed_the_budget():
    manager = filled(9, 99, 1, [(6, 1), (8, 1), (1, 1), (9, 1)])
    assert manager.schedule_next_batch(5) == [0], "what is over the budget goes alone"
    assert manager.schedule_next_batch(5) == [1], "the first of any batch may exceed the budget"
    assert manager.schedule_next_batch(5) == [2], "only the first may exceed the budget"
    assert manager.schedule_next_batch(5) == [3], "the first of any batch may exceed the budget"


def test_nobody_overtakes():
    manager = filled(9, 5, 1, [(2, 1), (2, 1), (1, 1)])
    assert manager.schedule_next_batch(100) == [0], "nobody overtakes"
    manager = filled(9, 99, 1, [(2, 1), (5, 1), (1, 1)])
    assert manager.schedule_next_batch(4) == [0], "nobody overtakes"


def test_who_can_never_run():
    manager = PrefillManager(2, 3, 4)
    manager.add_one_req(0, 8, 4)
    for input_len, output_len in ((8, 5), (1, 12), (13, 1)):
        with raises(ValueError, "what the empty pool has no room for raises ValueError"):
            manager.add_one_req(1, input_len, output_len)
    manager.add_one_req(2, 1, 1)
    assert manager.schedule_next_batch(100) == [0], "what fits into the empty pool can start"
    manager.finish_req(0)
    assert manager.schedule_next_batch(100) == [2], "who was refused does not wait"


def test_the_pool_is_full_when_a_request_comes():
    manager = filled(9, 4, 1, [(2, 2)])
    manager.schedule_next_batch(100)
    manager.add_one_req(1, 3, 1)
    assert manager.schedule_next_batch(100) == [], "who fits into the empty pool may wait for it"
    manager.finish_req(0)
    assert manager.schedule_next_batch(100) == [1], "who fits into the empty pool may wait for it"


def test_batches_side_by_side():
    manager = filled(9, 9, 1, [(2, 1), (3, 1)])
    assert [manager.schedule_next_batch(2), manager.schedule_next_batch(3)] == [[0], [1]], (
        "every batch is a list of its own"
    )


def test_two_managers():
    first, second = filled(2, 4, 1, [(1, 1), (1, 1)]), filled(3, 5, 1, [(2, 1)])
    assert first.schedule_next_batch(9) == [0, 1], "two managers know nothing of each other"
    assert second.schedule_next_batch(9) == [0], "two managers know nothing of each other"


def test_finish():
    manager = filled(3, 6, 2, [(2, 1), (2, 1), (2, 1), (2, 1)])
    manager.schedule_next_batch(4)
    manager.finish_req(0)
    for uid in (0, 2, 9):  # ended, waiting, never heard of
        with raises(RuntimeError, "who does not run cannot end: RuntimeError"):
            manager.finish_req(uid)
    assert [manager.free_rows, manager.free_pages] == [2, 4], "what is refused changes nothing"
    assert manager.schedule_next_batch(100) == [2, 3], "what is refused changes nothing"


def test_abort():
    manager = filled(9, 6, 2, [(2, 2), (8, 2), (2, 1), (3, 1)])
    assert manager.schedule_next_batch(100) == [0], "nobody overtakes"
    assert manager.abort_req(1) is True, "an abort says whether the request was waiting"
    for uid in (0, 1, 9):  # running, aborted already, never heard of
        assert manager.abort_req(uid) is False, "an abort says whether the request was waiting"
    assert [manager.free_rows, manager.free_pages] == [8, 4], (
        "an abort touches waiting requests only"
    )
    assert manager.schedule_next_batch(100) == [2, 3], "an aborted request no longer waits"


class AdmissionMachine(Machine):
    """The reader's manager beside plain lists of [uid, input_len, output_len]."""

    def draw_start(self, draws):
        return (draws.between(1, 4), draws.between(2, 9), draws.between(1, 4))

    def start(self, num_rows, num_pages, page_size):
        sizes = [max(1, num_rows), max(1, num_pages), max(1, page_size)]
        self.step("manager = PrefillManager({}, {}, {})".format(*sizes))
        self.manager = PrefillManager(*sizes)
        self.num_rows, self.num_pages, self.page_size = sizes
        self.waiting, self.running, self.next_uid = [], [], 0

    def draw(self, draws):
        name = draws.pick(["add", "add", "add", "schedule", "schedule", "finish", "abort"])
        if name == "add":
            return (name, draws.between(1, 9), draws.between(1, 6))
        return (name, draws.between(1, 12) if name == "schedule" else draws.below(5))

    def pages(self, request):
        return -(-(request[1] + request[2]) // self.page_size)

    def free(self):
        promised = sum(self.pages(request) for request in self.running)
        return [self.num_rows - len(self.running), self.num_pages - promised]

    def add(self, input_len, output_len):
        request = [self.next_uid, input_len, output_len]
        if input_len < 1 or output_len < 1:
            return SKIP
        self.next_uid += 1
        self.step("manager.add_one_req({}, {}, {})".format(*request))
        if self.pages(request) > self.num_pages:
            with raises(ValueError, "what the empty pool has no room for raises ValueError"):
                self.manager.add_one_req(*request)
        else:
            self.manager.add_one_req(*request)
            self.waiting.append(request)
        return self.count()

    def schedule(self, token_budget):
        if token_budget < 1:
            return SKIP
        self.step(f"manager.schedule_next_batch({token_budget})")
        uids, tokens = [], 0
        while self.waiting:
            request = self.waiting[0]
            tokens += request[1]
            too_long = uids and tokens > token_budget
            rows, pages = self.free()
            if rows == 0 or pages < self.pages(request) or too_long:
                break
            uids.append(request[0])
            self.running.append(self.waiting.pop(0))
        assert self.manager.schedule_next_batch(token_budget) == uids, (
            "the first requests that fit start, in order"
        )
        return self.count()

    def finish(self, index):
        if index >= len(self.running):
            return SKIP
        uid = self.running.pop(index)[0]
        self.step(f"manager.finish_req({uid})")
        self.manager.finish_req(uid)
        return self.count()

    def abort(self, index):
        if index >= len(self.waiting):
            return SKIP
        uid = self.waiting.pop(index)[0]
        self.step(f"manager.abort_req({uid})")
        assert self.manager.abort_req(uid) is True, "an abort says whether the request was waiting"
        return self.count()

    def count(self):
        rows, pages = self.free()
        assert self.manager.free_rows == rows, "a running request has a row"
        assert self.manager.free_pages == pages, "prompt and output together take whole pages"


def test_any_sequence():
    explore(AdmissionMachine, runs=100, steps=30, seed=142)
