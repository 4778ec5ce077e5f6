from kernel.testing import SKIP, Machine, explore, raises
from solution import Node, check_integrity


def hang(parent, tokens, slots, page_size, ref_count=0):
    """A new node, in its right place."""
    node = Node(tokens, slots)
    node.ref_count += ref_count
    node.parent = parent
    parent.children[tuple(tokens[:page_size])] = node
    return node


def two_questions():
    """A right tree with pages of 2: its root, and its nodes."""
    root = Node([], [])
    system = hang(root, [1, 2, 3, 4], [10, 11, 12, 13], 2, ref_count=2)
    first = hang(system, [5, 6], [14, 15], 2, ref_count=1)
    second = hang(system, [7, 8], [16, 17], 2)
    other = hang(root, [1, 3], [18, 19], 2)
    return root, system, first, second, other


def test_example_right_and_wrong():
    root, node = Node([], []), Node([1, 2, 3, 4], [10, 11, 12, 13])
    root.children[1, 2], node.parent = node, root
    assert check_integrity(root, 2, 4, 0) is None, "a right tree passes"
    node.slots = [10, 11, 12, 10]
    with raises(RuntimeError, "no slot is in the tree twice"):
        check_integrity(root, 2, 4, 0)


def test_an_inner_node_without_its_locks():
    root, system, _, _, _ = two_questions()
    assert check_integrity(root, 2, 4, 6) is None, "a right tree passes"
    system.ref_count = 0
    with raises(RuntimeError, "a node is locked at least as often as its children together"):
        check_integrity(root, 2, 8, 2)


def contents(node):
    """All that is in a tree, and whether each parent is the right one."""
    return [
        (page, child.tokens[:], child.slots[:], child.parent is node, contents(child))
        for page, child in node.children.items()
    ]


def test_nothing_is_changed():
    root, _, first, second, _ = two_questions()
    first.slots.reverse()
    before = contents(root)
    assert check_integrity(root, 2, 4, 6) is None, "slots may be any numbers"
    assert contents(root) == before, "the check changes nothing"
    second.parent = root
    before = contents(root)
    with raises(RuntimeError, "the parent of a node is the node in which it is filed"):
        check_integrity(root, 2, 4, 6)
    assert contents(root) == before, "the check changes nothing"


def test_right_trees():
    root = Node([], [])
    assert check_integrity(root, 4, 0, 0) is None, "an empty tree passes"
    top = hang(root, [1], [5], 1)
    assert check_integrity(root, 1, 1, 0) is None, "a right tree passes"
    hang(top, [1, 1], [6, 0], 1)
    assert check_integrity(root, 1, 3, 0) is None, "a right tree passes"
    top.ref_count = 3
    assert check_integrity(root, 1, 2, 1) is None, "a request may end in an inner node"


def test_whole_pages():
    root, _, first, _, _ = two_questions()
    first.tokens, first.slots = [5, 6, 7], [14, 15, 20]
    with raises(RuntimeError, "tokens are whole pages"):
        check_integrity(root, 2, 4, 7)
    first.tokens, first.slots = [5, 6, 7, 8], [14, 15, 20, 21]
    assert check_integrity(root, 2, 4, 8) is None, "a right tree passes"


def test_less_than_a_page():
    root = Node([], [])
    hang(root, [1, 2, 3], [7, 8, 9], 4)
    with raises(RuntimeError, "tokens are whole pages"):
        check_integrity(root, 4, 3, 0)


def test_two_halves_of_a_page():
    root = Node([], [])
    hang(hang(root, [1], [7], 2), [2], [8], 2)
    with raises(RuntimeError, "tokens are whole pages"):
        check_integrity(root, 2, 2, 0)


def test_a_node_without_tokens():
    root, _, _, second, _ = two_questions()
    hang(second, [], [], 2)
    with raises(RuntimeError, "no node but the root is empty"):
        check_integrity(root, 2, 4, 6)


