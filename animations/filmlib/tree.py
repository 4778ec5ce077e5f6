"""Drawing the tree of a trace: the root at the left, prefixes read from left to right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from filmlib.picture import (
    CELL_HEIGHT,
    CELL_WIDTH,
    SMALL,
    Card,
    Cell,
    Line,
    Picture,
    State,
    Text,
    text_width,
)

Node = dict[str, Any]
LEFT, MIDDLE, ROW = 84, 352, 132
GAP, PADDING, HEADER, WIDE = 4, 8, 30, 80
CARD_HEIGHT = CELL_HEIGHT + HEADER + 2 * PADDING


def state_of(node: Node) -> Literal["protected", "evictable"]:
    return "protected" if node["ref_count"] > 0 else "evictable"


def draw_tree(nodes: Sequence[Node], marked: Collection[int] = ()) -> Picture:
    """The nodes of a state, parents before children; ``marked`` are slots that get the ring."""
    rows = _rows(nodes)
    top = MIDDLE - ROW * max(rows.values()) / 2
    right: dict[int, float] = {}
    picture: Picture = {}
    for node in nodes:
        number, y = node["id"], top + ROW * rows[node["id"]]
        if node["parent"] is None:
            picture[f"card {number}"] = Card(LEFT, y, 84, 48)
            picture[f"text {number}"] = Text(LEFT, y, "root", SMALL, "quiet", code=True)
            right[number] = LEFT + 42
            continue
        left, width = right[node["parent"]] + WIDE, card_width(node)
        x = left + width / 2
        parent_y = top + ROW * rows[node["parent"]]
        state = state_of(node)
        picture[f"edge {number}"] = Line(right[node["parent"]], parent_y, left, y)
        picture[f"card {number}"] = Card(x, y, width, CARD_HEIGHT, state)
        head = Text(x, y - CARD_HEIGHT / 2 + PADDING + HEADER / 2, header(node), SMALL, code=True)
        picture[f"head {number}"] = head
        cells_y = y + CARD_HEIGHT / 2 - PADDING - CELL_HEIGHT / 2
        step = CELL_WIDTH + GAP
        first = x - step * (len(node["key"]) - 1) / 2
        for place, (token, slot) in enumerate(zip(node["key"], node["value"], strict=True)):
            picture[f"slot {slot}"] = Cell(
                first + step * place, cells_y, str(token), str(slot), state, slot in marked
            )
        right[number] = left + width
    return picture


def header(node: Node) -> str:
    return f"ref={node['ref_count']} t={node['timestamp']}"


def card_width(node: Node) -> float:
    cells = len(node["key"]) * (CELL_WIDTH + GAP) - GAP
    return max(cells, text_width(header(node), SMALL, code=True)) + 2 * PADDING + 4


def _rows(nodes: Sequence[Node]) -> dict[int, float]:
    """The row of each node: leaves one below the other, a parent in the middle of its children."""
    rows: dict[int, float] = {}
    leaves = 0
    for node in nodes:
        if not _children(nodes, node):
            rows[node["id"]] = leaves
            leaves += 1
    for node in reversed(nodes):
        children = _children(nodes, node)
        if children:
            rows[node["id"]] = (rows[children[0]["id"]] + rows[children[-1]["id"]]) / 2
    return rows


def _children(nodes: Sequence[Node], node: Node) -> list[Node]:
    return [one for one in nodes if one["parent"] == node["id"]]


def draw_row(
    tokens: Sequence[int],
    slots: Sequence[int | None],
    states: Sequence[State],
    marked: int,
    label: str,
) -> Picture:
    """The row of tokens that an operation is given; the first ``marked`` of them have the ring.

    A token with a slot that is nowhere else in the picture is that slot's cell, and moves from here
    into the tree.
    """
    y = 112.0
    picture: Picture = {"row label": Text(40, y, label, SMALL, align="left")}
    x = 40 + text_width(label, SMALL) + 20 + CELL_WIDTH / 2
    for place, (token, slot, state) in enumerate(zip(tokens, slots, states, strict=True)):
        key = f"slot {slot}" if state == "written" else f"row {place}"
        under = "" if slot is None else str(slot)
        picture[key] = Cell(x, y, str(token), under, state, place < marked)
        x += CELL_WIDTH + GAP
    return picture


def draw_free(slots: Sequence[int], label: str) -> Picture:
    """The slots that the tree has given back."""
    y, height = 584.0, 44.0
    picture: Picture = {"free label": Text(40, y, label, SMALL, align="left")}
    x = 40 + text_width(label, SMALL) + 20 + CELL_WIDTH / 2
    for slot in slots:
        picture[f"slot {slot}"] = Cell(x, y, "", str(slot), "free", height=height)
        x += CELL_WIDTH + GAP
    return picture
