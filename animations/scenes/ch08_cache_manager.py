"""Chapter 8: pages go from the free list to requests, into the prefix cache, and back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, Card, Cell, Picture, State, Text
from filmlib.shots import Shot, Words, title_line

TITLE = {"en": "The life of a request's pages", "zh": "一个请求的页的一生"}
LABELS = {
    "en": {
        "free": "free:",
        "cache": "cache:",
        "request": "{}:",
        "cell": "each slot: its token above, its number below",
    },
    "zh": {
        "free": "空闲：",
        "cache": "缓存：",
        "request": "{}：",
        "cell": "每个槽位：上面是 token，下面是编号",
    },
}
LEFT, STEP, CELL, HIGH = 130, 124, 52, 88
FREE, CACHE, REQUESTS, REQUEST_STEP = 124, 232, 356, 108
LEGEND = 558
NAMES = ("A", "B", "C")
State_ = dict[str, Any]


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    by_name = _by_name(trace["steps"])
    allocate, compute = by_name["allocate"], by_name["compute"]
    cache, finish = by_name["cache"], by_name["finish"]
    scene = _Scene(trace, language)
    first, second, third = compute
    return [
        scene.shot(trace["start"], BEGIN),
        scene.shot(allocate[0]["state"], ALLOCATED, still=True),
        scene.shot(first["state"], COMPUTED, written=new_slots(allocate[0], first)),
        scene.shot(cache[0]["state"], A_CACHED, still=True),
        scene.shot(cache[1]["state"], B_CACHED, still=True, poster=True),
        scene.shot(allocate[1]["state"], GROWN),
        scene.shot(second["state"], None, written=new_slots(allocate[1], second)),
        scene.shot(finish[0]["state"], A_ENDS, still=True),
        scene.shot(finish[1]["state"], B_ENDS, still=True),
        scene.shot(allocate[2]["state"], EVICTED, names=NAMES[2:]),
        scene.shot(third["state"], LAST, names=NAMES[2:], written=new_slots(allocate[2], third)),
        scene.shot(third["state"], None, names=NAMES[2:], still=True),
    ]


def _by_name(steps: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for step in steps:
        found.setdefault(step["operation"], []).append(step)
    return found


def new_slots(before: dict[str, Any], after: dict[str, Any]) -> set[int]:
    """The slots that a forward has written to: those of the tokens that it computed."""
    computed = {row["uid"]: row["cached_len"] for row in before["state"]["rows"]}
    return {
        slot
        for row in after["state"]["rows"]
        for slot in row["slots"][computed[row["uid"]] : row["cached_len"]]
    }


class _Scene:
    def __init__(self, trace: dict[str, Any], language: str) -> None:
        self._page_size = trace["setup"]["page_size"]
        self._language = language
        self._labels = LABELS[language]
        self._tokens: dict[int, str] = {}  # what was last written to each slot

    def shot(
        self,
        state: State_,
        words: Words | None,
        *,
        names: Sequence[str] = NAMES,
        written: Collection[int] = (),
        **marks: bool,
    ) -> Shot:
        for row in state["rows"]:
            known = row["tokens"][: row["cached_len"]]
            self._tokens |= dict(zip(row["slots"], map(str, known), strict=False))
        picture: Picture = {"title": title_line(TITLE[self._language], size=28)}
        picture |= colour_key(self._language)
        picture["legend"] = Text(40, LEGEND, self._labels["cell"], SMALL, align="left")
        for name, y in (("free", FREE), ("cache", CACHE)):
            picture[f"label {name}"] = Text(40, y, self._labels[name], SMALL, align="left")
        for place, page in enumerate(state["free"]):
            picture |= self._page(
                page, place, FREE, "quiet", dict.fromkeys(self._slots(page), "free")
            )
        read = {slot for row in state["rows"] for slot in row["slots"][: row["shared_len"]]}
        for place, page in enumerate(state["cached"]):
            kind: State = "protected" if page * self._page_size in read else "evictable"
            kinds = dict.fromkeys(self._slots(page), kind)
            picture |= self._page(page, place, CACHE, kind, kinds)
        for row in state["rows"]:
            y = REQUESTS + REQUEST_STEP * (row["uid"] if len(state["rows"]) > 1 else row["row"])
            label = self._labels["request"].format(names[row["uid"]])
            picture[f"label {label}"] = Text(40, y, label, SMALL, align="left")
            picture |= self._row(row, y, written)
        return Shot(picture, words, **marks)

    def _row(self, row: dict[str, Any], y: float, written: Collection[int]) -> Picture:
        """What a request reads of the cache, hollow, and then its own pages."""
        picture: Picture = {}
        for place, slot in enumerate(row["slots"][:: self._page_size]):
            page = slot // self._page_size
            if place * self._page_size < row["shared_len"]:
                picture |= self._page(page, place, y, "quiet", {}, f" read by {row['uid']}")
                continue
            kinds: dict[int, State] = {}
            for i, own in enumerate(self._slots(page)):
                has_kv = place * self._page_size + i < row["cached_len"]
                kinds[own] = "written" if own in written else "protected" if has_kv else "plain"
            picture |= self._page(page, place, y, "protected", kinds)
        return picture

    def _page(
        self,
        page: int,
        place: int,
        y: float,
        tint: Any,
        kinds: dict[int, Any],
        suffix: str = "",
    ) -> Picture:
        """A page at the ``place``-th position from the left; ``suffix`` tells copies apart."""
        x = LEFT + STEP * (place + 0.5)
        picture: Picture = {f"page {page}{suffix}": Card(x, y, STEP - 8, HIGH, tint)}
        for i, slot in enumerate(self._slots(page)):
            kind = kinds.get(slot, "plain")
            has_token = kind in ("evictable", "protected", "written") or suffix != ""
            label = self._tokens[slot] if has_token else ""
            left = x + (i - (self._page_size - 1) / 2) * (CELL + 4)
            picture[f"slot {slot}{suffix}"] = Cell(left, y, label, str(slot), kind, width=CELL)
        return picture

    def _slots(self, page: int) -> list[int]:
        return [page * self._page_size + i for i in range(self._page_size)]


BEGIN = {
    "en": "Nine pages of two slots. Each is always in exactly one place: free, in the cache, or "
    "with one request.",
    "zh": "九页，每页两个槽位。每页总是正好在一处：空闲列表、缓存，或某个请求。",
}
ALLOCATED = {
    "en": "A has 4 tokens, B 7. Before the forward A takes two pages from the head of the "
    "list, B four.",
    "zh": "A 有 4 个 token，B 有 7 个。前向计算前，A 从列表头拿两页，B 拿四页。",
}
COMPUTED = {
    "en": "The forward writes their KV. The last slot of B waits for its next token.",
    "zh": "前向计算写下 KV。B 的最后一个槽位等着下一个 token。",
}
A_CACHED = {
    "en": "A's prompt goes into the cache, to be shared. A goes on reading those pages: they are "
    "locked.",
    "zh": "A 的提示词放进缓存，可以共用。A 还要读，所以上了锁。",
}
B_CACHED = {
    "en": "B's first two pages hold the same: they are free again, and B reads A's. Its third is "
    "new to the cache.",
    "zh": "B 的前两页内容相同：还给列表，改读 A 的。第三页是新的，进入缓存。",
}
GROWN = {
    "en": "The next token: A has no slot left and takes a page. B has one waiting.",
    "zh": "下一个 token：A 没有槽位了，拿一页；B 还有一个等着。",
}
A_ENDS = {
    "en": "A ends. Its last page is not full: it is not cached, but free again.",
    "zh": "A 结束。它的最后一页没有装满，不能缓存，还给列表。",
}
B_ENDS = {
    "en": "B ends. Its last page is full and is cached. Nothing is locked now: all may be evicted.",
    "zh": "B 结束，最后一页满了，进入缓存。不再有锁：全都可以淘汰。",
}
EVICTED = {
    "en": "C is another prompt and needs six pages. Five are free, so one of the cache is evicted "
    "first.",
    "zh": "C 是另一个提示词，要六页。空闲只有五页，先从缓存淘汰一页。",
}
LAST = {
    "en": "Its KV is written over what was there. The rest of the cache waits for a prompt like "
    "A's.",
    "zh": "它的 KV 盖过旧的内容。缓存里剩下的，等着开头相同的提示词。",
}
