"""Chapter 1: the life of a request, told by its lengths."""

from __future__ import annotations

from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, Cell, Line, Picture, State, Text, Tint
from filmlib.shots import Shot, Words, title_line

TITLE = {"en": "A request and its lengths", "zh": "一个请求和它的几个长度"}
LEFT, STEP, TOP, BARS, GAP = 256, 112, 180, 300, 52
# Each length with where its bar begins and its colour.
LENGTHS: dict[str, tuple[str | None, Tint]] = {
    "cached_len": (None, "protected"),
    "device_len": (None, "ink"),
    "max_device_len": (None, "quiet"),
    "extend_len": ("cached_len", "written"),
    "remain_len": ("device_len", "free"),
}
State_ = dict[str, Any]


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    texts = trace["setup"]["texts"]
    states = [trace["start"], *(step["state"] for step in trace["steps"])]

    def shot(place: int, words: Words | None, computing: bool = False, **marks: bool) -> Shot:
        picture = draw(states[place], texts, computing)
        title = title_line(TITLE[language], size=28)
        return Shot({"title": title} | colour_key(language) | picture, words, **marks)

    # Each forward is a complete_one and an append_host: two states.
    return [
        shot(0, ADMITTED, still=True),
        shot(0, PREFILL, computing=True),
        shot(1, PREFILLED, still=True, poster=True),
        shot(2, APPENDED),
        shot(2, DECODE, computing=True, still=True),
        shot(3, DECODED),
        shot(4, None),
        shot(4, AGAIN, computing=True),
        shot(5, None),
        shot(6, None),
        shot(6, None, computing=True),
        shot(7, None),
        shot(8, DONE, still=True),
    ]


def draw(state: State_, texts: dict[str, str], computing: bool) -> Picture:
    """The places of all tokens that the request may ever have, and a bar for each length."""
    picture: Picture = {}
    for place in range(state["max_device_len"]):
        label, kind = _token(state, texts, place, computing)
        picture[f"token {place}"] = Cell(
            LEFT + STEP * (place + 0.5), TOP, label, str(place), kind, False, STEP - 6, 84, 26
        )
    for row, (name, (begin, tint)) in enumerate(LENGTHS.items()):
        y = BARS + GAP * row
        words = f"{name} = {state[name]}"
        picture[f"length {words}"] = Text(LEFT - 20, y, words, SMALL, align="right", code=True)
        start = LEFT + STEP * (state[begin] if begin is not None else 0)
        if state[name] > 0:
            end = start + STEP * state[name] - 6
            picture[f"bar {name}"] = Line(start, y, end, y, tint, weight=12)
    return picture


def _token(state: State_, texts: dict[str, str], place: int, computing: bool) -> tuple[str, State]:
    if place >= state["device_len"]:
        return "", "free"
    known = place < len(state["tokens"])
    label = texts[str(state["tokens"][place])] if known else "?"
    if place < state["cached_len"]:
        return label, "protected"
    return label, "written" if computing else "plain"


ADMITTED = {
    "en": "Five tokens are known, none of them is computed, and four more may follow. "
    "Three lengths say all that; two more follow from them.",
    "zh": "已知五个 token，一个都还没算，后面最多再来四个。三个长度就说清了这些，另外两个由它们得出。",
}
PREFILL = {
    "en": "Prefill computes extend_len tokens, from cached_len up to device_len, and writes "
    "their KV.",
    "zh": "prefill 计算 extend_len 个 token，从 cached_len 到 device_len，并写下它们的 KV。",
}
PREFILLED = {
    "en": "complete_one: all that was known has its KV now, and one more token is on its way. "
    "It is sampled, and not yet known on the CPU.",
    "zh": "complete_one：已知的 token 都有了 KV，下一个 token 已在路上：采样了，CPU 上还不知道是哪个。",
}
APPENDED = {
    "en": "append_host: the token has arrived, and is the last of input_ids. The lengths stay.",
    "zh": "append_host：这个 token 到了，成为 input_ids 的最后一个。几个长度不变。",
}
DECODE = {
    "en": "Decode is the same with extend_len 1: only the newest token has no KV.",
    "zh": "decode 是同一回事，只是 extend_len 为 1：只有最新的 token 没有 KV。",
}
DECODED = {
    "en": "With each forward cached_len and device_len grow by one, and remain_len shrinks.",
    "zh": "每做一次前向计算，cached_len 和 device_len 各加一，remain_len 减一。",
}
AGAIN = {
    "en": "So it goes on, a token for each forward.",
    "zh": "就这样下去，每次前向计算得到一个 token。",
}
DONE = {
    "en": "remain_len is 0: the request ends. Its last token was sampled and never computed, "
    "since nobody asks what follows it.",
    "zh": "remain_len 是 0，请求结束。最后一个 token 只采样、不计算，因为没有人问它后面是什么。",
}
