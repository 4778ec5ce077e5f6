from kernel.testing import SKIP, Machine, explore, raises
from solution import PrefixTree


def beyond(tree, nodes):
    """How many entries the heap has too many; ``nodes`` is the size of the tree with its root."""
    return max(len(tree.heap) - 2 * nodes, 0)


def grown(*parents):
    """A tree and its nodes, number 0 the root; each parent is the number of a node."""
    tree = PrefixTree()
    nodes = [tree.root]
    for parent in parents:
        nodes.append(tree.add(nodes[parent]))
    return tree, nodes


def evict(tree, nodes):
    """The number of the node that was evicted; what else came is returned as it is."""
    node = tree.evict()
    return next((number for number, known in enumerate(nodes) if known is node), node)


def evicted(tree, nodes):
    """The numbers of all nodes that evict gives until it raises."""
    found = []
    while len(found) < 2 * len(nodes):
        try:
            found.append(evict(tree, nodes))
        except IndexError:
            break
    return found


def test_example_the_forgotten_leaf():
    tree = PrefixTree()
    system, other = tree.add(tree.root), tree.add(tree.root)
    tree.lock(system)
    assert tree.evict() is other, "a locked node is not evicted"
    with raises(IndexError, "IndexError if no node may be evicted"):
        tree.evict()
    tree.unlock(system)
    assert tree.evict() is system, "a leaf that was unlocked can be evicted"


def test_example_the_growing_heap():
    tree = PrefixTree()
    system = tree.add(tree.root)
    for _ in range(1_000):
        tree.use(system)
    assert len(tree.heap) <= 4, "the heap has at most two entries for each node of the tree"


def test_the_least_recently_used_goes_first():
    tree, nodes = grown(0, 0, 0)
    assert evicted(tree, nodes) == [1, 2, 3], (
        "the least recently used leaf that nobody has locked is evicted"
    )
    assert nodes[0].num_children == 0, "num_children is the number of children in the tree"


def test_an_empty_tree():
    tree = PrefixTree()
    with raises(IndexError, "IndexError if no node may be evicted"):
        tree.evict()
    node = tree.add(tree.root)
    assert tree.evict() is node, "the least recently used leaf that nobody has locked is evicted"
    with raises(IndexError, "IndexError if no node may be evicted"):
        tree.evict()


def test_used_since():
    tree, nodes = grown(0, 0, 0, 0)
    tree.use(nodes[1])
    tree.use(nodes[3])
    assert evicted(tree, nodes) == [2, 4, 1, 3], "a node that was used since waits again"


def test_used_again_and_again():
    tree, nodes = grown(0, 0, 0)
    for number in (1, 2, 1, 1, 2):
        tree.use(nodes[number])
    assert evict(tree, nodes) == 3, "a node that was used since waits again"
    tree.use(nodes[1])
    tree.use(nodes[2])
    assert evicted(tree, nodes) == [1, 2], "a node that was used since waits again"


def test_a_conversation_goes_from_its_end():
    tree, nodes = grown(0, 1, 2)
    assert evicted(tree, nodes) == [3, 2, 1], "a node whose last child went is a leaf"


def test_a_prefix_is_used_and_then_evicted():
    tree, nodes = grown(0, 1)
    tree.use(nodes[1])
    assert evicted(tree, nodes) == [2, 1], "no node is evicted twice"
    assert nodes[0].num_children == 0, "num_children is the number of children in the tree"


def test_a_parent_is_as_old_as_its_last_use():
    tree, nodes = grown(0, 1, 0)
    assert evicted(tree, nodes) == [2, 1, 3], "a node whose last child went is a leaf"
    tree, nodes = grown(0, 1, 0)
    tree.use(nodes[1])
    assert evicted(tree, nodes) == [2, 3, 1], "a node that was used since waits again"


def test_two_children():
    tree, nodes = grown(0, 1, 1, 0)
    tree.use(nodes[3])
    assert evict(tree, nodes) == 2, "the least recently used leaf that nobody has locked is evicted"
    assert nodes[1].num_children == 1, "num_children is the number of children in the tree"
    assert evicted(tree, nodes) == [4, 3, 1], "a node with a child is no leaf"


