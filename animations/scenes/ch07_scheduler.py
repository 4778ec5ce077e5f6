"""Chapter 7: prefill and decode take turns while requests come and go."""

from __future__ import annotations

from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, WIDTH, Cell, Picture, State, Text
from filmlib.shots import Shot, Words, title_line

TITLE = {"en": "Continuous batching", "zh": "连续批处理"}
LABELS = {
    "en": {
        "row": "{}: {} + {}",
        "waiting": "waiting: {}",
        "nobody": "nobody",
        "slots": "slots in use: {} of {}",
        "prefill": "prefill",
        "decode": "decode",
    },
    "zh": {
        "row": "{}：{} + {}",
        "waiting": "等待：{}",
        "nobody": "没有",
        "slots": "占用槽位：{}/{}",
        "prefill": "prefill",
        "decode": "decode",
    },
}
LEFT, STEP, HEAD, ROWS, ROW_STEP = 196, 70, 104, 160, 64


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    scene = _Scene(trace, language)
    count = len(trace["steps"])
    told = {1: FIRST, 2: DECODE, 4: LEAVES, 5: ADMITTED, 6: TOGETHER, 8: AGAIN, 9: SHRINKS, 15: END}
    assert max(told) == count, "the words are for another trace"
    stills = {1, 4, 5, 8, count}
    # Two forwards of which only the second changes who runs go together.
    joined = {11, 13}
    assert not any(trace["steps"][step - 1]["touched"]["finished"] for step in joined)
    found = [scene.shot(0, BEGIN, still=True)]
    for step in range(1, count + 1):
        if step not in joined:
            found.append(scene.shot(step, told.get(step), still=step in stills, poster=step == 8))
    return found


class _Scene:
    def __init__(self, trace: dict[str, Any], language: str) -> None:
        self._steps = trace["steps"]
        self._num_pages = trace["setup"]["num_pages"]
        self._language = language
        self._labels = LABELS[language]
        self._lengths = _lengths(trace)

    def shot(self, done: int, words: Words | None, **marks: bool) -> Shot:
        """After ``done`` forwards: a column for each, the last of them being computed."""
        picture: Picture = {"title": title_line(TITLE[self._language], size=28)}
        picture |= colour_key(self._language)
        for uid, (prompt, output) in self._lengths.items():
            label = self._labels["row"].format(uid, prompt, output)
            y = ROWS + ROW_STEP * uid
            picture[f"request {uid}"] = Text(40, y, label, SMALL, align="left")
        for place in range(done):
            picture |= self._column(place, done)
        return Shot(picture | self._sums(done), words, **marks)

    def _column(self, place: int, done: int) -> Picture:
        """What a forward computed: the number of tokens of each request that it was for."""
        x = LEFT + STEP * (place + 0.5)
        result, touched = self._steps[place]["result"], self._steps[place]["touched"]
        head = self._labels[result["phase"]][0].upper()
        picture: Picture = {f"head {place}": Text(x, HEAD, f"{head}{place + 1}", SMALL, code=True)}
        computed = {r["uid"]: r["device_len"] - r["cached_len"] for r in result["requests"]}
        running = {row["uid"] for row in self._steps[place]["state"]["rows"]}
        for uid in sorted(running | set(computed)):
            label = str(computed.get(uid, ""))
            y = ROWS + ROW_STEP * uid
            picture[f"cell {uid} {place}"] = Cell(
                x, y, label, "", self._kind(uid, place, done, computed), False, STEP - 8, 52
            )
        assert not touched["aborted"]
        return picture

    def _kind(self, uid: int, place: int, done: int, computed: dict[int, int]) -> State:
        """Slots are written in the newest forward, held while the request runs, and then free:
        those of a request that a forward has finished are free at once, its last one too."""
        if uid not in computed:
            return "plain"
        running = {row["uid"] for row in self._steps[done - 1]["state"]["rows"]}
        if uid not in running:
            return "free"
        return "written" if place == done - 1 else "protected"

    def _sums(self, done: int) -> Picture:
        """Who waits, and how many slots are taken."""
        if done == 0:
            waiting, used = sorted(self._lengths), 0
        else:
            state = self._steps[done - 1]["state"]
            waiting = [request["uid"] for request in state["waiting"]]
            used = self._num_pages - len(state["free"])
        names = " ".join(map(str, waiting)) or self._labels["nobody"]
        left = self._labels["waiting"].format(names)
        right = self._labels["slots"].format(used, self._num_pages)
        y = 566
        return {
            f"waiting {left}": Text(40, y, left, SMALL, align="left"),
            f"slots {right}": Text(WIDTH - 36, y, right, SMALL, align="right"),
        }


def _lengths(trace: dict[str, Any]) -> dict[int, tuple[int, int]]:
    """(prompt, most tokens of the answer) of each request, from when it is first seen running."""
    found: dict[int, tuple[int, int]] = {}
    for step in trace["steps"]:
        prompts = {r["uid"]: r["device_len"] for r in step["result"]["requests"]}
        for row in step["state"]["rows"]:
            if row["uid"] not in found:
                prompt = prompts[row["uid"]]
                found[row["uid"]] = (prompt, row["max_device_len"] - prompt)
    return dict(sorted(found.items()))


BEGIN = {
    "en": "Six requests wait for the four rows of the page table. Beside each: the tokens of its "
    "prompt + those it may generate.",
    "zh": "六个请求等着页表的四行。旁边写着提示词的 token 数 + 最多生成的 token 数。",
}
FIRST = {
    "en": "P1 is a prefill: it computes four prompts at once, and gives each of them its first "
    "token.",
    "zh": "P1 是 prefill：一次算四个提示词，它们各自得到第一个 token。",
}
DECODE = {
    "en": "Then decode: one token for each request that runs.",
    "zh": "然后是 decode：每个正在运行的请求一个 token。",
}
LEAVES = {
    "en": "Request 1 has its four tokens. It leaves at once, and its slots are free.",
    "zh": "请求 1 的四个 token 齐了，立刻离开，槽位空了出来。",
}
ADMITTED = {
    "en": "A row is free, so request 4 is admitted. Prefill goes first: the three others get no "
    "token in P5.",
    "zh": "空出一行，请求 4 被接纳。prefill 优先：另外三个在 P5 里没有 token。",
}
TOGETHER = {
    "en": "After that all four decode together.",
    "zh": "之后四个一起 decode。",
}
AGAIN = {
    "en": "Request 3 was done after D7, and request 5 takes its row. Again the others wait for "
    "one forward.",
    "zh": "请求 3 在 D7 之后结束，请求 5 接过它的行。其他请求又等了一次。",
}
SHRINKS = {
    "en": "Nobody waits any more. The batch shrinks as one after the other is done.",
    "zh": "没有人在等了。请求一个接一个结束，批次越来越小。",
}
END = {
    "en": "Before each of the 15 forwards it was decided anew who is computed: that is continuous "
    "batching.",
    "zh": "15 次前向计算，每一次之前都重新决定算谁：这就是连续批处理。",
}
