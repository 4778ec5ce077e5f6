from kernel.testing import SKIP, Machine, explore
from solution import Pending, admit


class Match:
    def __init__(self, pages, page_size):
        self.pages, self.cached_len = pages, len(pages) * page_size


class Manager:
    """Free slots, and cached pages, each known by all tokens up to its end, with its locks."""

    def __init__(self, free_size, page_size=1):
        self.free_size, self.page_size = free_size, page_size
        self.locks = {}

    def keep(self, *ids):
        """Cache a prefix of whole pages."""
        for page in self.pages_of(ids):
            self.locks.setdefault(page, 0)
        return self

    def pages_of(self, ids):
        ends = range(self.page_size, len(ids) + 1, self.page_size)
        return [tuple(ids[:end]) for end in ends]

    @property
    def available_size(self):
        return self.free_size + self.page_size * list(self.locks.values()).count(0)

    def match_req(self, pending):
        found = []
        for page in self.pages_of(pending.input_ids[:-1]):
            if page not in self.locks:
                break
            found.append(page)
        return Match(found, self.page_size)

    def lock(self, handle):
        for page in handle.pages:
            self.locks[page] += 1

    def unlock(self, handle):
        for page in handle.pages:
            self.locks[page] -= 1


def test_example_five_requests_for_four_pages():
    manager = Manager(free_size=16, page_size=4)
    queue = [Pending(input_ids=(7, 8), output_len=1)] * 5
    assert admit(queue, 0, manager) == 4, "each request takes whole pages"
    assert admit(queue, 4, manager) == 3, "what running requests still need is not to be given away"


def test_the_last_slot():
    assert admit([Pending((1, 2, 3), 4)], 0, Manager(7)) == 1, "what just fits is admitted"
    assert admit([Pending((1, 2, 3), 4)], 0, Manager(6)) == 0, "the output is reserved to its end"
    assert admit([Pending((1, 2, 3), 4)], 1, Manager(7)) == 0, (
        "what running requests still need is not to be given away"
    )
    assert admit([Pending((1, 2, 3), 4)], 1, Manager(8)) == 1, "what just fits is admitted"


def test_whole_pages():
    assert admit([Pending((1, 2, 3), 5)], 0, Manager(8, 4)) == 1, "whole pages are not rounded up"
    assert admit([Pending((1, 2, 3), 6)], 0, Manager(8, 4)) == 0, "each request takes whole pages"
    assert admit([Pending((1, 2, 3), 6)], 0, Manager(12, 4)) == 1, "each request takes whole pages"
    queue = [Pending((1, 2, 3), 2), Pending((4, 5), 3)]
    assert admit(queue, 0, Manager(12, 4)) == 1, "each request takes whole pages"
    assert admit(queue, 0, Manager(16, 4)) == 2, "what just fits is admitted"


def test_those_before_it():
    queue = [Pending((1, 2), 2), Pending((3,), 3), Pending((4,), 1)]
    assert admit(queue, 0, Manager(10)) == 3, "what just fits is admitted"
    assert admit(queue, 0, Manager(9)) == 2, "who was just admitted needs its pages too"
    assert admit(queue, 0, Manager(7)) == 1, "nobody overtakes: the first that does not fit ends it"


def test_an_empty_queue():
    assert admit([], 0, Manager(8)) == 0, "an empty queue admits nobody"


def test_the_queue_is_left_as_it_is():
    queue = [Pending((1, 2), 2), Pending((3,), 3)]
    assert admit(queue, 0, Manager(4)) == 1, "who was just admitted needs its pages too"
    assert queue == [Pending((1, 2), 2), Pending((3,), 3)], "the queue is not changed"


def test_what_can_be_evicted_counts():
    manager = Manager(2).keep(5, 6, 7)
    assert admit([Pending((1, 2), 3)], 0, manager) == 1, "what can be evicted is available too"


