from kernel.testing import SKIP, Machine, explore, raises
from solution import EvictionOrder


class Node:
    def __init__(self, uid, used):
        self.uid, self.used, self.may_go = uid, used, True
        self.hits = 1

    def __repr__(self):
        return f"node({self.uid}, {self.used})"


def node(uid, used):
    return Node(uid, used)


def by_use(node):
    return node.used


def test_example_used_and_locked():
    old, locked, new = node(1, 1), node(2, 2), node(3, 3)
    order = EvictionOrder(by_use)
    for one in (old, locked, new):
        order.add(one)
    old.used, locked.may_go = 4, False  # nobody tells the order
    assert order.pop().uid == 3, "a node that was used in the meantime waits again"
    assert len(order) == 1, "a node that may not go is left out"
    assert order.pop().uid == 1, "a node that was used in the meantime waits again"


def uids(order):
    """All that pop gives, until it raises."""
    found = []
    while len(order):
        try:
            found.append(order.pop().uid)
        except IndexError:
            break
    return found


def test_the_smallest_rank_goes_first():
    order = EvictionOrder(by_use)
    for uid, used in ((5, 30), (6, 10), (7, 20)):
        order.add(node(uid, used))
    assert len(order) == 3, "len counts the nodes that wait"
    assert uids(order) == [6, 7, 5], "the node with the smallest rank goes first"
    assert len(order) == 0, "a node that went is not in the order any more"


def test_equal_ranks():
    order = EvictionOrder(lambda one: 0)
    for uid in (12, 3, 7, 100):
        order.add(node(uid, uid))
    assert uids(order) == [3, 7, 12, 100], "of equal ranks the smaller uid goes first"


def test_equal_ranks_after_a_use():
    order, first = EvictionOrder(by_use), node(1, 5)
    order.add(first)
    order.add(node(2, 6))
    first.used = 6
    assert order.pop().uid == 1, "of equal ranks the smaller uid goes first"


def test_no_node():
    order = EvictionOrder(by_use)
    with raises(IndexError, "IndexError if no node may go"):
        order.pop()
    locked = node(1, 1)
    locked.may_go = False
    order.add(locked)
    with raises(IndexError, "IndexError if no node may go"):
        order.pop()
    assert len(order) == 0, "a node that may not go is left out"


def test_locked_and_unlocked():
    order, locked = EvictionOrder(by_use), node(1, 1)
    order.add(locked)
    order.add(node(2, 2))
    locked.may_go = False
    assert order.pop().uid == 2, "a node that may not go is left out"
    locked.may_go = True
    assert len(order) == 0, "a node that may not go is left out"
    order.add(locked)
    assert order.pop().uid == 1, "a node that was left out can be added again"


def test_unlocked_before_its_turn():
    order, one = EvictionOrder(by_use), node(1, 1)
    order.add(one)
    one.may_go = False
    one.may_go = True
    order.add(one)
    assert len(order) == 1, "a node is in the order once, however often it is added"
    assert uids(order) == [1], "a node is in the order once, however often it is added"


def test_added_again_while_it_waits():
    order, one = EvictionOrder(by_use), node(1, 1)
    order.add(one)
    one.used = 9
    order.add(one)
    order.add(node(2, 5))
    assert len(order) == 2, "a node is in the order once, however often it is added"
    assert uids(order) == [2, 1], "a node that was used in the meantime waits again"


def test_a_node_comes_back():
    order, one = EvictionOrder(by_use), node(1, 1)
    for _ in range(3):
        order.add(one)
        assert order.pop().uid == 1, "a node that was left out can be added again"
    order.add(one)
    assert len(order) == 1, "a node that was left out can be added again"


def test_used_again_and_again():
    order, one = EvictionOrder(by_use), node(1, 1)
    order.add(one)
    order.add(node(2, 50))
    order.add(node(3, 52))
    for used in (10, 20, 51):
        one.used = used
    assert uids(order) == [2, 1, 3], "a node that was used in the meantime waits again"


