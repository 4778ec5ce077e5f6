"""Finding the tree in an object of an unknown class: nodes with children, key and value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kernel.values import type_name

MOST_NODES = 1_000
MOST_TOKENS = 20_000
Node = dict[str, Any]


class Unreadable(Exception):
    """There is no tree to be seen, or it is none. ``values`` say why, for a sentence."""

    def __init__(self, why: str, **values: str) -> None:
        super().__init__(why)
        self.values = {"why": why, **values}


class Nodes:
    """Reads the tree of one cache. A node keeps its number for as long as the cache lives."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no later node gets the identity of one that is gone

    def read(self, cache: Any) -> list[Node]:
        """The nodes as tracelib has them; ref_count is None where a node has none.

        Raises:
            Unreadable: if there is no tree, or it is one in which one would not come to an end.
        """
        root = find_root(cache)
        nodes: list[Node] = []
        seen: set[int] = set()
        waiting: list[tuple[Any, int | None]] = [(root, None)]
        tokens = 0
        while waiting:
            node, parent = waiting.pop()
            number = self._number(node)
            key = [] if parent is None else _numbers(node, "key")
            if number in seen:
                raise Unreadable("twice", key=str(key[:8]))
            seen.add(number)
            value = [] if parent is None else _numbers(node, "value")
            count = getattr(node, "ref_count", None)
            if type(count) is not int:
                count = None
            nodes.append(
                {"id": number, "parent": parent, "key": key, "value": value, "ref_count": count}
            )
            tokens += len(key)
            if len(nodes) > MOST_NODES or tokens > MOST_TOKENS:
                raise Unreadable("large")
            keyed = [(_numbers(child, "key"), child) for child in _children(node)]
            keyed.sort(key=lambda pair: pair[0], reverse=True)
            waiting.extend((child, number) for _, child in keyed)
        return nodes

    def _number(self, node: Any) -> int:
        if id(node) not in self._numbers:
            self._numbers[id(node)] = len(self._numbers)
            self._kept.append(node)
        return self._numbers[id(node)]


def find_root(cache: Any) -> Any:
    """The attribute that is a node; one that is called root, if there are several.

    Raises:
        Unreadable: if there is none.
    """
    found = [(name, value) for name, value in _attributes(cache) if hasattr(value, "children")]
    if not found:
        raise Unreadable("no_root")
    return max(found, key=lambda pair: "root" in pair[0])[1]


def _attributes(cache: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(cache, "__dict__", {}).items()
    for kind in type(cache).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(cache, name):
                yield name, getattr(cache, name)


def _children(node: Any) -> list[Any]:
    children = getattr(node, "children", None)
    if isinstance(children, dict):
        children = list(children.values())
    if not isinstance(children, (list, tuple, set)):
        raise Unreadable("attribute", name="children", type=type_name(children))
    if len(children) > MOST_NODES:
        raise Unreadable("large")
    return list(children)


def _numbers(node: Any, name: str) -> list[int]:
    """A row of numbers, whatever holds it.

    Raises:
        Unreadable: if it is none.
    """
    if not hasattr(node, name):
        raise Unreadable("without", name=name)
    row: Any = getattr(node, name)
    numbers = row.tolist() if hasattr(row, "tolist") else row
    if not isinstance(numbers, (list, tuple)) or not all(type(item) is int for item in numbers):
        raise Unreadable("attribute", name=name, type=type_name(row))
    return list(numbers)
