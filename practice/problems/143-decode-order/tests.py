from kernel.testing import SKIP, Machine, explore, raises
from solution import DecodeManager, Req


def uids(reqs):
    return [req.uid for req in reqs]


def running(*uids):
    """A manager in which these requests came one after another."""
    manager = DecodeManager()
    for uid in uids:
        manager.add_reqs([Req(uid)])
    return manager


def test_example_two_ranks():
    rank_0, rank_1 = DecodeManager(), DecodeManager()
    rank_0.add_reqs([Req(16), Req(24), Req(3)])
    rank_1.add_reqs([Req(24), Req(3), Req(16)])
    assert uids(rank_0.running_reqs) == [3, 16, 24], "requests are listed by uid, smallest first"
    assert uids(rank_1.running_reqs) == [3, 16, 24], "requests are listed by uid, smallest first"
    assert uids(rank_0.schedule_next_batch()) == [3, 16, 24], "a batch has the order of the list"


def test_nothing_runs():
    manager = DecodeManager()
    assert manager.running_reqs == [], "what does not run is not listed"
    assert manager.runnable is False, "runnable says whether any request runs"
    assert manager.schedule_next_batch() is None, "without requests there is no batch"


def test_any_numbers():
    for came in ([1, 8], [9, 10, 11], [100, 20, 3], [64, 32, 8, 0], [-1, -2, 5]):
        assert uids(running(*came).running_reqs) == sorted(came), (
            "requests are listed by uid, smallest first"
        )


def test_batches_that_run_already():
    manager = running(8, 1)
    manager.add_reqs(manager.schedule_next_batch())
    assert uids(manager.running_reqs) == [1, 8], "a request is listed once"
    manager.remove_req(manager.get_req(8))
    assert uids(manager.running_reqs) == [1], "a request is listed once"


def test_after_removals():
    manager = running(5, 2, 9, 7)
    manager.remove_req(manager.get_req(2))
    assert uids(manager.running_reqs) == [5, 7, 9], "who has left does not change the order"
    manager.add_reqs([Req(1)])
    assert uids(manager.running_reqs) == [1, 5, 7, 9], "requests are listed by uid, smallest first"


def test_one_for_another():
    manager = running(5, 2)
    assert uids(manager.running_reqs) == [2, 5], "requests are listed by uid, smallest first"
    manager.remove_req(manager.get_req(5))
    manager.add_reqs([Req(1)])
    assert uids(manager.running_reqs) == [1, 2], "what does not run is not listed"


def test_the_last_one_leaves():
    manager = running(4)
    assert manager.runnable is True, "runnable says whether any request runs"
    manager.remove_req(manager.get_req(4))
    assert manager.runnable is False, "runnable says whether any request runs"
    assert manager.get_req(4) is None, "who does not run is not found"


def test_the_very_request():
    manager, req = DecodeManager(), Req(4)
    manager.add_reqs([req])
    assert manager.get_req(4) is req, "a running request is found by its uid"
    assert manager.running_reqs[0] is req, "a running request is found by its uid"


def test_removed_twice():
    manager, req = DecodeManager(), Req(4)
    manager.add_reqs([req])
    manager.remove_req(req)
    for other in (req, Req(5)):
        with raises(KeyError, "who does not run cannot be removed: KeyError"):
            manager.remove_req(other)


def test_a_batch_stays_as_it_was():
    manager = running(3, 1, 2)
    batch, listed = manager.schedule_next_batch(), manager.running_reqs
    manager.remove_req(manager.get_req(2))
    assert uids(batch) == [1, 2, 3], "a list that was handed out does not change"
    assert uids(listed) == [1, 2, 3], "a list that was handed out does not change"


def test_removing_all():
    manager = running(3, 1, 2, 4)
    for req in manager.running_reqs:
        manager.remove_req(req)
    assert uids(manager.running_reqs) == [], "one may remove requests while going through the list"


def test_a_list_that_is_changed():
    manager = running(3, 1)
    manager.running_reqs.clear()
    manager.schedule_next_batch().clear()
    assert uids(manager.running_reqs) == [1, 3], "a list that was handed out is the caller's"


def test_a_list_that_was_passed_in():
    manager, came = DecodeManager(), [Req(3), Req(1)]
    manager.add_reqs(came)
    assert uids(manager.running_reqs) == [1, 3], "requests are listed by uid, smallest first"
    assert uids(came) == [3, 1], "a list that was passed in is the caller's"
    came.append(Req(2))
    assert uids(manager.running_reqs) == [1, 3], "a list that was passed in is the caller's"


class DecodeMachine(Machine):
    """The reader's manager beside a set of uids, sorted only when it is looked at."""

    def start(self):
        self.step("manager = DecodeManager()")
        self.manager, self.reqs, self.expected = DecodeManager(), {}, set()

    def draw(self, draws):
        name = draws.pick(["add", "add", "remove", "batch"])
        if name == "add":
            return (name, tuple({draws.below(40): None for _ in range(draws.between(1, 3))}))
        return (name, draws.below(40)) if name == "remove" else (name,)

    def add(self, new):
        self.step("manager.add_reqs([{}])".format(", ".join(f"Req({uid})" for uid in new)))
        self.manager.add_reqs([self.reqs.setdefault(uid, Req(uid)) for uid in new])
        self.expected |= set(new)
        return self.look()

    def remove(self, uid):
        if uid not in self.expected:
            return SKIP
        self.step(f"manager.remove_req(manager.get_req({uid}))")
        self.manager.remove_req(self.manager.get_req(uid))
        self.expected.remove(uid)
        return self.look()

    def batch(self):
        if not self.expected:
            return SKIP
        self.step("manager.add_reqs(manager.schedule_next_batch())")
        self.manager.add_reqs(self.manager.schedule_next_batch())
        return self.look()

    def look(self):
        assert uids(self.manager.running_reqs) == sorted(self.expected), (
            "requests are listed by uid, smallest first"
        )


def test_any_sequence():
    explore(DecodeMachine, runs=100, steps=25, seed=143)
