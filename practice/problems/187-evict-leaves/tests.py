from kernel.testing import SKIP, Machine, explore, raises
from solution import Node, evict


def shape(node):
    """The tree below a node: {tokens: (slots, ref_count, what is below)}."""
    return {
        tuple(child.tokens): (child.slots, child.ref_count, shape(child))
        for child in node.children.values()
    }


def test_example_three_leaves():
    root = Node(None, [], [], timestamp=0)
    system = Node(root, [1, 2], [10, 11], timestamp=6)
    Node(system, [3, 4], [12, 13], timestamp=2)
    Node(system, [5], [14], timestamp=6)
    Node(root, [7, 8], [30, 31], timestamp=4)
    assert evict(root, 1) == [12, 13], "a leaf goes whole"
    assert evict(root, 3) == [30, 31, 14], "the oldest leaf goes first"
    assert evict(root, 2) == [10, 11], "a parent without children is a leaf"


def test_stops_at_the_first_node_that_reaches_size():
    for size, expected in [(1, [5, 6]), (2, [5, 6]), (3, [5, 6, 7]), (4, [5, 6, 7, 8])]:
        root = Node(None, [], [], 0)
        Node(root, [1, 2], [5, 6], 1)
        Node(root, [3], [7], 2)
        Node(root, [4], [8], 3)
        assert evict(root, size) == expected, "it stops at the first node that reaches size"


def test_what_stays():
    root = Node(None, [], [], 0)
    first = Node(root, [1, 2], [10, 11], 3)
    gone = Node(first, [3], [12], 1)
    Node(first, [4, 5], [20, 21], 3)
    evict(root, 1)
    assert shape(root) == {(1, 2): ([10, 11], 0, {(4, 5): ([20, 21], 0, {})})}, (
        "what is evicted is no longer among its parent's children, all else is as it was"
    )
    assert gone.parent is None, "what is evicted has no parent"


def test_nothing_asked_for():
    root = Node(None, [], [], 0)
    assert evict(root, 0) == [], "evict(0) takes nothing"
    Node(root, [1], [5], 1)
    assert evict(root, 0) == [], "evict(0) takes nothing"
    assert shape(root) == {(1,): ([5], 0, {})}, "evict(0) takes nothing"


def test_the_whole_tree():
    root = Node(None, [], [], 0)
    node = root
    for token in range(6):
        node = Node(node, [token], [50 + token], 9)
    assert evict(root, 6) == [55, 54, 53, 52, 51, 50], "a parent without children is a leaf"
    assert shape(root) == {}, "in the end only the root is left"


def test_a_parent_waits_for_its_last_child():
    root = Node(None, [], [], 0)
    parent = Node(root, [1], [10], 5)
    Node(parent, [2], [11], 2)
    Node(parent, [3], [12], 5)
    Node(root, [4], [20], 7)
    assert evict(root, 2) == [11, 12], "a parent with a child left is no leaf"
    assert evict(root, 2) == [10, 20], "a parent without children is a leaf"


def test_a_new_leaf_takes_its_place_by_age():
    root = Node(None, [], [], 0)
    Node(Node(root, [1], [10], 8), [2], [11], 1)
    Node(root, [3], [20], 4)
    Node(root, [4], [30], 9)
    assert evict(root, 3) == [11, 20, 10], "the oldest leaf goes first"


def test_the_oldest_leaf_is_locked():
    root = Node(None, [], [], 0)
    Node(root, [1, 2], [10, 11], 1, ref_count=1)
    Node(root, [7, 8], [30, 31], 2)
    assert evict(root, 2) == [30, 31], "a locked node stays"
    assert shape(root) == {(1, 2): ([10, 11], 1, {})}, "a locked node stays"


def test_a_locked_parent():
    root = Node(None, [], [], 0)
    Node(Node(root, [1, 2], [10, 11], 3, ref_count=1), [3, 4], [12, 13], 1)
    Node(root, [7, 8], [30, 31], 5)
    assert evict(root, 4) == [12, 13, 30, 31], "a locked node stays, with children or without"


def test_below_a_locked_leaf_and_beside_it():
    root = Node(None, [], [], 0)
    top = Node(root, [1], [10], 9, ref_count=2)
    Node(top, [2], [11], 2, ref_count=2)
    beside = Node(top, [3], [12], 5)
    Node(beside, [4], [13], 4)
    assert evict(root, 2) == [13, 12], "a locked node stays, with children or without"
    with raises(RuntimeError, "more than is unlocked: RuntimeError"):
        evict(root, 1)


