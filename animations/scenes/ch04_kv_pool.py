"""Chapter 4: two requests share a pool of pages, and the page table says where their KV lies."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, Card, Cell, Picture, State, Text
from filmlib.shots import Shot, Words, title_line

TITLE = {"en": "The page table", "zh": "页表"}
LABELS = {
    "en": {"row": "row {}:", "free": "free pages:", "page": "page {}"},
    "zh": {"row": "第 {} 行：", "free": "空闲页：", "page": "页 {}"},
}
ROWS, ROW_STEP, ROW_LEFT, TOKEN = 118, 84, 160, 104
FREE_Y, FREE_LEFT, FREE_STEP = 288, 200, 50
PAGES, PAGE_LEFT, PAGE_STEP, PAGE_ROW, IN_ROW = 384, 44, 150, 116, 8
SLOT_WIDTH, SLOT_HEIGHT = 32, 46
State_ = dict[str, Any]


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    scene = _Scene(trace, language)
    take, store, take_other, store_other, gather, grow, store_one, free = trace["steps"]
    found: list[Shot] = [scene.shot(trace["start"], BEGIN)]
    found.append(scene.shot(take["state"], TAKE, still=True))
    found += scene.stored(store, STORE, None)
    found.append(scene.shot(take_other["state"], OTHER))
    found += scene.stored(store_other, OTHER_STORED, None)
    slots = gather["result"]["slots"]
    found.append(scene.shot(gather["state"], GATHER, marked=slots, still=True, poster=True))
    found.append(scene.shot(grow["state"], GROW))
    found += scene.stored(store_one, None, GROWN)
    found.append(scene.shot(free["state"], FREE, still=True))
    return found


class _Scene:
    def __init__(self, trace: dict[str, Any], language: str) -> None:
        self._page_size = trace["setup"]["page_size"]
        self._num_pages = trace["setup"]["num_pages"]
        self._texts = trace["setup"]["texts"]
        self._language = language
        self._labels = LABELS[language]

    def stored(self, step: dict[str, Any], now: Words | None, after: Words | None) -> list[Shot]:
        """The slots that are written to, then with their KV."""
        written = step["result"]["slots"]
        return [
            self.shot(step["state"], now, written=written, still=now is not None),
            self.shot(step["state"], after),
        ]

    def shot(
        self,
        state: State_,
        words: Words | None,
        written: Collection[int] = (),
        marked: Collection[int] = (),
        **marks: bool,
    ) -> Shot:
        picture: Picture = {"title": title_line(TITLE[self._language], size=28)}
        picture |= colour_key(self._language)
        picture |= self._rows(state, written, marked)
        picture |= self._free(state)
        picture |= self._pool(state, written, marked)
        return Shot(picture, words, **marks)

    def _rows(self, state: State_, written: Collection[int], marked: Collection[int]) -> Picture:
        """Each row of the page table: tokens above, their slots below."""
        picture: Picture = {}
        kinds = kinds_of(state, written)
        for row in state["rows"]:
            y = ROWS + ROW_STEP * row["row"]
            label = self._labels["row"].format(row["row"])
            picture[f"row {row['row']}"] = Text(40, y, label, SMALL, align="left")
            for place, slot in enumerate(row["slots"]):
                known = place < len(row["tokens"])
                label = self._texts[str(row["tokens"][place])] if known else ""
                x = ROW_LEFT + TOKEN * (place + 0.5)
                picture[f"token {row['row']} {place}"] = Cell(
                    x, y, label, str(slot), kinds[slot], slot in marked, TOKEN - 6, size=SMALL
                )
        return picture

    def _free(self, state: State_) -> Picture:
        picture: Picture = {"free": Text(40, FREE_Y, self._labels["free"], SMALL, align="left")}
        for place, page in enumerate(state["free"]):
            x = FREE_LEFT + FREE_STEP * (place + 0.5)
            picture[f"free {page}"] = Cell(
                x, FREE_Y, str(page), "", "free", width=FREE_STEP - 6, height=40, size=SMALL
            )
        return picture

    def _pool(self, state: State_, written: Collection[int], marked: Collection[int]) -> Picture:
        picture: Picture = {}
        kinds = kinds_of(state, written)
        for page in range(self._num_pages):
            x = PAGE_LEFT + PAGE_STEP * (page % IN_ROW + 0.5)
            y = PAGES + PAGE_ROW * (page // IN_ROW)
            held = page not in state["free"]
            picture[f"page {page}"] = Card(x, y, 142, 104, "protected" if held else "quiet")
            name = self._labels["page"].format(page)
            picture[f"page name {page}"] = Text(x, y - 33, name, SMALL)
            for place in range(self._page_size):
                slot = page * self._page_size + place
                left = x + (place - (self._page_size - 1) / 2) * (SLOT_WIDTH + 2)
                picture[f"slot {slot}"] = Cell(
                    left,
                    y + 18,
                    str(slot),
                    "",
                    kinds.get(slot, "free"),
                    slot in marked,
                    SLOT_WIDTH,
                    SLOT_HEIGHT,
                    20,
                )
        return picture


def kinds_of(state: State_, written: Collection[int]) -> dict[int, State]:
    """The state of each slot that a row holds: being written, with KV, or waiting."""
    kinds: dict[int, State] = {}
    for row in state["rows"]:
        for place, slot in enumerate(row["slots"]):
            has_kv = place < row["cached_len"]
            kinds[slot] = "written" if slot in written else "protected" if has_kv else "plain"
    return kinds


BEGIN = {
    "en": "A pool of 16 pages, each of 4 slots; a slot holds the KV of one token. The list says "
    "which page goes out next.",
    "zh": "一个池：16 页，每页 4 个槽位，各放一个 token 的 KV。列表说明接下来发出哪一页。",
}
TAKE = {
    "en": "A request of 5 tokens takes 2 pages, 5 and 0. They need not be neighbours: the row "
    "says where each token goes.",
    "zh": "5 个 token 的请求拿到 2 页：5 和 0。它们不必相邻：页表的这一行写明每个 token 在哪里。",
}
STORE = {
    "en": "The forward writes the KV of the tokens to these slots. Slots 1, 2 and 3 are held for "
    "what follows.",
    "zh": "前向计算把它们的 KV 写进这些槽位。槽位 1、2、3 留给后面的 token。",
}
OTHER = {
    "en": "A second request, of 7 tokens, takes pages 3 and 6, and has a row of its own.",
    "zh": "第二个请求有 7 个 token，拿到第 3 页和第 6 页，另有一行。",
}
OTHER_STORED = {
    "en": "Its KV is written in between that of the first. The pool does not know whose it is.",
    "zh": "它的 KV 和第一个请求的交错着放。池并不知道谁的是谁的。",
}
GATHER = {
    "en": "Reading takes the slots in the order of the row: 20, 21, 22, 23, then 0. So the tokens "
    "come back in order.",
    "zh": "读时按这一行的顺序取槽位：20、21、22、23，再取 0，token 就恢复原来的顺序。",
}
GROW = {
    "en": "The next token of the first request takes no new page: slot 1 is waiting for it.",
    "zh": "第一个请求的下一个 token 不用拿新页：槽位 1 正等着它。",
}
GROWN = {
    "en": "Only when all slots of its pages are full will it take another page.",
    "zh": "等它的页里所有槽位都满了，才会再拿一页。",
}
FREE = {
    "en": "The request ends. Its row is free, and its pages go to the end of the list. Nothing is "
    "erased or moved.",
    "zh": "请求结束：这一行空出来，页排到列表末尾。什么都不用清除，也不用搬动。",
}