def test_a_leaf_that_got_a_child():
    tree, nodes = grown(0, 0)
    tree.lock(nodes[1])
    nodes.append(tree.add(nodes[1]))
    tree.unlock(nodes[1])
    assert evict(tree, nodes) == 2, "a node with a child is no leaf"
    assert nodes[1].num_children == 1, "num_children is the number of children in the tree"
    assert evicted(tree, nodes) == [3, 1], "a node whose last child went is a leaf"


def test_its_turn_comes_while_it_has_a_child():
    tree, nodes = grown(0, 0)
    nodes.append(tree.add(nodes[1]))
    tree.lock(nodes[3])
    assert evicted(tree, nodes) == [2], "a node with a child is no leaf"
    tree.unlock(nodes[3])
    assert evicted(tree, nodes) == [3, 1], "a leaf that was unlocked can be evicted"


def test_locks_are_counted():
    tree, nodes = grown(0, 1, 1)
    tree.lock(nodes[2])
    tree.lock(nodes[2])
    tree.lock(nodes[3])
    assert [node.ref_count for node in nodes] == [0, 3, 2, 1], (
        "a lock counts in the node and in all above it but the root"
    )
    tree.unlock(nodes[2])
    tree.unlock(nodes[3])
    assert [node.ref_count for node in nodes] == [0, 1, 1, 0], (
        "a lock counts in the node and in all above it but the root"
    )
    assert evicted(tree, nodes) == [3], "a node is locked until all its locks are taken back"
    tree.unlock(nodes[2])
    assert evicted(tree, nodes) == [2, 1], "a leaf that was unlocked can be evicted"


def test_a_lock_above_a_leaf():
    tree, nodes = grown(0, 1)
    tree.lock(nodes[1])
    assert evicted(tree, nodes) == [2], "a lock on a node does not lock what is below it"
    tree.unlock(nodes[1])
    assert evicted(tree, nodes) == [1], "a leaf that was unlocked can be evicted"


def test_unlocked_before_its_turn():
    tree, nodes = grown(0, 0)
    tree.lock(nodes[1])
    tree.unlock(nodes[1])
    assert evicted(tree, nodes) == [1, 2], "no node is evicted twice"


def test_a_lock_is_no_use():
    tree, nodes = grown(0, 0, 0)
    tree.lock(nodes[1])
    assert evict(tree, nodes) == 2, "a locked node is not evicted"
    tree.unlock(nodes[1])
    assert evicted(tree, nodes) == [1, 3], "a lock and its return are no use"


def test_used_while_it_was_locked():
    tree, nodes = grown(0, 0)
    tree.lock(nodes[1])
    tree.use(nodes[1])
    assert evict(tree, nodes) == 2, "a locked node is not evicted"
    tree.use(nodes[1])
    tree.unlock(nodes[1])
    nodes.append(tree.add(tree.root))
    assert evicted(tree, nodes) == [1, 3], "a leaf that was unlocked can be evicted"


def test_locked_after_a_use():
    tree, nodes = grown(0, 0, 0)
    tree.use(nodes[1])
    tree.lock(nodes[1])
    assert evicted(tree, nodes) == [2, 3], "a locked node is not evicted"
    tree.unlock(nodes[1])
    assert evicted(tree, nodes) == [1], "a leaf that was unlocked can be evicted"


def test_all_is_locked():
    tree, nodes = grown(0, 0, 2)
    tree.lock(nodes[1])
    tree.lock(nodes[3])
    for _ in range(2):
        with raises(IndexError, "IndexError if no node may be evicted"):
            tree.evict()
    tree.unlock(nodes[3])
    assert evicted(tree, nodes) == [3, 2], "a leaf that was unlocked can be evicted"
    tree.unlock(nodes[1])
    assert evicted(tree, nodes) == [1], "a leaf that was unlocked can be evicted"


def test_two_trees():
    one, other = PrefixTree(), PrefixTree()
    node = one.add(one.root)
    with raises(IndexError, "two trees do not disturb each other"):
        other.evict()
    assert one.evict() is node, "two trees do not disturb each other"


