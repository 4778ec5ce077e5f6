from kernel.testing import SKIP, Machine, explore
from solution import Node, longest_match


def first_page(tokens, page_size):
    return tokens[0] if page_size == 1 else tuple(tokens[:page_size])


def below(parent, page_size, key, value):
    """A new node of these tokens and slots below ``parent``."""
    node = Node(list(key), list(value))
    parent.children[first_page(key, page_size)] = node
    return node


def contents(node):
    """All that is in a tree."""
    below = {page: contents(child) for page, child in node.children.items()}
    return (list(node.key), list(node.value), below)


def test_example_two_prompts_that_part():
    root = Node([], [])
    node = below(root, 1, [1, 2, 3], [30, 31, 32])
    below(node, 1, [4, 5], [77, 78])
    below(node, 1, [8, 9], [50, 51])
    assert longest_match(root, [1, 2, 3, 8, 9, 9], 1) == (5, [30, 31, 32, 50, 51]), (
        "a match goes on through the children"
    )
    assert longest_match(root, [1, 2, 7], 1) == (2, [30, 31]), "a match may end inside a node"
    assert longest_match(root, [2, 3], 1) == (0, []), "what is not cached matches nothing"


def test_an_empty_tree():
    assert longest_match(Node([], []), [1, 2], 1) == (0, []), "what is not cached matches nothing"
    assert longest_match(Node([], []), [], 1) == (0, []), "fewer tokens than a page match nothing"


def test_one_node_cut_anywhere():
    root = Node([], [])
    below(root, 1, [5, 6, 7], [2, 9, 4])
    for length in range(4):
        expected = (length, [2, 9, 4][:length])
        assert longest_match(root, [5, 6, 7][:length], 1) == expected, (
            "a match may end inside a node"
        )
        assert longest_match(root, [*[5, 6, 7][:length], 0], 1) == expected, (
            "the slots are those of the matched tokens, in order"
        )


def test_large_ids():
    for page_size in (1, 2):
        root = Node([], [])
        below(root, page_size, list(range(1000, 1004)), [0, 1, 2, 3])
        assert longest_match(root, list(range(1000, 1004)), page_size) == (4, [0, 1, 2, 3]), (
            "tokens are equal if their numbers are"
        )


def test_whole_pages():
    root = Node([], [])
    node = below(root, 2, [1, 2, 3, 4], [20, 21, 6, 7])
    below(node, 2, [5, 6], [14, 15])
    assert longest_match(root, [1, 2, 3], 2) == (2, [20, 21]), "only whole pages match"
    assert longest_match(root, [1, 2, 3, 9], 2) == (2, [20, 21]), "only whole pages match"
    assert longest_match(root, [1, 2, 3, 4, 5], 2) == (4, [20, 21, 6, 7]), "only whole pages match"
    assert longest_match(root, [1, 2, 3, 4, 5, 6], 2) == (6, [20, 21, 6, 7, 14, 15]), (
        "a match goes on through the children"
    )
    assert longest_match(root, [1], 2) == (0, []), "fewer tokens than a page match nothing"
    assert longest_match(root, [1, 9, 3, 4], 2) == (0, []), "what is not cached matches nothing"


def test_children_that_share_their_first_token():
    root = Node([], [])
    below(root, 2, [1, 2, 3, 4], [0, 1, 2, 3])
    below(root, 2, [1, 9, 3, 4], [4, 5, 6, 7])
    assert longest_match(root, [1, 9, 3, 4], 2) == (4, [4, 5, 6, 7]), (
        "a match goes by the whole first page"
    )
    assert longest_match(root, [1, 2, 3, 4], 2) == (4, [0, 1, 2, 3]), (
        "a match goes by the whole first page"
    )


def test_children_continue_the_whole_node():
    root = Node([], [])
    node = below(root, 2, [1, 2, 3, 4], [0, 1, 2, 3])
    below(node, 2, [5, 6], [4, 5])
    assert longest_match(root, [1, 2, 5, 6], 2) == (2, [0, 1]), (
        "after a difference nothing more matches"
    )
    root = Node([], [])
    node = below(root, 1, [1, 2], [8, 9])
    below(node, 1, [3], [7])
    assert longest_match(root, [1, 3], 1) == (1, [8]), "after a difference nothing more matches"


