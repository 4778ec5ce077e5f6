from __future__ import annotations

from collections.abc import Iterator


class Node:
    time: int  # when it was last used

    def __init__(self, parent: Node | None, run: str) -> None:
        self.parent = parent
        self.run = run
        self.locks = 0
        self.children: dict[str, Node] = {}
        if parent is not None:
            parent.children[run[0]] = self  # in the place of a child that begins alike

    def split(self, length: int) -> Node:
        first = Node(self.parent, self.run[:length])
        first.locks = self.locks
        self.parent, self.run = first, self.run[length:]
        first.children[self.run[0]] = self
        return first


class Tree:
    def __init__(self) -> None:
        self.root = Node(None, "")
        self.clock = 0

    def match(self, tokens: str) -> tuple[Node, str]:
        self.clock += 1
        node = self.root
        while tokens and tokens[0] in node.children:
            node = node.children[tokens[0]]
            length = common_length(node.run, tokens)
            if length < len(node.run):
                node = node.split(length)
            node.time = self.clock
            tokens = tokens[length:]
        return node, tokens

    def insert(self, tokens: str) -> None:
        node, rest = self.match(tokens)
        Node(node, rest).time = self.clock

    def lock(self, node: Node, change: int) -> None:
        while node.parent is not None:
            node.locks += change
            node = node.parent

    def evict(self, size: int) -> str:
        gone = ""
        while len(gone) < size:
            leaves = [leaf for leaf in self.leaves(self.root) if leaf.locks == 0]
            oldest = min(leaves, key=lambda leaf: leaf.time)
            assert oldest.parent is not None
            del oldest.parent.children[oldest.run[0]]
            gone += oldest.run
        return gone

    def leaves(self, node: Node) -> Iterator[Node]:
        for child in node.children.values():
            yield from self.leaves(child)
        if not node.children:
            yield node

    def show(self, node: Node, dots: str = "") -> None:
        for child in node.children.values():
            print(f"{dots}{child.run} locks={child.locks} time={child.time}")
            self.show(child, dots + ".")


def common_length(one: str, other: str) -> int:
    for length, (token, its) in enumerate(zip(one, other, strict=False)):
        if token != its:
            return length
    return min(len(one), len(other))


def program() -> None:
    tree = Tree()
    tree.insert("abcd")
    tree.show(tree.root)

    held, _ = tree.match("abcd")
    tree.lock(held, 1)
    tree.insert("pqr")
    tree.insert("abx")
    tree.show(tree.root)

    _, rest = tree.match("abcy")
    print("not cached:", rest)
    tree.show(tree.root)

    print("evicted:", tree.evict(2))
    tree.lock(held, -1)
    print("evicted:", tree.evict(2))
    print("evicted:", tree.evict(1))
    tree.show(tree.root)


def prediction() -> list[str]:
    """The lines that program() prints."""
    return [
        "abcd locks=0 time=1",
        "ab locks=1 time=4",
        ".cd locks=1 time=2",
        ".x locks=0 time=4",
        "pqr locks=0 time=3",
        "not cached: y",
        "ab locks=1 time=5",
        ".c locks=1 time=5",
        "..d locks=1 time=2",
        ".x locks=0 time=4",
        "pqr locks=0 time=3",
        "evicted: pqr",
        "evicted: dx",
        "evicted: c",
        "ab locks=0 time=5",
    ]