def test_ranks_that_are_tuples():
    order = EvictionOrder(lambda one: (one.hits, one.used))
    often, new = node(1, 1), node(2, 9)
    order.add(often)
    order.add(new)
    often.hits = 2
    assert uids(order) == [2, 1], "what a rank is made of does not matter"


def test_nodes_are_not_compared():
    order = EvictionOrder(lambda one: -5)
    order.add(node(2, 1))
    order.add(node(1, 1))
    assert uids(order) == [1, 2], "what a rank is made of does not matter"


def test_two_orders():
    one, other, shared = EvictionOrder(by_use), EvictionOrder(by_use), node(1, 1)
    one.add(shared)
    assert len(other) == 0, "two orders do not disturb each other"
    other.add(shared)
    assert one.pop().uid == 1, "two orders do not disturb each other"


class Counted:
    """A rank that counts how often it is asked for."""

    def __init__(self):
        self.calls = 0

    def __call__(self, node):
        self.calls += 1
        return node.used


def test_costs():
    rank = Counted()
    order = EvictionOrder(rank)
    nodes = [node(uid, uid) for uid in range(400)]
    for one in nodes:
        order.add(one)
    assert rank.calls <= 800, "an add looks only at the node itself"
    rank.calls = 0
    nodes[7].used = 1_000
    popped = [order.pop().uid for _ in range(6)]
    assert popped == [0, 1, 2, 3, 4, 5], "the node with the smallest rank goes first"
    assert rank.calls <= 18, "a pop looks only at nodes whose turn has come"
    rank.calls = 0
    nodes[6].may_go = False
    assert order.pop().uid == 8, "a node that was used in the meantime waits again"
    assert rank.calls <= 9, "a pop looks only at nodes whose turn has come"
    rank.calls = 0
    assert order.pop().uid == 9, "the node with the smallest rank goes first"
    assert rank.calls <= 3, "a pop looks only at nodes whose turn has come"


class OrderMachine(Machine):
    """The reader's order beside a walk over all nodes that wait."""

    def start(self):
        self.step("order, nodes = EvictionOrder(by_use), {}")
        self.order, self.nodes, self.waiting = EvictionOrder(by_use), {}, {}
        self.time = 0

    def draw(self, draws):
        kind = draws.pick(["add", "add", "use", "use", "lock", "pop"])
        return (kind,) if kind == "pop" else (kind, draws.below(6))

    def known(self, uid):
        if uid not in self.nodes:
            self.nodes[uid] = node(uid, self.time)
            self.step(f"nodes[{uid}] = node({uid}, {self.time})")
        return self.nodes[uid]

    def add(self, uid):
        one = self.known(uid)
        self.step(f"order.add(nodes[{uid}])")
        self.order.add(one)
        self.waiting.setdefault(uid, one.used)
        return self.look()

    def use(self, uid):
        one = self.known(uid)
        self.time += 1
        self.step(f"nodes[{uid}].used = {self.time}")
        one.used = self.time
        return self.look()

    def lock(self, uid):
        one = self.known(uid)
        self.step(f"nodes[{uid}].may_go = {not one.may_go}")
        one.may_go = not one.may_go
        return self.look()

    def pop(self):
        able = [self.nodes[uid] for uid in self.waiting if self.nodes[uid].may_go]
        if not able:
            if not self.waiting:
                return SKIP
            self.step("order.pop()  # raises IndexError")
            self.waiting.clear()
            with raises(IndexError, "IndexError if no node may go"):
                self.order.pop()
            return self.look()
        self.step("order.pop()")
        best = min(able, key=lambda one: (one.used, one.uid))
        assert self.order.pop().uid == best.uid, "the order says the same as a walk over all nodes"
        del self.waiting[best.uid]
        turn = (best.used, best.uid)
        for uid, rank in list(self.waiting.items()):
            if (rank, uid) < turn:  # its turn came before
                if self.nodes[uid].may_go:
                    self.waiting[uid] = self.nodes[uid].used
                else:
                    del self.waiting[uid]
        return self.look()

    def look(self):
        assert len(self.order) == len(self.waiting), "len counts the nodes that wait"


def test_any_sequence():
    explore(OrderMachine, runs=80, steps=25, seed=201)