def test_one_slot_for_each_token():
    root, _, first, second, _ = two_questions()
    first.slots, second.slots = [14, 15, 16], [17]
    with raises(RuntimeError, "each node has one slot for each of its tokens"):
        check_integrity(root, 2, 4, 6)


def test_filed_under_another_page():
    for page in [(1,), (1, 4), (3, 1), (1, 3, 0), ()]:
        root, _, _, _, other = two_questions()
        del root.children[(1, 3)]
        root.children[page] = other
        with raises(RuntimeError, "a node is filed under its first page"):
            check_integrity(root, 2, 4, 6)


def test_siblings_that_begin_alike():
    root, _, _, second, _ = two_questions()
    second.tokens = [5, 6]
    with raises(RuntimeError, "a node is filed under its first page"):
        check_integrity(root, 2, 4, 6)


def test_filed_under_all_its_tokens():
    root, system, _, _, _ = two_questions()
    del root.children[(1, 2)]
    root.children[(1, 2, 3, 4)] = system
    with raises(RuntimeError, "a node is filed under its first page"):
        check_integrity(root, 2, 4, 6)


def test_the_parent():
    root, system, _, second, other = two_questions()
    for parent in (root, other, second, None):
        second.parent = parent
        with raises(RuntimeError, "the parent of a node is the node in which it is filed"):
            check_integrity(root, 2, 4, 6)
    second.parent = system
    assert check_integrity(root, 2, 4, 6) is None, "a right tree passes"


def test_locks_of_all_children_together():
    root, system, _, second, _ = two_questions()
    second.ref_count = 1
    assert check_integrity(root, 2, 2, 8) is None, "a right tree passes"
    system.ref_count = 1
    with raises(RuntimeError, "a node is locked at least as often as its children together"):
        check_integrity(root, 2, 2, 8)


def test_less_than_no_lock():
    root, _, _, second, _ = two_questions()
    second.ref_count = -1
    for sizes in [(2, 8), (4, 6)]:
        with raises(RuntimeError, "ref_count is never negative"):
            check_integrity(root, 2, *sizes)


def test_the_sizes():
    root, _, _, _, _ = two_questions()
    for sizes in [(6, 4), (5, 5), (4, 5), (4, 7), (3, 6), (5, 6), (10, 0)]:
        with raises(RuntimeError, "both sizes are those of the tree"):
            check_integrity(root, 2, *sizes)


def test_a_slot_twice():
    for at, slot in [(1, 10), (1, 14), (2, 14), (3, 10), (4, 18), (4, 17)]:
        nodes = two_questions()
        nodes[at].slots[-1] = slot
        with raises(RuntimeError, "no slot is in the tree twice"):
            check_integrity(nodes[0], 2, 4, 6)


def test_far_down():
    root = node = Node([], [])
    for token in range(5):
        node = hang(node, [token], [token], 1, ref_count=1)
    assert check_integrity(root, 1, 0, 5) is None, "a right tree passes"
    node.parent.ref_count = 0
    with raises(RuntimeError, "a node is locked at least as often as its children together"):
        check_integrity(root, 1, 1, 4)
    node.parent.ref_count, node.slots = 1, [0]
    with raises(RuntimeError, "no slot is in the tree twice"):
        check_integrity(root, 1, 0, 5)


