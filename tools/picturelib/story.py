"""What chapter 9's main prints, read back: three trees, and how many tokens were computed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from steplib.manifest import CourseError

OUTPUT = "chapters/ch09_radix_cache/output.txt"
NODE = re.compile(r"( *)└─ key=(\[.*?\]) value=(\[.*?\]) ref=(\d+)")
INSERT = re.compile(r"after inserting (.*):")
MATCH = re.compile(r"match (\[.*?\]): (\d+) tokens, .*")
EVICT = re.compile(r"evict (\d+) tokens?, slots that are free now: (\[.*\])")
LEFT = re.compile(r"what is left:")
COMPUTED = re.compile(r"(naive|radix): (\d+) prompt tokens, (\d+) computed")


@dataclass
class Node:
    """A node of a tree; the root has no tokens."""

    tokens: list[int]
    slots: list[int]
    locks: int
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True)
class Story:
    """What the picture tells.

    Attributes:
        inserted: the keys.
        matched: the key that was matched and locked.
        evicted: how many tokens each eviction asked for.
        freed: the slots that the evictions gave back.
        before, locked, after: the root of the tree after the insertions, after the match was
            locked, and after the evictions.
        tokens: in all prompts together.
        computed: of these, by the name of the cache.
    """

    inserted: list[str]
    matched: str
    evicted: list[int]
    freed: set[int]
    before: Node
    locked: Node
    after: Node
    tokens: int
    computed: dict[str, int]


def read_story(root: Path) -> Story:
    """Raises: CourseError if the output is not as it was when this was written."""
    lines = (root / OUTPUT).read_text(encoding="utf-8").splitlines()
    (insert,), (match,) = _all(INSERT, lines, 1), _all(MATCH, lines, 1)
    evictions, computed = _all(EVICT, lines, 2), _all(COMPUTED, lines, 2)
    return Story(
        inserted=re.findall(r"\[.*?\]", insert[1]),
        matched=match[1],
        evicted=[int(found[1]) for found in evictions],
        freed={slot for found in evictions for slot in json.loads(found[2])},
        before=_tree(lines, INSERT),
        locked=_tree(lines, MATCH),
        after=_tree(lines, LEFT),
        tokens=int(computed[0][2]),
        computed={found[1]: int(found[3]) for found in computed},
    )


def slots_below(node: Node) -> set[int]:
    return set(node.slots).union(*(slots_below(child) for child in node.children))


def _all(pattern: re.Pattern[str], lines: list[str], count: int) -> list[re.Match[str]]:
    """The lines of a form, of which there must be so many."""
    found = [match for line in lines if (match := pattern.fullmatch(line)) is not None]
    if len(found) != count:
        raise CourseError(
            f"{OUTPUT} has {len(found)} lines like {pattern.pattern!r}, not {count}: bring "
            "tools/picturelib/story.py up to date"
        )
    return found


def _tree(lines: list[str], title: re.Pattern[str]) -> Node:
    """The tree that is printed below a line."""
    root = Node([], [], 0)
    path = [root]
    (first,) = _all(title, lines, 1)
    start = lines.index(first[0]) + 1
    for line in lines[start:]:
        found = NODE.fullmatch(line)
        if found is None:
            break
        depth = len(found[1]) // 4
        node = Node(json.loads(found[2]), json.loads(found[3]), int(found[4]))
        path[depth].children.append(node)
        path[depth + 1 :] = [node]
    return root
