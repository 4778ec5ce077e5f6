"""Chapter 5: requests of different lengths in one batch, laid end to end."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, Card, Cell, Picture, State, Text
from filmlib.shots import Shot, Words, title_line

TITLE = {"en": "A ragged batch", "zh": "不等长的批次"}
LABELS = {
    "en": {
        "request": "request {}:",
        "batch": "batch:",
        "offsets": "offsets:",
        "last": "last rows:",
    },
    "zh": {"request": "请求 {}：", "batch": "批次：", "offsets": "偏移：", "last": "最后一行："},
}
LEFT, STEP, ROWS, ROW_STEP = 190, 62, 118, 86
BATCH, SPACE, BATCH_STEP = 404, 26, 60
Place = tuple[int, int]  # a request, and the position of a token in it


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    prefill, decode = trace["steps"]
    first, then = prefill["result"], decode["result"]
    before, after = trace["start"]["rows"], prefill["state"]["rows"]
    last = last_places(first)
    queries = {(1, p) for p in range(before[1]["cached_len"], before[1]["device_len"])}
    middle = (1, before[1]["device_len"] - 2)
    seen = {(1, p) for p in range(middle[1] + 1)}
    scene = _Scene(language)
    return [
        scene.shot(before, None, BEGIN),
        scene.shot(before, None, COMPUTE, computing=True, still=True),
        scene.shot(before, first, BATCH_MADE, still=True, poster=True),
        scene.shot(before, first, OFFSETS, offsets=True, still=True),
        scene.shot(before, first, KEYS, queries, queries | keys_of(before, 1), offsets=True),
        scene.shot(before, first, CAUSAL, {middle}, seen, offsets=True, still=True),
        scene.shot(before, first, LAST, last, offsets=True, last=True),
        scene.shot(after, None, NEXT),
        scene.shot(after, then, DECODE, offsets=True, still=True),
    ]


def places(batch: dict[str, Any]) -> list[Place]:
    """The request and the position of each row of a batch."""
    return [
        (request["uid"], position)
        for request in batch["requests"]
        for position in range(request["cached_len"], request["device_len"])
    ]


def last_places(batch: dict[str, Any]) -> set[Place]:
    return {places(batch)[row] for row in batch["last_rows"]}


def keys_of(rows: list[dict[str, Any]], uid: int) -> set[Place]:
    """The cached tokens of a request: keys that are not in the batch."""
    return {(uid, position) for position in range(rows[uid]["cached_len"])}


class _Scene:
    def __init__(self, language: str) -> None:
        self._language = language
        self._labels = LABELS[language]

    def shot(
        self,
        rows: list[dict[str, Any]],
        batch: dict[str, Any] | None,
        words: Words,
        batch_marks: Collection[Place] = (),
        row_marks: Collection[Place] = (),
        *,
        computing: bool = False,
        offsets: bool = False,
        last: bool = False,
        **marks: bool,
    ) -> Shot:
        picture: Picture = {"title": title_line(TITLE[self._language], size=28)}
        picture |= colour_key(self._language)
        picture |= self._rows(rows, batch, row_marks, computing)
        if batch is not None:
            picture |= self._batch(batch, batch_marks)
            picture |= self._offsets(batch) if offsets else {}
            picture |= self._last(batch) if last else {}
        return Shot(picture, words, **marks)

    def _rows(
        self,
        rows: list[dict[str, Any]],
        batch: dict[str, Any] | None,
        marked: Collection[Place],
        computing: bool,
    ) -> Picture:
        """Each request with the positions of its tokens above, their slots below. A token that is
        in the batch leaves an empty place."""
        picture: Picture = {}
        for row in rows:
            uid, y = row["uid"], ROWS + ROW_STEP * row["uid"]
            label = self._labels["request"].format(uid)
            picture[f"request {uid}"] = Text(40, y, label, SMALL, align="left")
            for position, slot in enumerate(row["slots"]):
                cached = position < row["cached_len"]
                kind: State = "protected" if cached else "written" if computing else "plain"
                x = LEFT + STEP * (position + 0.5)
                key = f"token {uid} {position}"
                if not cached and batch is not None:
                    key = f"place {uid} {position}"
                ring = (uid, position) in marked
                picture[key] = Cell(
                    x, y, str(position), str(slot), kind, ring, STEP - 6, size=SMALL + 4
                )
        return picture

    def _batch(self, batch: dict[str, Any], marked: Collection[Place]) -> Picture:
        """The rows of the batch, those of a request on one card."""
        picture: Picture = {"batch": Text(40, BATCH, self._labels["batch"], SMALL, align="left")}
        for uid, position, x in self._columns(batch):
            slot = batch["slots"][places(batch).index((uid, position))]
            picture[f"token {uid} {position}"] = Cell(
                x,
                BATCH,
                str(position),
                str(slot),
                "written",
                (uid, position) in marked,
                BATCH_STEP - 6,
                size=SMALL + 4,
            )
        for uid, left, right in self._groups(batch):
            picture[f"group {uid}"] = Card((left + right) / 2, BATCH, right - left, 90)
        return picture

    def _columns(self, batch: dict[str, Any]) -> list[tuple[int, int, float]]:
        """(uid, position, x) of every row of the batch, with a space between requests."""
        return [
            (uid, position, LEFT + BATCH_STEP * (row + 0.5) + SPACE * uid)
            for row, (uid, position) in enumerate(places(batch))
        ]

    def _groups(self, batch: dict[str, Any]) -> list[tuple[int, float, float]]:
        """(uid, left, right) of every request in the batch."""
        found = []
        for request in batch["requests"]:
            xs = [x for uid, _, x in self._columns(batch) if uid == request["uid"]]
            found.append((request["uid"], xs[0] - 37.0, xs[-1] + 37.0))
        return found

    def _offsets(self, batch: dict[str, Any]) -> Picture:
        y, groups = BATCH + 72, self._groups(batch)
        picture: Picture = {"offsets": Text(40, y, self._labels["offsets"], SMALL, align="left")}
        ends = [*(left + 37 for _, left, _ in groups), groups[-1][2] + 40]
        for place, (offset, x) in enumerate(zip(batch["offsets"], ends, strict=True)):
            picture[f"offset {place} {offset}"] = Text(x, y, str(offset), SMALL + 4)
        return picture

    def _last(self, batch: dict[str, Any]) -> Picture:
        y, columns = BATCH + 118, self._columns(batch)
        picture: Picture = {"last": Text(40, y, self._labels["last"], SMALL, align="left")}
        for row in batch["last_rows"]:
            picture[f"last {row}"] = Text(columns[row][2], y, str(row), SMALL + 4, "mark")
        return picture


BEGIN = {
    "en": "Three requests of 5, 9 and 3 tokens: the position above, the slot of its KV below. Of "
    "request 1, six tokens were computed before.",
    "zh": "三个请求，5、9、3 个 token：上面是位置，下面是 KV 的槽位。请求 1 的前六个以前算过。",
}
COMPUTE = {
    "en": "Only what has no KV yet is computed: 5, 3 and 3 tokens, the extend_len of each.",
    "zh": "只计算还没有 KV 的：5、3、3 个 token，就是各自的 extend_len。",
}
BATCH_MADE = {
    "en": "The batch lays them end to end, without padding. Each row keeps its position, and the "
    "slot that its KV goes to.",
    "zh": "批次把它们首尾相接，不填充。每一行带着自己的位置，以及 KV 要写进的槽位。",
}
OFFSETS = {
    "en": "The offsets say where each request begins among the 11 rows: 0, 5 and 8. "
    "The last one is the end.",
    "zh": "偏移说明 11 行里每个请求从哪里开始：0、5、8，最后一个是末尾。",
}
KEYS = {
    "en": "Attention goes request by request. The three queries of request 1 look only at the "
    "keys of its own nine slots, cached ones too.",
    "zh": "注意力逐个请求地算。请求 1 的三个 query 只看它自己九个槽位里的 key，包括缓存的。",
}
CAUSAL = {
    "en": "And each looks only back: position 7 sees 0 to 7, and not 8.",
    "zh": "而且只往回看：位置 7 看得见 0 到 7，看不见 8。",
}
LAST = {
    "en": "The last row of each request gives its next token: rows 4, 7 and 10.",
    "zh": "每个请求的最后一行给出它的下一个 token：第 4、7、10 行。",
}
NEXT = {
    "en": "Now all of that has KV, and each request has one token more.",
    "zh": "现在这些都有了 KV，每个请求多了一个 token。",
}
DECODE = {
    "en": "Decode is the same batch with one row for each request, at positions 5, 9 and 3.",
    "zh": "decode 是同样的批次，每个请求一行，位置是 5、9、3。",
}
