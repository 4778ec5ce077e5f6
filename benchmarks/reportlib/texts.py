"""What a plot shows, in words: for those who do not see it, with its numbers."""

from __future__ import annotations

from .plots import Bars, Lines, Plot

SEPARATORS = {"en": (": ", ", ", "; ", "."), "zh": ("：", "、", "；", "。")}


def alternative(plot: Plot, language: str) -> str:
    """The caption, then every bar, or of every line its first and last point."""
    colon, comma, semicolon, stop = SEPARATORS[language]
    parts = _bars(plot, colon, comma) if isinstance(plot, Bars) else _lines(plot, colon, comma)
    return plot.caption[language] + (" " if language == "en" else "") + semicolon.join(parts) + stop


def _bars(plot: Bars, colon: str, comma: str) -> list[str]:
    parts = []
    for place, group in enumerate(plot.groups):
        bars = [
            f"{name} {short(numbers[place])} {plot.unit}"
            for name, numbers in plot.series.items()
            if numbers[place] is not None
        ]
        parts.append(f"{group}{colon}{comma.join(bars)}")
    return parts


def _lines(plot: Lines, colon: str, comma: str) -> list[str]:
    parts = []
    for title, lines in plot.panels.items():
        ends = []
        for name, points in lines.items():
            shown = points[:1] + points[-1:] if len(points) > 1 else points
            path = " → ".join(f"{short(y)} {plot.y_unit} ({short(x)})" for x, y in shown)
            ends.append(f"{name} {path}")
        parts.append(f"{title}{colon if title else ''}{comma.join(ends)}")
    return parts


def short(number: float | None) -> str:
    """Three digits, and no more: 12345.6 is 12,300 and 0.12345 is 0.123."""
    if number is None:
        return "—"
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.0f}" if abs(rounded) >= 100 else f"{rounded:g}"
