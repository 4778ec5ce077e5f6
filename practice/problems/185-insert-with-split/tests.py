from kernel.testing import Machine, explore, raises
from solution import RadixTree


def shape(node):
    """What hangs below a node: by first token, its key, its value and what hangs below it."""
    return {
        token: (list(child.key), list(child.value), shape(child))
        for token, child in node.children.items()
    }


def test_example_two_sequences_that_part():
    tree = RadixTree()
    assert tree.insert([1, 2, 3, 4], [20, 21, 22, 23]) == 0, (
        "insert returns how many of the tokens were there before"
    )
    assert shape(tree.root) == {1: ([1, 2, 3, 4], [20, 21, 22, 23], {})}, (
        "the first sequence becomes one node"
    )
    assert tree.insert([1, 2, 5, 6], [30, 31, 32, 33]) == 2, (
        "insert returns how many of the tokens were there before"
    )
    below = {3: ([3, 4], [22, 23], {}), 5: ([5, 6], [32, 33], {})}
    assert shape(tree.root) == {1: ([1, 2], [20, 21], below)}, (
        "a node is split where two paths part"
    )


def test_nothing_in_common():
    tree = RadixTree()
    tree.insert([1, 2], [5, 6])
    assert tree.insert([2, 1], [7, 8]) == 0, (
        "insert returns how many of the tokens were there before"
    )
    assert shape(tree.root) == {1: ([1, 2], [5, 6], {}), 2: ([2, 1], [7, 8], {})}, (
        "children are filed under their first token"
    )


def test_the_same_again():
    tree = RadixTree()
    tree.insert([1, 2, 3], [4, 5, 6])
    assert tree.insert([1, 2, 3], [7, 8, 9]) == 3, (
        "insert returns how many of the tokens were there before"
    )
    assert shape(tree.root) == {1: ([1, 2, 3], [4, 5, 6], {})}, (
        "tokens that were there keep their slots"
    )


def test_a_longer_sequence():
    tree = RadixTree()
    tree.insert([1, 2], [4, 5])
    assert tree.insert([1, 2, 3], [6, 7, 8]) == 2, (
        "insert returns how many of the tokens were there before"
    )
    assert shape(tree.root) == {1: ([1, 2], [4, 5], {3: ([3], [8], {})})}, (
        "nodes are never merged or made longer"
    )


def test_a_shorter_sequence():
    tree = RadixTree()
    tree.insert([1, 2, 3], [4, 5, 6])
    assert tree.insert([1, 2], [7, 8]) == 2, (
        "insert returns how many of the tokens were there before"
    )
    assert shape(tree.root) == {1: ([1, 2], [4, 5], {3: ([3], [6], {})})}, (
        "a node is split where an inserted sequence ends"
    )


def test_children_of_a_node_that_is_split():
    tree = RadixTree()
    tree.insert([1, 2, 3], [0, 1, 2])
    tree.insert([1, 2, 3, 4], [10, 11, 12, 13])
    tree.insert([1, 2, 3, 5], [20, 21, 22, 23])
    assert tree.insert([1, 6], [30, 31]) == 1, (
        "insert returns how many of the tokens were there before"
    )
    tail = ([2, 3], [1, 2], {4: ([4], [13], {}), 5: ([5], [23], {})})
    assert shape(tree.root) == {1: ([1], [0], {2: tail, 6: ([6], [31], {})})}, (
        "what followed a node follows its second part"
    )


def test_split_below_the_first_level():
    tree = RadixTree()
    tree.insert([1, 2], [0, 1])
    tree.insert([1, 2, 3, 4, 5], [10, 11, 12, 13, 14])
    assert tree.insert([1, 2, 3, 9], [20, 21, 22, 23]) == 3, (
        "insert returns how many of the tokens were there before"
    )
    parts = {4: ([4, 5], [13, 14], {}), 9: ([9], [23], {})}
    assert shape(tree.root) == {1: ([1, 2], [0, 1], {3: ([3], [12], parts)})}, (
        "a node is split where two paths part"
    )