def test_the_heap_at_work():
    tree, nodes = grown(*[0] * 20)
    for turn in range(200):
        tree.use(nodes[1 + turn % 7])
    assert beyond(tree, 21) == 0, "the heap has at most two entries for each node of the tree"
    for turn in range(200):
        tree.lock(nodes[1 + turn % 7])
        tree.unlock(nodes[1 + turn % 7])
    assert beyond(tree, 21) == 0, "the heap has at most two entries for each node of the tree"
    for left in range(20, 0, -1):
        tree.use(nodes[7])
        tree.evict()
        assert beyond(tree, left) == 0, "the heap has at most two entries for each node of the tree"


def test_the_heap_of_a_conversation():
    tree, nodes = grown(0, 1, 2, 3)
    for turn in range(100):
        tree.use(nodes[1 + turn % 4])
        tree.lock(nodes[4])
        tree.unlock(nodes[4])
    assert beyond(tree, 5) == 0, "the heap has at most two entries for each node of the tree"
    assert evicted(tree, nodes) == [4, 3, 2, 1], "no node is evicted twice"


class TreeMachine(Machine):
    """The reader's tree beside a list of [parent, last use, locks], walked at every eviction."""

    def start(self):
        self.step("tree = PrefixTree()")
        self.step("nodes = [tree.root]")
        self.tree = PrefixTree()
        self.nodes, self.rows, self.time = [self.tree.root], [[None, 0, 0]], 0
        self.held = []

    def draw(self, draws):
        kinds = ["add", "add", "use", "use", "lock", "unlock", "evict", "evict"]
        kind, number = draws.pick(kinds), draws.below(min(len(self.nodes), 7))
        if kind == "evict":
            return (kind,)
        if kind == "add":
            return kind, number
        return kind, draws.below(max(len(self.nodes), 1))

    def gone(self, number):
        return number >= len(self.nodes) or (number > 0 and self.rows[number][0] is None)

    def path(self, number):
        while number:
            yield number
            number = self.rows[number][0]

    def add(self, parent):
        if self.gone(parent):
            return SKIP
        self.step(f"nodes.append(tree.add(nodes[{parent}]))")
        self.nodes.append(self.tree.add(self.nodes[parent]))
        self.rows.append([parent, 0, 0])
        return self.look(len(self.nodes) - 1)

    def use(self, number):
        if number == 0 or self.gone(number):
            return SKIP
        self.step(f"tree.use(nodes[{number}])")
        self.tree.use(self.nodes[number])
        return self.look(number)

    def lock(self, number):
        if number == 0 or self.gone(number):
            return SKIP
        self.step(f"tree.lock(nodes[{number}])")
        self.tree.lock(self.nodes[number])
        self.held.append(number)
        return self.locked(number, 1)

    def unlock(self, which):
        if which >= len(self.held):
            return SKIP
        number = self.held.pop(which)
        self.step(f"tree.unlock(nodes[{number}])")
        self.tree.unlock(self.nodes[number])
        return self.locked(number, -1)

    def locked(self, number, change):
        for above in self.path(number):
            self.rows[above][2] += change
        return self.look(0)

    def evict(self):
        parents = {row[0] for row in self.rows}
        able = [
            number
            for number, (parent, _, locks) in enumerate(self.rows)
            if parent is not None and number not in parents and not locks
        ]
        if not able:
            self.step("tree.evict()  # raises IndexError")
            with raises(IndexError, "IndexError if no node may be evicted"):
                self.tree.evict()
            return self.look(0)
        oldest = min(able, key=lambda number: self.rows[number][1])
        self.step(f"assert tree.evict() is nodes[{oldest}]")
        assert evict(self.tree, self.nodes) == oldest, (
            "the least recently used leaf that nobody has locked is evicted"
        )
        self.rows[oldest] = [None, 0, 0]
        return self.look(0)

    def look(self, used):
        """After each operation; ``used`` is the node that it used, if any."""
        self.time += 1
        for above in self.path(used):
            self.rows[above][1] = self.time
        size = 1 + sum(row[0] is not None for row in self.rows)
        assert beyond(self.tree, size) == 0, (
            "the heap has at most two entries for each node of the tree"
        )


def test_any_sequence():
    explore(TreeMachine, runs=100, steps=30, seed=204)