def test_inner_nodes_count_as_evictable():
    root = Node(None, [], [], 0)
    Node(Node(root, [1, 2, 3], [10, 11, 12], 1), [4], [13], 1)
    assert evict(root, 4) == [13, 10, 11, 12], "inner nodes that are unlocked can be asked for too"


def test_too_much():
    root = Node(None, [], [], 0)
    top = Node(root, [1, 2], [10, 11], 4, ref_count=1)
    leaf = Node(top, [3], [12], 2)
    Node(top, [4, 5], [13, 14], 3, ref_count=1)
    Node(root, [6], [20], 1)
    before = shape(root)
    with raises(RuntimeError, "more than is unlocked: RuntimeError"):
        evict(root, 3)
    with raises(RuntimeError, "less than nothing: RuntimeError"):
        evict(root, -1)
    assert shape(root) == before, "what is refused changes nothing"
    assert leaf.parent is top, "what is refused changes nothing"
    assert evict(root, 2) == [20, 12], "all that is unlocked can be asked for"


def test_an_empty_tree():
    with raises(RuntimeError, "more than is unlocked: RuntimeError"):
        evict(Node(None, [], [], 0), 1)


class TreeMachine(Machine):
    """The reader's evict on a tree, beside a list of [parent, slots, timestamp, ref_count]."""

    def start(self):
        self.step("root = Node(None, [], [], 0)")
        self.root = Node(None, [], [], 0)
        self.nodes, self.rows, self.clock, self.slots = [self.root], [[None, [], 0, 0]], 0, 0
        self.gone = set()

    def draw(self, draws):
        kind = draws.pick(["add", "add", "add", "use", "lock", "unlock", "evict"])
        node = draws.below(len(self.nodes))
        if kind == "add":
            return (kind, node, draws.between(1, 3))
        return (kind, draws.below(7)) if kind == "evict" else (kind, node)

    def path(self, index):
        while index:
            yield index
            index = self.rows[index][0]

    def names(self, index):
        return "".join(f"node_{above}, " for above in self.path(index))

    def missing(self, index):
        return index >= len(self.nodes) or index in self.gone

    def stamp(self, index):
        self.clock += 1
        for above in self.path(index):
            self.rows[above][2] = self.nodes[above].timestamp = self.clock

    def add(self, parent, length):
        if self.missing(parent) or length == 0:
            return SKIP
        slots = list(range(self.slots, self.slots + length))
        index, self.slots = len(self.nodes), self.slots + length
        tokens = [100 * index + place for place in range(length)]
        where = f"node_{parent}" if parent else "root"
        self.step(f"node_{index} = Node({where}, {tokens}, {slots}, {self.clock + 1})")
        self.nodes.append(Node(self.nodes[parent], tokens, slots, self.clock + 1))
        self.rows.append([parent, slots, self.clock + 1, 0])
        self.stamp(index)
        return None

    def use(self, index):
        if self.missing(index) or index == 0:
            return SKIP
        self.step(f"for node in ({self.names(index)}): node.timestamp = {self.clock + 1}")
        self.stamp(index)
        return None

    def lock(self, index, by=1):
        locks_below = sum(row[3] for row in self.rows if row[0] == index)
        if self.missing(index) or index == 0 or self.rows[index][3] + by < locks_below:
            return SKIP
        self.step(f"for node in ({self.names(index)}): node.ref_count += {by}")
        for above in self.path(index):
            self.rows[above][3] += by
            self.nodes[above].ref_count += by
        return None

    def unlock(self, index):
        return self.lock(index, -1)

    def evict(self, size):
        if size > sum(len(row[1]) for row in self.rows if row[3] == 0):
            self.step(f"evict(root, {size})  # too much: refused")
            with raises(RuntimeError, "more than is unlocked: RuntimeError"):
                evict(self.root, size)
        else:
            self.step(f"evict(root, {size})")
            expected = self.expect(size)
            assert evict(self.root, size) == expected, "the oldest leaf goes first"
        assert shape(self.root) == self.shape(0), (
            "what is evicted is no longer among its parent's children, all else is as it was"
        )

    def expect(self, size):
        slots = []
        while len(slots) < size:
            parents = [row[0] for row in self.rows]
            _, oldest = min(
                (row[2], index)
                for index, row in enumerate(self.rows)
                if index and index not in self.gone and index not in parents and row[3] == 0
            )
            slots += self.rows[oldest][1]
            self.gone.add(oldest)
            self.rows[oldest] = [None, [], 0, 0]
        return slots

    def shape(self, parent):
        return {
            tuple(self.nodes[index].tokens): (row[1], row[3], self.shape(index))
            for index, row in enumerate(self.rows)
            if row[0] == parent
        }


def test_any_tree():
    explore(TreeMachine, runs=100, steps=30, seed=187)
