from kernel.testing import SKIP, Machine, explore, raises
from solution import LeafTracker, Node


class CountingNode(Node):
    """Counts, over all nodes, how often children is read."""

    reads = 0

    @property
    def children(self):
        CountingNode.reads += 1
        return self.__dict__["children"]

    @children.setter
    def children(self, children):
        self.__dict__["children"] = children


def new_node(first_token, timestamp):
    return CountingNode([first_token, 0], [2 * first_token, 2 * first_token + 1], timestamp)


def tracked(*tree):
    """A tracker and its nodes: number i of the tree is (parent's number, timestamp), 0 the root."""
    nodes = [CountingNode([], [], 0)]
    tracker = LeafTracker(nodes[0])
    for parent, timestamp in tree:
        nodes.append(new_node(len(nodes), timestamp))
        tracker.insert(nodes[-1], nodes[parent])
    return tracker, nodes


def leaves(tracker):
    """The numbers of the evictable leaves; the root would be 0."""
    return sorted(sum(node.tokens[:1]) for node in tracker.evictable_leaves())


def reads_beyond(most, operation, *arguments):
    before = CountingNode.reads
    operation(*arguments)
    return max(CountingNode.reads - before - most, 0)


def test_example_a_conversation_and_a_question():
    root = Node([], [], timestamp=0)
    system = Node([1, 2], [10, 11], timestamp=3)
    question = Node([3, 4], [12, 13], timestamp=2)
    tracker = LeafTracker(root)
    tracker.insert(system, root)
    assert tracker.evictable_leaves() == {system}, "a new node is an evictable leaf"
    tracker.insert(question, system)
    assert tracker.evictable_leaves() == {question}, "a node with a child is no leaf"
    tracker.lock(system)
    assert tracker.evict() == [12, 13], "evict takes the oldest evictable leaf"
    assert tracker.evictable_leaves() == set(), "a locked node is not evictable"
    tracker.unlock(system)
    assert tracker.evictable_leaves() == {system}, "without its last lock a leaf is evictable again"


def test_an_empty_tree():
    tracker, nodes = tracked()
    assert leaves(tracker) == [], "the root is never among the leaves"
    with raises(RuntimeError, "with no evictable leaf evict raises RuntimeError"):
        tracker.evict()
    tracker.lock(nodes[0])
    tracker.unlock(nodes[0])
    assert leaves(tracker) == [], "the root is never among the leaves"
    assert nodes[0].ref_count == 0, "the root is never locked"


def test_what_insert_does():
    tracker, nodes = tracked((0, 1), (0, 2), (1, 3))
    assert nodes[3].parent is nodes[1], "insert hangs the node below its parent"
    assert list(nodes[1].children) == [3], "insert hangs the node below its parent"
    assert nodes[1].children[3] is nodes[3], "insert hangs the node below its parent"
    assert leaves(tracker) == [2, 3], "a node with a child is no leaf"


def test_insert_below_a_locked_leaf():
    tracker, nodes = tracked((0, 1))
    tracker.lock(nodes[1])
    tracker.insert(new_node(2, 2), nodes[1])
    assert leaves(tracker) == [2], "a new node is an evictable leaf"
    tracker.unlock(nodes[1])
    assert leaves(tracker) == [2], "a node with a child is no leaf"


def test_locks_are_counted():
    tracker, nodes = tracked((0, 4), (1, 3), (1, 2))
    tracker.lock(nodes[2])
    tracker.lock(nodes[2])
    tracker.lock(nodes[3])
    assert [node.ref_count for node in nodes] == [0, 3, 2, 1], (
        "a lock counts in the node and in all above it but the root"
    )
    tracker.unlock(nodes[2])
    assert [node.ref_count for node in nodes] == [0, 2, 1, 1], (
        "a lock counts in the node and in all above it but the root"
    )
    assert leaves(tracker) == [], "a node is locked until all its locks are taken back"
    tracker.unlock(nodes[2])
    assert leaves(tracker) == [2], "without its last lock a leaf is evictable again"


def test_a_lock_above_a_leaf():
    tracker, nodes = tracked((0, 2), (1, 1))
    tracker.lock(nodes[1])
    assert leaves(tracker) == [2], "a lock on a node does not lock what is below it"
    assert tracker.evict() == [4, 5], "evict takes the oldest evictable leaf"
    assert leaves(tracker) == [], "a locked node is not evictable"
    with raises(RuntimeError, "with no evictable leaf evict raises RuntimeError"):
        tracker.evict()
    assert nodes[1].parent is nodes[0], "what is refused changes nothing"


def test_the_oldest_leaf_is_locked():
    tracker, nodes = tracked((0, 1), (0, 2), (0, 3))
    tracker.lock(nodes[1])
    assert tracker.evict() == [4, 5], "evict takes the oldest evictable leaf"
    tracker.unlock(nodes[1])
    assert tracker.evict() == [2, 3], "evict takes the oldest evictable leaf"