def test_large_ids():
    tree = RadixTree()
    tree.insert(list(range(1000, 1004)), [0, 1, 2, 3])
    assert tree.insert(list(range(1000, 1006)), [4, 5, 6, 7, 8, 9]) == 4, (
        "tokens are equal if their numbers are"
    )


def test_nothing():
    tree = RadixTree()
    tree.insert([1], [9])
    assert tree.insert([], []) == 0, "to insert nothing changes nothing"
    assert shape(tree.root) == {1: ([1], [9], {})}, "to insert nothing changes nothing"


def test_lengths_that_differ():
    tree = RadixTree()
    tree.insert([1, 2, 3], [7, 8, 9])
    for tokens, slots in (([1, 2, 4], [0, 1]), ([1, 2], [0, 1, 2]), ([5], []), ([], [5])):
        with raises(ValueError, "lists of different lengths are refused with ValueError"):
            tree.insert(tokens, slots)
        assert shape(tree.root) == {1: ([1, 2, 3], [7, 8, 9], {})}, (
            "what is refused changes nothing"
        )


def lists_after_insert(tree, tokens, slots):
    """The caller's two lists after the call."""
    tree.insert(tokens, slots)
    return (tokens, slots)


def test_the_lists_are_the_callers():
    tree = RadixTree()
    tokens, slots = [1, 2, 3], [7, 8, 9]
    tree.insert(tokens, slots)
    tokens[:], slots[:] = [0, 0, 0], [-1, -1, -1]
    assert shape(tree.root) == {1: ([1, 2, 3], [7, 8, 9], {})}, "the caller's lists are not kept"
    tokens, slots = [1, 2, 4, 5], [3, 4, 5, 6]
    assert lists_after_insert(tree, tokens, slots) == ([1, 2, 4, 5], [3, 4, 5, 6]), (
        "the caller's lists are not changed"
    )
    tokens[:], slots[:] = [0] * 4, [-1] * 4
    below = {3: ([3], [9], {}), 4: ([4, 5], [5, 6], {})}
    assert shape(tree.root) == {1: ([1, 2], [7, 8], below)}, "the caller's lists are not kept"


class TreeMachine(Machine):
    """The reader's tree beside the set of all prefixes, from which the only right shape follows."""

    def start(self):
        self.step("tree = RadixTree()")
        self.tree = RadixTree()
        self.slot_of, self.ends, self.slots_used = {}, set(), 0

    def draw(self, draws):
        return ("insert", tuple(draws.below(3) for _ in range(draws.below(8))))

    def insert(self, tokens):
        slots = [self.slots_used + i for i in range(len(tokens))]
        self.slots_used += len(tokens)
        self.step(f"tree.insert({list(tokens)}, {slots})")
        prefixes = [tokens[: i + 1] for i in range(len(tokens))]
        before = sum(prefix in self.slot_of for prefix in prefixes)
        assert self.tree.insert(list(tokens), slots[:]) == before, (
            "insert returns how many of the tokens were there before"
        )
        for prefix, slot in zip(prefixes, slots, strict=True):
            self.slot_of.setdefault(prefix, slot)
        self.ends.add(tokens)
        assert shape(self.tree.root) == self.expected(()), (
            "the tree is the one that the inserted sequences define"
        )

    def following(self, prefix):
        return [p[-1] for p in self.slot_of if len(p) == len(prefix) + 1 and p[:-1] == prefix]

    def expected(self, above):
        """The shape below the node that ends with ``above``."""
        below = {}
        for token in self.following(above):
            path = (*above, token)
            while path not in self.ends and len(self.following(path)) == 1:
                path = (*path, *self.following(path))
            slots = [self.slot_of[path[: i + 1]] for i in range(len(above), len(path))]
            below[token] = (list(path[len(above) :]), slots, self.expected(path))
        return below


def test_any_sequence():
    explore(TreeMachine, runs=40, steps=12, seed=185)
