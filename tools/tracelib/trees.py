"""Recording a radix cache: the tree after each operation, and what the operation touched.

Only the cache's public methods are used, and of its nodes ``children``, ``key``, ``value``,
``ref_count`` and ``timestamp``. So a reader's own class may stand there as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .recording import Recorder, State, Step, TraceError
from .tree_words import describe

ROOT = 0
Node = dict[str, Any]


class RecordedCache:
    """A radix cache behind the interface that it has itself, and the trace of what is done to it.

    Attributes:
        trace: its ``document()`` is the trace.

    Raises:
        TraceError: from any method, when the tree that the cache holds cannot be read.
    """

    def __init__(self, cache: Any) -> None:
        self._cache = cache
        self._numbers = _Numbers()
        self._handles: list[tuple[Any, list[int]]] = []
        self.trace = Recorder("radix_tree", {"page_size": int(cache.page_size)}, self._tree)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def match_prefix(self, input_ids: Any) -> Any:
        tokens = input_ids.tolist()
        before = self.trace.state
        result = self._cache.match_prefix(input_ids)
        told = self._tell(result.cuda_handle, tokens)
        self._record(before, "match", {"tokens": tokens}, told)
        return result

    def insert_prefix(self, input_ids: Any, indices: Any, *options: Any) -> Any:
        arguments = {"tokens": input_ids.tolist(), "slots": indices.tolist()}
        before = self.trace.state
        try:
            result = self._cache.insert_prefix(input_ids, indices, *options)
        except Exception as error:
            self._record(before, "insert", arguments, error=error)
            raise
        told = self._tell(result.handle, arguments["tokens"])
        told["found_len"] = int(result.cached_len)
        self._record(before, "insert", arguments, told)
        return result

    def lock_handle(self, handle: Any, unlock: bool = False) -> None:
        number = self._number_of(handle)
        name = "unlock" if unlock else "lock"
        arguments = {"handle": number, "tokens": self._handles[number][1]}
        before = self.trace.state
        try:
            self._cache.lock_handle(handle, unlock)
        except Exception as error:
            self._record(before, name, arguments, error=error)
            raise
        self._record(before, name, arguments)

    def evict(self, size: int) -> Any:
        before = self.trace.state
        try:
            freed = self._cache.evict(size)
        except Exception as error:
            self._record(before, "evict", {"size": size}, error=error)
            raise
        self._record(before, "evict", {"size": size}, {"slots": freed.tolist()})
        return freed

    def _tell(self, handle: Any, tokens: list[int]) -> dict[str, Any]:
        """What a handle says, and its number from now on."""
        length = int(handle.cached_len)
        self._handles.append((handle, tokens[:length]))
        return {
            "handle": len(self._handles) - 1,
            "cached_len": length,
            "slots": handle.get_matched_indices().tolist(),
        }

    def _number_of(self, handle: Any) -> int:
        for number, (known, _) in enumerate(self._handles):
            if known is handle:
                return number
        raise TraceError("this handle was not given out by the cache since it is recorded")

    def _record(
        self,
        before: State,
        operation: str,
        arguments: dict[str, Any],
        result: dict[str, Any] | None = None,
        error: Exception | None = None,
    ) -> None:
        step = self.trace.record(operation, arguments, result, error)
        step["touched"] = touched(before, step, self.trace.setup["page_size"])
        step["words"] = describe(before, step)

    def _tree(self) -> State:
        return {
            "nodes": read_tree(self._cache.root_node, self._numbers),
            "evictable_size": int(self._cache.size_info.evictable_size),
            "protected_size": int(self._cache.size_info.protected_size),
        }


class _Numbers:
    """Numbers for nodes, by identity; a node that is cut off keeps its number."""

    def __init__(self) -> None:
        self._by_id: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no later node gets the identity of one that is gone

    def of(self, node: Any) -> int:
        if id(node) not in self._by_id:
            self._by_id[id(node)] = len(self._by_id)
            self._kept.append(node)
        return self._by_id[id(node)]


def read_tree(root: Any, numbers: _Numbers) -> list[Node]:
    """Every node, the root first and parents before children, children in the order of their keys.

    Raises:
        TraceError: for a tree that is none, naming the first thing that is wrong.
    """
    nodes: list[Node] = []
    seen: set[int] = set()
    waiting: list[tuple[Any, int | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        number = numbers.of(node)
        if number in seen:
            raise TraceError(f"the tree has a node twice: {_attribute(node, 'key')}")
        seen.add(number)
        nodes.append(_read_node(node, number, parent))
        children = _children(node)
        children.sort(key=lambda child: _row(child, "key"), reverse=True)
        waiting.extend((child, number) for child in children)
    return nodes


def _read_node(node: Any, number: int, parent: int | None) -> Node:
    key, value = ([], []) if parent is None else (_row(node, "key"), _row(node, "value"))
    return {
        "id": number,
        "parent": parent,
        "key": key,
        "value": value,
        "ref_count": int(_attribute(node, "ref_count")),
        "timestamp": int(_attribute(node, "timestamp")),
    }


def _children(node: Any) -> list[Any]:
    children = _attribute(node, "children")
    if not hasattr(children, "values"):
        raise TraceError(f"children of a node must be a dict, not {type(children).__name__}")
    return list(children.values())


def _row(node: Any, name: str) -> list[int]:
    row = _attribute(node, name)
    if not hasattr(row, "tolist"):
        raise TraceError(f"{name} of a node must be a tensor, not {type(row).__name__}")
    return [int(item) for item in row.tolist()]


def _attribute(node: Any, name: str) -> Any:
    try:
        return getattr(node, name)
    except AttributeError:
        raise TraceError(f"a node ({type(node).__name__}) has no {name}") from None


def touched(before: State, step: Step, page_size: int) -> dict[str, Any]:
    """What an operation did to the tree, found by looking at the tree before and after it.

    ``path``: the nodes that the tokens lead through afterwards, and how much of each matched.
    ``split``: a node that was cut, its new first part, and where. ``evicted``: nodes that are gone,
    in the order in which their slots were given back. ``counted``: nodes with another ref_count.
    """
    old = {node["id"]: node for node in before["nodes"]}
    new = {node["id"]: node for node in step["state"]["nodes"]}
    split = [
        {"node": number, "first": node["parent"], "at": len(old[number]["key"]) - len(node["key"])}
        for number, node in new.items()
        if number in old and len(node["key"]) < len(old[number]["key"])
    ]
    firsts = {cut["first"] for cut in split}
    freed = (step["result"] or {}).get("slots", []) if step["operation"] == "evict" else []
    order = {slot: place for place, slot in enumerate(freed)}
    gone = [node for number, node in old.items() if number not in new]
    gone.sort(key=lambda node: order.get(node["value"][0], len(order)))
    return {
        "path": path_of(step["state"]["nodes"], step["arguments"].get("tokens", []), page_size),
        "made": [number for number in new if number not in old and number not in firsts],
        "split": split,
        "evicted": [node["id"] for node in gone],
        "freed": freed,
        "counted": [
            number
            for number, node in new.items()
            if node["ref_count"] != old.get(number, node)["ref_count"]
        ],
    }


def path_of(nodes: Sequence[Node], tokens: Sequence[int], page_size: int) -> list[dict[str, int]]:
    """The nodes that ``tokens`` lead through, in whole pages, and how many tokens of each agree."""
    path: list[dict[str, int]] = []
    place, rest = ROOT, list(tokens)
    while True:
        matches = [
            (_common(node["key"], rest) // page_size * page_size, node)
            for node in nodes
            if node["parent"] == place
        ]
        length, node = max(matches, key=lambda match: match[0], default=(0, {}))
        if length == 0:
            return path
        path.append({"node": node["id"], "length": length})
        if length < len(node["key"]):
            return path
        place, rest = node["id"], rest[length:]


def _common(one: list[int], two: list[int]) -> int:
    for place, (left, right) in enumerate(zip(one, two, strict=False)):
        if left != right:
            return place
    return min(len(one), len(two))