class TreeMachine(Machine):
    """Trees that are right, then broken in one place, then mended."""

    def draw_start(self, draws):
        return (draws.below(3),)

    def start(self, more):
        self.page_size, self.root = 1 + more, Node([], [])
        self.nodes, self.used = [self.root], 0
        self.step("root = Node([], [])")

    def draw(self, draws):
        index = draws.below(len(self.nodes))
        if draws.chance(0.6):
            return draws.pick(["add", "add", "lock"]), index, draws.between(1, 2)
        kinds = ["page", "file", "parent", "locks", "size", "slot", "slots"]
        return draws.pick(kinds), index, draws.below(len(self.nodes))

    def sizes(self):
        protected = sum(len(node.tokens) for node in self.nodes if node.ref_count > 0)
        return sum(len(node.tokens) for node in self.nodes) - protected, protected

    def passes(self):
        evictable, protected = self.sizes()
        self.step(f"check_integrity(root, {self.page_size}, {evictable}, {protected})")
        assert check_integrity(self.root, self.page_size, evictable, protected) is None, (
            "a right tree passes"
        )

    def fails(self, what, by=0):
        evictable, protected = self.sizes()
        self.step(f"check_integrity(root, …)  # {what}: RuntimeError")
        with raises(RuntimeError, "a tree with one fault is refused"):
            check_integrity(self.root, self.page_size, evictable + by, protected - by)

    def add(self, index, pages):
        if index >= len(self.nodes) or pages == 0:
            return SKIP
        tokens = [len(self.nodes)] * (pages * self.page_size)
        slots = list(range(self.used, self.used + len(tokens)))
        self.step(f"node_{len(self.nodes)}: {tokens} -> {slots} below node_{index}")
        self.used += len(tokens)
        self.nodes.append(hang(self.nodes[index], tokens, slots, self.page_size))
        return self.passes()

    def lock(self, index, times):
        if not 0 < index < len(self.nodes):
            return SKIP
        self.step(f"node_{index} and those above it: ref_count += {times}")
        node = self.nodes[index]
        while node.parent is not None:
            node.ref_count += times
            node = node.parent
        return self.passes()

    def page(self, index, other):
        if self.page_size == 1 or not 0 < index < len(self.nodes):
            return SKIP
        node = self.nodes[index]
        node.tokens.append(0)
        node.slots.append(self.used)
        self.fails(f"node_{index} has one token more than whole pages")
        node.tokens.pop()
        node.slots.pop()
        return None

    def file(self, index, other):
        if not 0 < index < len(self.nodes):
            return SKIP
        node = self.nodes[index]
        page = tuple(node.tokens[: self.page_size])
        node.parent.children[(*page[:-1], -1)] = node.parent.children.pop(page)
        self.fails(f"node_{index} is filed under {(*page[:-1], -1)}")
        node.parent.children[page] = node.parent.children.pop((*page[:-1], -1))
        return None

    def parent(self, index, other):
        if not 0 < index < len(self.nodes) or other >= len(self.nodes):
            return SKIP
        node = self.nodes[index]
        parent = node.parent
        if self.nodes[other] is parent:
            return SKIP
        node.parent = self.nodes[other]
        self.fails(f"the parent of node_{index} is node_{other}")
        node.parent = parent
        return None

    def locks(self, index, other):
        if not 0 < index < len(self.nodes):
            return SKIP
        node = self.nodes[index]
        ref_count = node.ref_count
        node.ref_count = sum(child.ref_count for child in node.children.values()) - 1
        self.fails(f"node_{index} has one lock less than its children")
        node.ref_count = ref_count
        return None

    def size(self, index, other):
        by = 1 + other
        if sum(self.sizes()) < by:
            return SKIP
        self.fails(f"evictable_size is {by} too large, protected_size as much too small", by)
        return None

    def slot(self, index, other):
        if not 0 < index < len(self.nodes) or not 0 < other < len(self.nodes):
            return SKIP
        node, of = self.nodes[index], self.nodes[other]
        slot = node.slots[-1]
        if of.slots[0] == slot:
            return SKIP
        node.slots[-1] = of.slots[0]
        self.fails(f"the last slot of node_{index} is the first of node_{other}")
        node.slots[-1] = slot
        return None

    def slots(self, index, other):
        if not 0 < index < len(self.nodes) or not 0 < other < len(self.nodes) or index == other:
            return SKIP
        self.nodes[other].slots.append(self.nodes[index].slots.pop())
        self.fails(f"the last slot of node_{index} is in node_{other}")
        self.nodes[index].slots.append(self.nodes[other].slots.pop())
        return None


def test_any_tree():
    explore(TreeMachine, runs=60, steps=30, seed=191)