def test_what_it_matched_cannot_be_evicted_for_it():
    # three slots are free, four are cached; a running request will still want one
    ids = (0, 1, 0, 1, 2)
    manager = Manager(3).keep(0, 1, 0, 1)
    assert admit([Pending(ids, 3)], 1, manager) == 0, "what it matched is not evictable for it"
    assert manager.available_size == 7, "a refused request leaves nothing locked"
    assert admit([Pending(ids, 1)], 1, manager) == 1, "a cached prefix needs no room again"
    assert manager.available_size == 3, "what an admitted request matched stays locked"


def test_a_prefix_that_two_requests_share():
    manager = Manager(8, 2).keep(1, 2, 3, 4)
    queue = [Pending((1, 2, 3, 4, 5), 1), Pending((1, 2, 3, 4, 6), 2), Pending((1, 2, 9), 1)]
    assert admit(queue, 0, manager) == 3, "a cached prefix needs no room again"
    assert manager.locks == {(1, 2): 3, (1, 2, 3, 4): 2}, (
        "each admitted request holds one lock on what it matched"
    )


def test_the_refused_one_is_unlocked():
    manager = Manager(3).keep(1, 2)
    queue = [Pending((1, 2, 3), 1), Pending((1, 2, 3), 2), Pending((1,), 1)]
    assert admit(queue, 0, manager) == 1, "who was just admitted needs its pages too"
    assert manager.locks == {(1,): 1, (1, 2): 1}, "a refused request leaves nothing locked"


def prompt(kind, length):
    """Prompts of kind 0 and 1 share their first three tokens."""
    return tuple(kind if kind == 2 or place >= 3 else 7 for place in range(length))


class QueueMachine(Machine):
    """The reader's admission beside a count of pages, over queues that come and requests that go.

    The first k requests fit if what all of them need, and what is reserved, is not more than what
    is free and what none of them and nobody else has matched.
    """

    def draw_start(self, draws):
        return (draws.between(0, 24), draws.between(1, 3))

    def start(self, free_size, page_size):
        page_size = max(1, page_size)
        free_size = free_size // page_size * page_size
        self.step(f"manager = Manager({free_size}, {page_size})")
        self.manager, self.page_size = Manager(free_size, page_size), page_size
        self.running = []  # of each: what it matched, and what it still needs

    def draw(self, draws):
        choice = draws.below(10)
        if choice < 2:
            return ("keep", draws.below(3), draws.below(9))
        if choice < 5:
            return ("finish", draws.below(4))
        lengths = [(draws.below(3), draws.between(1, 9), draws.between(1, 6)) for _ in range(3)]
        return ("admit", tuple(lengths))

    def keep(self, kind, length):
        self.step(f"manager.keep{prompt(kind, length)}")
        self.manager.keep(*prompt(kind, length))

    def finish(self, index):
        if index >= len(self.running):
            return SKIP
        match, _ = self.running.pop(index)
        self.step(f"manager.unlock(a match of {match.cached_len} tokens)")
        self.manager.unlock(match)
        return None

    def admit(self, lengths):
        if any(len(one) < 3 or one[1] < 1 or one[2] < 1 for one in lengths):
            return SKIP
        queue = [Pending(prompt(kind, length), output) for kind, length, output in lengths]
        reserved = sum(needed for _, needed in self.running)
        locks, matches = dict(self.manager.locks), [self.manager.match_req(one) for one in queue]
        needs = [
            -(-(len(one.input_ids) + one.output_len) // self.page_size) * self.page_size
            - match.cached_len
            for one, match in zip(queue, matches, strict=True)
        ]
        count = 0
        for k in range(1, len(queue) + 1):
            matched = {page for match in matches[:k] for page in match.pages}
            left = [page for page, held in locks.items() if held == 0 and page not in matched]
            room = self.manager.free_size + len(left) * self.page_size
            if reserved + sum(needs[:k]) <= room:
                count = k
        self.step(f"admit({queue}, {reserved}, manager)")
        assert admit(queue, reserved, self.manager) == count, (
            "the first requests that fit together are admitted"
        )
        for match, needed in zip(matches[:count], needs[:count], strict=True):
            self.running.append((match, needed))
            for page in match.pages:
                locks[page] += 1
        assert self.manager.locks == locks, (
            "each admitted request holds one lock on what it matched"
        )
        return None


def test_any_sequence():
    explore(QueueMachine, runs=100, steps=15, seed=164)