def test_equal_again_after_a_difference():
    root = Node([], [])
    below(root, 1, [1, 2, 3, 4], [0, 1, 2, 3])
    assert longest_match(root, [1, 9, 3, 4], 1) == (1, [0]), (
        "after a difference nothing more matches"
    )


def test_a_match_inside_a_node_changes_nothing():
    for page_size in (1, 2):
        root = Node([], [])
        below(root, page_size, [1, 2, 3, 4], [0, 1, 2, 3])
        before = contents(root)
        longest_match(root, [1, 2], page_size)
        assert contents(root) == before, "the tree stays as it is"


def test_nothing_is_changed():
    for page_size in (1, 2):
        root = Node([], [])
        node = below(root, page_size, [1, 2, 3, 4], [0, 1, 2, 3])
        below(node, page_size, [5, 6], [4, 5])
        before = contents(root)
        for length in range(7):
            slots = longest_match(root, [1, 2, 3, 4, 5, 6][:length], page_size)[1]
            assert contents(root) == before, "the tree stays as it is"
            slots.append(-1)
            assert contents(root) == before, "the list of slots is a new one"


def tokens_after_match(root, tokens, page_size):
    """The caller's list after the call."""
    longest_match(root, tokens, page_size)
    return tokens


def test_the_tokens_are_the_callers():
    root = Node([], [])
    below(root, 1, [1, 2, 3], [0, 1, 2])
    for tokens in ([1, 2, 3, 4], [1, 9], [5]):
        assert tokens_after_match(root, list(tokens), 1) == tokens, (
            "the tokens that were asked for stay as they are"
        )


class MatchMachine(Machine):
    """Builds a tree, and a list of all its paths, with which every question is answered."""

    def draw_start(self, draws):
        return (draws.between(1, 3),)

    def start(self, page_size):
        self.page_size = max(page_size, 1)
        self.step("nodes = [Node([], [])]")
        self.nodes, self.paths, self.slots_used = [Node([], [])], [[]], 0

    def draw(self, draws):
        some = tuple(draws.below(3) for _ in range(draws.between(1, 3) * self.page_size))
        if draws.chance(0.4):
            return ("add", draws.below(len(self.nodes)), some)
        path = [token for token, _ in draws.pick(self.paths)]
        if path and draws.chance(0.5):
            path[draws.below(len(path))] = draws.below(3)
        end = draws.below(len(some) + 1)
        return ("match", (*path, *some[:end]))

    def add(self, parent, key):
        if parent >= len(self.nodes) or not key or len(key) % self.page_size:
            return SKIP
        page = first_page(key, self.page_size)
        if page in self.nodes[parent].children:
            return SKIP
        value = [(self.slots_used + i) * 37 % 101 for i in range(len(key))]
        self.slots_used += len(key)
        self.step(f"nodes.append(Node({list(key)}, {value}))")
        self.step(f"nodes[{parent}].children[{page!r}] = nodes[-1]")
        self.nodes.append(below(self.nodes[parent], self.page_size, key, value))
        self.paths.append(self.paths[parent] + list(zip(key, value, strict=True)))
        return None

    def match(self, tokens):
        best = []
        for path in self.paths:
            length = 0
            while length < min(len(path), len(tokens)) and path[length][0] == tokens[length]:
                length += 1
            length -= length % self.page_size
            if length > len(best):
                best = [slot for _, slot in path[:length]]
        self.step(f"longest_match(nodes[0], {list(tokens)}, {self.page_size})")
        before = contents(self.nodes[0])
        assert longest_match(self.nodes[0], list(tokens), self.page_size) == (len(best), best), (
            "the slots are those of the matched tokens, in order"
        )
        assert contents(self.nodes[0]) == before, "the tree stays as it is"


def test_any_tree():
    explore(MatchMachine, runs=60, steps=25, seed=184)
