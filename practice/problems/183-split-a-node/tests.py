import torch
from kernel.testing import raises, same
from solution import Node


def ints(*items, dtype=torch.int32):
    return torch.tensor(list(items), dtype=dtype)


def root_node():
    return Node(ints(), ints(), 0)


def below(parent, key, value, timestamp=1, ref_count=0):
    """A new node of these tokens and slots below ``parent``."""
    node = Node(ints(*key), ints(*value), timestamp)
    if ref_count > 0:  # a new node has no locks
        node.ref_count = ref_count
    node.set_parent(parent)
    return node


def test_example_a_run_of_four_is_cut_after_two():
    root = root_node()
    node = below(root, [1, 2, 3, 4], [40, 41, 42, 43])
    first = node.split_at(2)
    assert first.key.tolist() == [1, 2], "the first part has the tokens before pos"
    assert node.key.tolist() == [3, 4], "the node itself keeps the tokens from pos on"
    assert root.children == {1: first}, "the first part takes the node's place below the parent"
    assert first.children == {3: node}, "the node hangs below the first part, and nothing else does"


def test_every_place():
    for pos in range(1, 5):
        node = below(root_node(), [5, 6, 7, 8, 9], [3, 1, 4, 2, 0])
        first = node.split_at(pos)
        assert same(first.key, ints(*[5, 6, 7, 8, 9][:pos])), (
            "the first part has the tokens before pos"
        )
        assert same(first.value, ints(*[3, 1, 4, 2, 0][:pos])), (
            "the first part has the slots before pos"
        )
        assert same(node.key, ints(*[5, 6, 7, 8, 9][pos:])), (
            "the node itself keeps the tokens from pos on"
        )
        assert same(node.value, ints(*[3, 1, 4, 2, 0][pos:])), (
            "the node itself keeps the slots from pos on"
        )


def test_the_dtype_stays():
    node = Node(ints(1, 2, dtype=torch.int64), ints(8, 9, dtype=torch.int64), 1)
    node.set_parent(root_node())
    first = node.split_at(1)
    assert same(first.key, ints(1, dtype=torch.int64)), "the dtype of keys and values stays"
    assert same(first.value, ints(8, dtype=torch.int64)), "the dtype of keys and values stays"
    assert same(node.key, ints(2, dtype=torch.int64)), "the dtype of keys and values stays"
    assert same(node.value, ints(9, dtype=torch.int64)), "the dtype of keys and values stays"


def test_places_in_the_tree():
    upper = below(root_node(), [8], [0])
    node = below(upper, [1, 2, 3], [1, 2, 3])
    sibling = below(upper, [7, 2, 3], [4, 5, 6])
    first = node.split_at(1)
    assert upper.children == {1: first, 7: sibling}, (
        "the first part takes the node's place below the parent, and siblings stay"
    )
    assert first.parent is upper, "the first part knows its parent"
    assert first.children == {2: node}, "the node is filed under its new first token"
    assert node.parent is first, "the node knows its new parent"


def test_children_stay_with_the_node():
    node = below(root_node(), [1, 2, 3], [0, 1, 2])
    children = {token: below(node, [token, 9], [token, 8]) for token in (4, 5)}
    first = node.split_at(2)
    assert node.children == children, "the children stay with the node"
    assert first.children == {3: node}, "the node hangs below the first part, and nothing else does"
    for child in children.values():
        assert child.parent is node, "the children stay with the node"


def test_locks():
    for count in (0, 1, 3):
        node = below(root_node(), [1, 2, 3], [0, 1, 2], ref_count=count)
        below(node, [4], [3], ref_count=count // 2)
        first = node.split_at(1)
        assert first.ref_count == count, "the first part takes over the lock count"
        assert node.ref_count == count, "the node keeps its own lock count"


def test_timestamps():
    upper = below(root_node(), [9], [9], timestamp=11)
    node = below(upper, [1, 2], [0, 1], timestamp=6)
    below(node, [5], [5], timestamp=4)
    first = node.split_at(1)
    assert [first.timestamp, node.timestamp] == [6, 6], "both parts have the timestamp of the whole"


def test_copies():
    node = below(root_node(), [1, 2, 3, 4], [5, 6, 7, 8])
    whole_key, whole_value = node.key, node.value
    first = node.split_at(2)
    whole_key[:], whole_value[:] = -1, -1  # as the owner of a row would go on to do
    assert first.key.tolist() == [1, 2], "both parts are copies, not views"
    assert first.value.tolist() == [5, 6], "both parts are copies, not views"
    assert node.key.tolist() == [3, 4], "both parts are copies, not views"
    assert node.value.tolist() == [7, 8], "both parts are copies, not views"


def test_no_part_is_empty():
    root = root_node()
    node = below(root, [1, 2, 3], [0, 1, 2])
    for pos in (0, 3, 4, -1, -3):
        with raises(ValueError, "pos outside the run is refused with ValueError"):
            node.split_at(pos)
        assert node.key.tolist() == [1, 2, 3], "what is refused changes nothing"
        assert root.children == {1: node}, "what is refused changes nothing"
        assert node.parent is root, "what is refused changes nothing"
    single = below(root, [4], [4])
    for node, pos in ((root, 0), (single, 0), (single, 1)):
        with raises(ValueError, "pos outside the run is refused with ValueError"):
            node.split_at(pos)


def test_parts_are_split_again():
    root = root_node()
    node = below(root, [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], timestamp=2, ref_count=2)
    second = node.split_at(4)
    first, third = second.split_at(1), node.split_at(1)
    assert root.children == {1: first}, "a part can be split again"
    assert first.children == {2: second}, "a part can be split again"
    assert second.children == {5: third}, "a part can be split again"
    assert third.children == {6: node}, "a part can be split again"
    assert [part.key.tolist() for part in (first, second, third, node)] == (
        [[1], [2, 3, 4], [5], [6]]
    ), "a part can be split again"
    assert [part.value.tolist() for part in (first, second, third, node)] == (
        [[6], [5, 4, 3], [2], [1]]
    ), "a part can be split again"
    for part in (first, second, third, node):
        assert part.ref_count == 2, "the first part takes over the lock count"
        assert part.timestamp == 2, "both parts have the timestamp of the whole"
