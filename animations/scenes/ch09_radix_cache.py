"""Chapter 9: a radix cache takes prefixes in, finds them, protects them and forgets them."""

from __future__ import annotations

from typing import Any

from filmlib.key import colour_key
from filmlib.picture import SMALL, WIDTH, Picture, State, Text
from filmlib.shots import Shot, Words, title_line
from filmlib.tree import draw_free, draw_row, draw_tree

TITLE = {
    "en": "Radix cache: insert, split, lock, evict",
    "zh": "Radix Cache：插入、分裂、加锁、淘汰",
}
LABELS = {
    "en": {"request": "request:", "free": "free slots:", "sizes": "evictable {}  protected {}"},
    "zh": {"request": "请求：", "free": "空闲槽位：", "sizes": "可淘汰 {}  受保护 {}"},
}
State_ = dict[str, Any]


def shots(trace: dict[str, Any], language: str) -> list[Shot]:
    steps = trace["steps"]
    first, second, third, match, lock, evict, again, refused, unlock, last = steps
    scene = _Scene(trace["start"], language)
    scene.show(BEGIN, title=True)
    scene.insert(first, FIRST_ROW, FIRST_DONE)
    scene.insert(second, SECOND_ROW, SECOND_DONE, poster=True)
    scene.insert(third, THIRD_ROW, THIRD_DONE)
    scene.match(match)
    scene.lock(lock)
    scene.evict(evict)
    scene.done(again, AGAIN)
    scene.done(refused, REFUSED, still=True)
    scene.done(unlock, UNLOCK)
    scene.done(last, LAST, still=True)
    return scene.shots


class _Scene:
    """Adds shots, one operation of the trace after the other."""

    def __init__(self, start: State_, language: str) -> None:
        self.shots: list[Shot] = []
        self._state = start
        self._free: list[int] = []
        self._language = language
        self._labels = LABELS[language]
        self._title = title_line(TITLE[language], size=26)

    def insert(self, step: dict[str, Any], row: Words, done: Words, poster: bool = False) -> None:
        """The row comes, its cached beginning is found, the rest goes into the tree."""
        found = step["result"]["found_len"]
        self._asked("insert_prefix", step)
        given = self._row(step, found)
        seen = step["arguments"]["slots"][:found]
        self.show(row, given, seen, still=found > 0)
        self._after(step)
        self.show(done, marked=(), poster=poster, still=poster)

    def match(self, step: dict[str, Any]) -> None:
        self._asked("match_prefix", step)
        slots = step["result"]["slots"]
        self.show(MATCH, self._row(step, 0))
        given = self._row(step, step["result"]["cached_len"])
        self.show(MATCH_PATH, given, slots)
        self._after(step)
        self.show(MATCH_DONE, given, slots, still=True)

    def lock(self, step: dict[str, Any]) -> None:
        self._asked("lock_handle", step)
        self._after(step)
        self.show(LOCK, still=True)

    def evict(self, step: dict[str, Any]) -> None:
        """The oldest unlocked leaf goes, and where that is not enough, the next."""
        self._title = title_line(f"evict({step['arguments']['size']})", code=True)
        before = {node["id"]: node for node in self._state["nodes"]}
        leaves = [
            node
            for node in self._state["nodes"]
            if node["ref_count"] == 0 and all(n["parent"] != node["id"] for n in before.values())
        ]
        self.show(EVICT, marked=[slot for node in leaves for slot in node["value"]])
        one, *_ = step["touched"]["evicted"]
        rest = [node for node in self._state["nodes"] if node["id"] != one]
        evictable = self._state["evictable_size"] - len(before[one]["key"])
        self._free += before[one]["value"]
        self._state = {**self._state, "nodes": rest, "evictable_size": evictable}
        self.show(EVICT_ONE)
        self._free += [slot for slot in step["touched"]["freed"] if slot not in self._free]
        self._state = step["state"]
        self.show(EVICT_DONE, still=True)

    def done(self, step: dict[str, Any], words: Words, still: bool = False) -> None:
        """An operation in one picture."""
        if step["operation"] == "evict":
            self._title = title_line(f"evict({step['arguments']['size']})", code=True)
        else:
            self._title = title_line("lock_handle(…, unlock=True)", code=True)
        self._after(step)
        refused: Picture = {}
        if step["error"] is not None:
            message = f"{step['error']['type']}: {step['error']['message']}"
            refused["refused"] = Text(40, 112, message, SMALL, "protected", "left", code=True)
        self.show(words, refused, still=still)

    def show(
        self,
        words: Words,
        row: Picture | None = None,
        marked: list[int] | tuple[int, ...] = (),
        *,
        title: bool = False,
        still: bool = False,
        poster: bool = False,
    ) -> None:
        picture: Picture = {f"title {self._title.words}": self._title}
        picture |= colour_key(self._language) | draw_tree(self._state["nodes"], marked)
        picture |= draw_free(self._free, self._labels["free"])
        sizes = self._labels["sizes"].format(
            self._state["evictable_size"], self._state["protected_size"]
        )
        picture[f"sizes {sizes}"] = Text(WIDTH - 36, 584, sizes, SMALL, align="right")
        self.shots.append(Shot(picture | (row or {}), words, still, poster))

    def _asked(self, name: str, step: dict[str, Any]) -> None:
        self._title = title_line(f"{name}({step['arguments']['tokens']})", code=True)

    def _row(self, step: dict[str, Any], marked: int) -> Picture:
        """The tokens of a request; those whose slots it has itself written are being written."""
        tokens = step["arguments"]["tokens"]
        slots = step["arguments"].get("slots", [None] * len(tokens))
        known = {slot for node in self._state["nodes"] for slot in node["value"]}
        states: list[State] = [
            "plain" if slot is None or slot in known else "written" for slot in slots
        ]
        return draw_row(tokens, slots, states, marked, self._labels["request"])

    def _after(self, step: dict[str, Any]) -> None:
        self._state = step["state"]
        self._free += step["touched"]["freed"]


