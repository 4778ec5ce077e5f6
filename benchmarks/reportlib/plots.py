"""Which plots there are, and what each shows: numbers alone, drawn elsewhere.

Nothing in a plot is in a language: its words are names from the code, and units. What it shows is
said beside it, in captions and in texts that take its place, in both languages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .results import STRUCTURES, at, rows_of_workloads

Numbers = tuple[float | None, ...]
Points = tuple[tuple[float, float], ...]
LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class Bars:
    """A group of bars for each of ``groups``; None where nothing was measured.

    Attributes:
        series: the heights by name, one for each group. upper: whiskers from there up, if any.
    """

    name: str
    caption: dict[str, str]
    unit: str
    log: bool
    groups: tuple[str, ...]
    series: dict[str, Numbers]
    upper: dict[str, Numbers]


@dataclass(frozen=True)
class Lines:
    """Panels side by side, each with a line for each series, both axes logarithmic.

    Attributes:
        panels: by title, the points by the name of their line.
    """

    name: str
    caption: dict[str, str]
    x_unit: str
    y_unit: str
    panels: dict[str, dict[str, Points]]


Plot = Bars | Lines


def all_plots(results: dict[str, Any]) -> list[Plot]:
    """The plots that these results suffice for."""
    workloads, alone = (reuse, first_token, output_rate), (index_memory, index_time)
    made = [make(results) for make in (*workloads, *alone, radix_evict, radix_rows)]
    return [plot for plot in made if plot is not None]


def reuse(results: dict[str, Any]) -> Bars | None:
    caption = {
        "en": "Share of the prompt tokens that were reused, by workload and structure, counted "
        "without a model. In workloads of several turns: of the second prompt and later ones.",
        "zh": "各工作负载下，每种结构复用的提示词 token 所占的比例，不经过模型精确计数。"
        "多轮的工作负载只计第二个及以后的提示词。",
    }
    return _by_workload(results, "prefix_replay", "prefix_reuse", caption, "%", ("later_reused",))


def first_token(results: dict[str, Any]) -> Bars | None:
    caption = {
        "en": "Time to the first token of the second and later prompts: the median, and a whisker "
        "up to the 95th percentile. SmolLM2-135M, float32, two threads.",
        "zh": "第二个及以后的提示词的首 token 延迟：柱高为中位数，须线到第 95 百分位。"
        "SmolLM2-135M，float32，两个线程。",
    }
    median, high = ("ttft_ms", "median"), ("ttft_ms", "p95")
    return _by_workload(
        results, "prefix_end_to_end", "prefix_first_token", caption, "ms", median, high
    )


def output_rate(results: dict[str, Any]) -> Bars | None:
    caption = {
        "en": "Output tokens a second, all requests together. SmolLM2-135M, float32, two threads; "
        "answers are short.",
        "zh": "每秒输出的 token 数，所有请求合计。SmolLM2-135M，float32，两个线程；回答很短。",
    }
    path = ("output_tokens_per_s",)
    return _by_workload(
        results, "prefix_end_to_end", "prefix_output_rate", caption, "token/s", path
    )


def _by_workload(
    results: dict[str, Any],
    source: str,
    name: str,
    caption: dict[str, str],
    unit: str,
    path: tuple[str, ...],
    upper_path: tuple[str, ...] = (),
) -> Bars | None:
    figures = at(results, source, "figures")
    groups = rows_of_workloads(figures or {})
    if not groups:
        return None
    factor = 100 if unit == "%" else 1

    def numbers(structure: str, path: tuple[str, ...]) -> Numbers:
        found = (at(figures, group, structure, *path) for group in groups)
        return tuple(None if one is None else round(one * factor, 4) for one in found)

    series = {structure: numbers(structure, path) for structure in STRUCTURES}
    upper = {s: numbers(s, upper_path) for s in STRUCTURES} if upper_path else {}
    return Bars(name, caption, unit, unit == "ms", tuple(groups), series, upper)


def index_memory(results: dict[str, Any]) -> Lines | None:
    caption = {
        "en": "Memory of the index for each cached token, by the number of cached tokens.",
        "zh": "索引为每个缓存的 token 占用的内存，随缓存的 token 数变化。",
    }
    lines = _growing(results, "index_bytes_per_token")
    return Lines("prefix_memory", caption, "token", "B / token", {"": lines}) if lines else None


def index_time(results: dict[str, Any]) -> Lines | None:
    caption = {
        "en": "Time of one operation by the number of cached tokens: a match of 1,378 tokens, the "
        "insertion of a turn of 250 more, evictions of 16 and of 4,096 tokens.",
        "zh": "单次操作的时间随缓存的 token 数的变化：匹配 1,378 个 token，"
        "插入多出 250 个 token 的一轮，淘汰 16 个和 4,096 个 token。",
    }
    titles = {"match": "match", "insert": "insert", "evict_16": "evict(16)",
              "evict_4096": "evict(4096)"}  # fmt: skip
    panels = {title: _growing(results, f"{key}_us") for key, title in titles.items()}
    panels = {title: lines for title, lines in panels.items() if lines}
    return Lines("prefix_time", caption, "token", "µs", panels) if panels else None


def _growing(results: dict[str, Any], key: str) -> dict[str, Points]:
    """By structure, a figure of prefix_scale over the number of cached tokens."""
    lines = {}
    for structure in STRUCTURES:
        rows = at(results, "prefix_scale", "figures", structure) or {}
        points = tuple(
            (row["cached_tokens"], row[key]) for row in rows.values() if row.get(key) is not None
        )
        if points:
            lines[structure] = points
    return lines


RADIX_NAMES = {
    "chapter 9": "ch09", "mini-sglang": "mini-sglang", "SGLang": "SGLang", "vLLM": "vLLM",
    "chapter 10": "ch10",
}  # fmt: skip
RADIX_PLACE = "50000 leaves, pages of 1"
RADIX_OPERATIONS = ("match_whole", "match_new", "match_fork", "insert_new", "insert_fork",
                    "lock", "unlock", "read_slots")  # fmt: skip


def radix_rows(results: dict[str, Any]) -> Bars | None:
    """The operations on rows at 50,000 leaves, page size 1."""
    caption = {
        "en": "Time of one operation at 50,000 leaves, page size 1: this course's chapters 9 and "
        "10 beside mini-sglang and SGLang.",
        "zh": "五万片叶子、页大小为 1 时单次操作的时间：本课程第 9 章与第 10 章，"
        "以及 mini-sglang 和 SGLang。",
    }
    found = at(results, "radix", "figures", "contestants") or {}
    series = {
        label: tuple(at(found, name, "trees", RADIX_PLACE, one) for one in RADIX_OPERATIONS)
        for name, label in RADIX_NAMES.items()
        if at(found, name, "trees", RADIX_PLACE)
    }
    if not series:
        return None
    return Bars("radix_rows", caption, "µs", True, RADIX_OPERATIONS, series, {})


def radix_evict(results: dict[str, Any]) -> Lines | None:
    """``evict(16)`` by leaves, for both page sizes."""
    caption = {
        "en": "Time of evict(16) by the number of leaves: this course's chapters 9 and 10 beside "
        "mini-sglang, SGLang and vLLM.",
        "zh": "evict(16) 的时间随叶子数的变化：本课程第 9 章与第 10 章，"
        "以及 mini-sglang、SGLang 和 vLLM。",
    }
    found = at(results, "radix", "figures", "contestants") or {}
    panels: dict[str, dict[str, Points]] = {}
    for page_size in (1, 16):
        lines: dict[str, Points] = {}
        for name, label in RADIX_NAMES.items():
            points = []
            for place, row in (at(found, name, "trees") or {}).items():
                leaves, _, pages = place.partition(" leaves, pages of ")
                if pages == str(page_size) and "evict_16" in row:
                    points.append((float(leaves), float(row["evict_16"])))
            if points:
                lines[label] = tuple(points)
        if lines:
            panels[f"page_size={page_size}"] = lines
    return Lines("radix_evict", caption, "leaf", "µs", panels) if panels else None
