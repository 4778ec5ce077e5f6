from kernel.testing import SKIP, Machine, explore, raises
from solution import LockedTree


def sizes(tree):
    return (tree.evictable_size, tree.protected_size)


def test_example_two_requests_with_a_common_start():
    tree = LockedTree()
    start = tree.add(tree.root, 10)
    one, other = tree.add(start, 3), tree.add(start, 5)
    tree.lock(one)
    assert sizes(tree) == (5, 13), "a lock protects the node and all above it"
    tree.lock(other)
    assert sizes(tree) == (0, 18), "tokens are protected once, however many locks there are"
    assert start.ref_count == 2, "a node counts the locks on itself and below"
    tree.unlock(one)
    assert sizes(tree) == (3, 15), "as long as one lock is left the tokens stay protected"
    tree.unlock(other)
    assert sizes(tree) == (18, 0), "the last unlock makes tokens evictable again"


def test_a_single_node():
    tree = LockedTree()
    node = tree.add(tree.root, 2)
    assert sizes(tree) == (2, 0), "at first all tokens are evictable"
    tree.lock(node)
    assert sizes(tree) == (0, 2), "a lock protects the node and all above it"
    assert node.ref_count == 1, "a node counts the locks on itself and below"
    tree.unlock(node)
    assert sizes(tree) == (2, 0), "the last unlock makes tokens evictable again"
    assert node.ref_count == 0, "a node counts the locks on itself and below"


def test_what_lies_below_is_not_locked():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    lower = tree.add(upper, 1)
    aside = tree.add(tree.root, 7)
    tree.lock(upper)
    assert sizes(tree) == (8, 4), "what is not on the path stays evictable"
    assert [upper.ref_count, lower.ref_count, aside.ref_count] == [1, 0, 0], (
        "a node counts the locks on itself and below"
    )


def test_two_locks_on_one_node():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    lower = tree.add(upper, 1)
    tree.lock(lower)
    tree.lock(lower)
    assert sizes(tree) == (0, 5), "tokens are protected once, however many locks there are"
    tree.unlock(lower)
    assert sizes(tree) == (0, 5), "as long as one lock is left the tokens stay protected"
    assert [upper.ref_count, lower.ref_count] == [1, 1], (
        "a node counts the locks on itself and below"
    )
    tree.unlock(lower)
    assert sizes(tree) == (5, 0), "the last unlock makes tokens evictable again"


def test_a_lock_above_and_one_below():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    lower = tree.add(upper, 1)
    tree.lock(upper)
    tree.lock(lower)
    tree.unlock(upper)
    assert sizes(tree) == (0, 5), "as long as one lock is left the tokens stay protected"
    tree.unlock(lower)
    assert sizes(tree) == (5, 0), "the last unlock makes tokens evictable again"
    assert [upper.ref_count, lower.ref_count] == [0, 0], (
        "a node counts the locks on itself and below"
    )


def test_unlock_without_a_lock():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    lower = tree.add(upper, 1)
    with raises(RuntimeError, "a node without a lock is refused with RuntimeError"):
        tree.unlock(lower)
    tree.lock(upper)
    with raises(RuntimeError, "a node without a lock is refused with RuntimeError"):
        tree.unlock(lower)
    assert sizes(tree) == (1, 4), "what is refused changes nothing"
    assert [upper.ref_count, lower.ref_count] == [1, 0], "what is refused changes nothing"
    tree.unlock(upper)
    with raises(RuntimeError, "a node without a lock is refused with RuntimeError"):
        tree.unlock(upper)
    assert sizes(tree) == (5, 0), "what is refused changes nothing"


def test_locks_of_others_below():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    one, other = tree.add(upper, 1), tree.add(upper, 2)
    tree.lock(one)
    tree.lock(other)
    with raises(RuntimeError, "locks below a node are not locks of the node"):
        tree.unlock(upper)
    assert sizes(tree) == (0, 7), "what is refused changes nothing"
    assert upper.ref_count == 2, "what is refused changes nothing"
    tree.lock(upper)
    tree.unlock(upper)
    assert upper.ref_count == 2, "a node counts the locks on itself and below"


def test_the_root():
    tree = LockedTree()
    tree.unlock(tree.root)
    tree.lock(tree.root)
    node = tree.add(tree.root, 3)
    tree.lock(tree.root)
    assert sizes(tree) == (3, 0), "the root can always be locked and unlocked, which does nothing"
    tree.lock(node)
    for _ in range(4):
        tree.unlock(tree.root)
    assert sizes(tree) == (0, 3), "the root can always be locked and unlocked, which does nothing"
    assert tree.root.ref_count == 0, "the root has no count"
    assert tree.root.length == 0, "the root holds no tokens"


def test_a_node_that_is_added_below_a_lock():
    tree = LockedTree()
    upper = tree.add(tree.root, 4)
    tree.lock(upper)
    lower = tree.add(upper, 3)
    assert sizes(tree) == (3, 4), "a new node is not locked, whatever is above it"
    with raises(RuntimeError, "a node without a lock is refused with RuntimeError"):
        tree.unlock(lower)
    tree.lock(lower)
    assert [upper.ref_count, lower.ref_count] == [2, 1], (
        "a node counts the locks on itself and below"
    )


class LockMachine(Machine):
    """The reader's tree beside a plain list of the locks that are held."""

    def start(self):
        self.step("tree = LockedTree()")
        self.step("nodes = [tree.root]")
        self.tree = LockedTree()
        self.nodes, self.paths, self.lengths, self.locks = [self.tree.root], [[]], [0], []

    def draw(self, draws):
        if len(self.nodes) < 3 or draws.chance(0.15):
            return ("add", draws.below(len(self.nodes)), draws.between(1, 9))
        if self.locks and draws.chance(0.35):
            return ("unlock", draws.pick(self.locks))
        return (draws.pick(("lock", "lock", "unlock")), draws.below(len(self.nodes)))

    def add(self, parent, length):
        if parent >= len(self.nodes) or length < 1:
            return SKIP
        self.step(f"nodes.append(tree.add(nodes[{parent}], {length}))")
        self.nodes.append(self.tree.add(self.nodes[parent], length))
        self.paths.append([*self.paths[parent], len(self.lengths)])
        self.lengths.append(length)
        return self.count()

    def lock(self, number):
        if number >= len(self.nodes):
            return SKIP
        self.step(f"tree.lock(nodes[{number}])")
        self.tree.lock(self.nodes[number])
        if number > 0:
            self.locks.append(number)
        return self.count()

    def unlock(self, number):
        if number >= len(self.nodes):
            return SKIP
        if number > 0 and number not in self.locks:
            self.step(f"tree.unlock(nodes[{number}])  # it is not locked: refused")
            with raises(RuntimeError, "a node without a lock is refused with RuntimeError"):
                self.tree.unlock(self.nodes[number])
        else:
            self.step(f"tree.unlock(nodes[{number}])")
            self.tree.unlock(self.nodes[number])
            if number > 0:
                self.locks.remove(number)
        return self.count()

    def count(self):
        counts = [0] * len(self.nodes)
        for number in self.locks:
            for above in self.paths[number]:
                counts[above] += 1
        assert [node.ref_count for node in self.nodes] == counts, (
            "a node counts the locks on itself and below"
        )
        used = sum(n for n, count in zip(self.lengths, counts, strict=True) if count > 0)
        assert sizes(self.tree) == (sum(self.lengths) - used, used), (
            "tokens are protected once, however many locks there are"
        )


def test_any_sequence():
    explore(LockMachine, runs=80, steps=30, seed=186)