BEGIN = {
    "en": "A tree remembers which tokens have their KV in the pool, and in which slots. "
    "It is empty: there is only the root.",
    "zh": "一棵树记住哪些 token 的 KV 放在池的哪些槽位里。现在它是空的，只有根。",
}
FIRST_ROW = {
    "en": "A request computes four tokens. Above stands the token, below it the slot that its KV "
    "is written to.",
    "zh": "一个请求计算四个 token。格子里上面是 token，下面是它的 KV 写入的槽位。",
}
FIRST_DONE = {
    "en": "Nothing of it was cached, so all four become one node, a run without a fork. ref "
    "counts locks, t is the last use.",
    "zh": "这些都没有缓存过，四个 token 成为一个节点，一段没有分叉的 token。ref 是锁数，"
    "t 是最近使用的时刻。",
}
SECOND_ROW = {
    "en": "Another request begins alike. Its first two tokens are in the tree, and their slots are "
    "read, not written.",
    "zh": "另一个请求开头相同。前两个 token 已经在树里，它们的槽位只读，不再写。",
}
SECOND_DONE = {
    "en": "The node is split where the rows part. What they share is the first part; "
    "3, 4 and 5, 6 hang below it.",
    "zh": "节点在两行分开的地方分裂。共同的部分是前半段，3、4 和 5、6 挂在它下面。",
}
THIRD_ROW = {
    "en": "A third one shares nothing: below the root no child begins with a 7.",
    "zh": "第三个请求没有相同的开头：根下面没有以 7 开头的子节点。",
}
THIRD_DONE = {
    "en": "It becomes a child of the root. Nothing is locked: all eight tokens could be evicted.",
    "zh": "它成为根的子节点。什么都没有上锁，八个 token 全都可以淘汰。",
}
MATCH = {
    "en": "A new prompt comes. How much of it has been computed before?",
    "zh": "来了一个新的提示词。它有多少已经算过？",
}
MATCH_PATH = {
    "en": "From the root downwards: 1, 2, then 3. The next token is a 9 and not a 4, so the match "
    "ends inside a node.",
    "zh": "从根往下走：1、2，然后是 3。下一个 token 是 9，不是 4，匹配停在一个节点中间。",
}
MATCH_DONE = {
    "en": "That node is split, so that the match ends with a node. Three tokens are found. What "
    "was passed has a new t, 4 its old one.",
    "zh": "于是这个节点分裂，匹配停在节点末尾，找到三个 token。走过的节点 t 更新，4 的 t 不变。",
}
LOCK = {
    "en": "The request will read these slots, so it locks them: every node from there up to the "
    "root counts one more.",
    "zh": "请求要读这些槽位，所以先加锁：从这个节点往上直到根，每个节点的计数加一。",
}
EVICT = {
    "en": "The pool is short of two tokens. Only leaves without a lock may go; these are the "
    "candidates. The smallest t is the oldest.",
    "zh": "池里缺两个 token 的位置。能走的只有没上锁的叶子，就是圈出来的这些。t 最小的最久没用。",
}
EVICT_ONE = {
    "en": "4 goes first, and its slot is free. That is one token, and two are needed.",
    "zh": "4 先走，它的槽位空了出来。这才一个 token，还要一个。",
}
EVICT_DONE = {
    "en": "The next oldest is 5, 6. A node goes whole, so three slots are free now, one more than "
    "was asked for.",
    "zh": "接下来最旧的是 5、6。节点整个地走，所以现在空出三个槽位，比要求的多一个。",
}
AGAIN = {
    "en": "One token more: 7, 8 was the last leaf without a lock.",
    "zh": "再要一个 token：7、8 是最后一片没上锁的叶子。",
}
REFUSED = {
    "en": "And one more? Everything left is protected: evict raises a RuntimeError and changes "
    "nothing.",
    "zh": "还要一个呢？剩下的全都受保护：evict 抛出 RuntimeError，什么都不改变。",
}
UNLOCK = {
    "en": "The request is done and unlocks its prefix. The tokens stay cached, and can be evicted "
    "again.",
    "zh": "请求结束，给前缀解了锁。这些 token 仍然缓存着，又可以淘汰了。",
}
LAST = {
    "en": "A last eviction takes 3. Its parent has lost its only child: now 1, 2 is a leaf, and "
    "would be next.",
    "zh": "最后一次淘汰带走 3。它的父节点没有子节点了：1、2 成了叶子，下一个就轮到它。",
}