def test_evict_to_the_root():
    tracker, nodes = tracked((0, 3), (1, 1), (1, 2))
    assert tracker.evict() == [4, 5], "evict takes the oldest evictable leaf"
    assert leaves(tracker) == [3], "a node with a child is no leaf"
    assert nodes[2].parent is None, "what is evicted has no parent"
    assert list(nodes[1].children) == [3], "what is evicted is not among its parent's children"
    tracker.evict()
    assert leaves(tracker) == [1], "a parent without children is a leaf"
    tracker.evict()
    assert nodes[1].parent is None, "what is evicted has no parent"
    assert leaves(tracker) == [], "the root is never among the leaves"


def test_the_set_is_the_callers():
    tracker, _ = tracked((0, 1))
    tracker.evictable_leaves().clear()
    assert leaves(tracker) == [1], "the caller gets a set of its own"


def test_no_operation_walks_over_the_tree():
    tracker, nodes = tracked((0, 900), (1, 901), *((2, 100 + number) for number in range(60)))
    new = new_node(70, 903)
    assert reads_beyond(16, tracker.insert, new, nodes[2]) == 0, (
        "an operation reads children at most 4 times for each node on its way"
    )
    assert reads_beyond(12, tracker.lock, nodes[2]) == 0, (
        "an operation reads children at most 4 times for each node on its way"
    )
    assert reads_beyond(12, tracker.unlock, nodes[2]) == 0, (
        "an operation reads children at most 4 times for each node on its way"
    )
    assert reads_beyond(16, tracker.evict) == 0, (
        "an operation reads children at most 4 times for each node on its way"
    )
    assert reads_beyond(0, tracker.evictable_leaves) == 0, "evictable_leaves reads no children"


class TreeMachine(Machine):
    """The reader's tracker beside a list of [parent, timestamp, ref_count], walked each time."""

    def start(self):
        self.step("root = Node([], [], 0)")
        self.step("tracker = LeafTracker(root)")
        self.tracker, self.nodes = tracked()
        self.rows, self.held, self.clock = [[None, 0, 0]], [], 0

    def draw(self, draws):
        index = draws.below(len(self.nodes))
        kind = draws.pick(["insert", "insert", "insert", "lock", "lock", "unlock", "evict"])
        if kind == "insert":
            return kind, index, draws.below(2)
        return (kind,) if kind == "evict" else (kind, index)

    def way(self, index):
        while index:
            yield index
            index = self.rows[index][0]

    def name(self, index):
        return f"node_{index}" if index else "root"

    def missing(self, index):
        return index >= len(self.nodes) or (index > 0 and self.rows[index][0] is None)

    def most(self, index):
        return 4 * (1 + len(list(self.way(index))))

    def insert(self, parent, older):
        if self.missing(parent):
            return SKIP
        index = len(self.nodes)
        self.clock += 1
        timestamp = 1000 - self.clock if older else 1000 + self.clock
        node = new_node(index, timestamp)
        self.step(f"{self.name(index)} = Node({node.tokens}, {node.slots}, {timestamp})")
        self.step(f"tracker.insert({self.name(index)}, {self.name(parent)})")
        self.rows.append([parent, timestamp, 0])
        self.nodes.append(node)
        return self.do(self.most(index), self.tracker.insert, node, self.nodes[parent])

    def lock(self, index):
        if self.missing(index):
            return SKIP
        self.step(f"tracker.lock({self.name(index)})")
        self.held.append(index)
        for above in self.way(index):
            self.rows[above][2] += 1
        return self.do(self.most(index), self.tracker.lock, self.nodes[index])

    def unlock(self, which):
        if which >= len(self.held):
            return SKIP
        index = self.held.pop(which)
        self.step(f"tracker.unlock({self.name(index)})")
        for above in self.way(index):
            self.rows[above][2] -= 1
        return self.do(self.most(index), self.tracker.unlock, self.nodes[index])

    def leaves(self):
        parents = {row[0] for row in self.rows}
        rows = enumerate(self.rows)
        return [i for i, row in rows if row[0] is not None and i not in parents and row[2] == 0]

    def evict(self):
        if not self.leaves():
            return SKIP
        oldest = min(self.leaves(), key=lambda index: self.rows[index][1])
        self.step("tracker.evict()")
        before = CountingNode.reads
        assert self.tracker.evict() == [2 * oldest, 2 * oldest + 1], (
            "evict takes the oldest evictable leaf"
        )
        most = self.most(oldest)
        self.rows[oldest] = [None, 0, 0]
        return self.do(most - (CountingNode.reads - before), lambda: None)

    def do(self, most, operation, *arguments):
        assert reads_beyond(most, operation, *arguments) == 0, (
            "an operation reads children at most 4 times for each node on its way"
        )
        assert leaves(self.tracker) == self.leaves(), (
            "evictable_leaves are the leaves that nobody has locked"
        )
        assert [node.ref_count for node in self.nodes] == [row[2] for row in self.rows], (
            "a lock counts in the node and in all above it but the root"
        )


def test_any_sequence():
    explore(TreeMachine, runs=80, steps=30, seed=192)
