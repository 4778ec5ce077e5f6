"""What the radix cache was to reach beside the others, and what was measured in one run."""

from __future__ import annotations

from typing import Any

# By the name that a ratio has in radix.json: the least that it may be, and the most.
TARGETS: dict[str, tuple[float | None, float | None]] = {
    "evict_16, mini-sglang / chapter 10": (100, None),
    "evict_16, SGLang / chapter 10": (1, None),
    "match, all kinds, mini-sglang / chapter 10": (3, None),
    "insert, all kinds, mini-sglang / chapter 10": (3, None),
    "match, all kinds, SGLang / chapter 10": (1.5, None),
    "insert, all kinds, SGLang / chapter 10": (1.5, None),
    "a match of 64,000 tokens / torch.equal": (None, 3),
    "evict(16) at 1,000,000 leaves / at 1,000": (None, 3),
    "a full match after 2,000 others / before": (None, 2),
}
HEAD = """What was set out to be reached, at 50,000 leaves, pages of one token and rows of 80 to
1,000 tokens. Of two classes the ratio is that of their times, both measured in turn in this run: 3
means three times as fast. Where a ratio is not reached, the parts of an insertion that forks say
what takes the time: each a mean in µs, on trees of their own.
"""


def target_rows(ratios: dict[str, float]) -> list[list[str]]:
    """What, measured, wanted, and whether it was reached, of all ratios that were measured."""
    rows = []
    for name, (least, most) in TARGETS.items():
        if name not in ratios:
            continue
        ratio = ratios[name]
        wanted = f"at least {least:g}" if least is not None else f"at most {most:g}"
        reached = ratio >= least if least is not None else most is not None and ratio <= most
        rows.append([name, f"{ratio:,}", wanted, "yes" if reached else "**no**"])
    return rows


def parts_sentence(parts: dict[str, Any]) -> str:
    """The profile of an insertion that forks, in a sentence."""
    rest = {name: micros for name, micros in parts.items() if name != "whole"}
    listed = ", ".join(f"{name} {micros}" for name, micros in rest.items())
    return f"An insertion that forks: {parts['whole']} µs, of which {listed}."
