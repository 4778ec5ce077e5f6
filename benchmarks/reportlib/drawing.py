"""Drawing a plot as SVG with matplotlib, for a light and for a dark page, the same every time."""

from __future__ import annotations

import io
import math
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from .plots import RADIX_NAMES, Bars, Lines, Plot
from .results import STRUCTURES

SCHEMES = {"light": "#333333", "dark": "#dddddd"}  # of all that is no data
# After Okabe and Ito: told apart by those who do not see all colours, on light and on dark.
_PALETTE = ("#8a8a8a", "#e69f00", "#cc6699", "#3d9bd9", "#009e73")
_NAMES = (STRUCTURES, tuple(RADIX_NAMES.values()))  # each has the same colour in every plot
COLOURS = {name: colour for names in _NAMES for name, colour in zip(names, _PALETTE, strict=True)}
MARKERS = {name: marker for names in _NAMES for name, marker in zip(names, "xs^Do", strict=True)}
WIDTH, HEIGHT = 7.2, 3.4  # inches, of 72 points
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "minisgl",
    "svg.fonttype": "path",  # a reader's fonts are others
    "font.size": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.formatter.use_mathtext": False,
}


def draw(plot: Plot, scheme: str) -> str:
    """The SVG of a plot for the scheme "light" or "dark"; its background is the page's."""
    with matplotlib.rc_context(SETTINGS | _ink(SCHEMES[scheme])):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        if isinstance(plot, Bars):
            _draw_bars(figure, plot)
        else:
            _draw_lines(figure, plot)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    picture = out.getvalue()
    lines = picture[picture.index("<svg") :].splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _ink(colour: str) -> dict[Any, Any]:
    names = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    return dict.fromkeys(names, colour)


def _draw_bars(figure: Any, plot: Bars) -> None:
    axes = figure.subplots()
    width = 0.84 / len(plot.series)
    for number, (name, heights) in enumerate(plot.series.items()):
        places = [group - 0.42 + width * (number + 0.5) for group in range(len(plot.groups))]
        shown = [0.0 if height is None else height for height in heights]
        axes.bar(places, shown, width * 0.92, label=name, color=COLOURS[name])
        for place, height, high in zip(places, heights, plot.upper.get(name, ()), strict=False):
            if height is not None and high is not None:
                axes.vlines(place, height, high, color=COLOURS[name], linewidth=1)
    axes.set_xticks(range(len(plot.groups)), [name.replace("_", "\n") for name in plot.groups])
    axes.tick_params(axis="x", length=0)
    if plot.log:
        axes.set_yscale("log")
        least = min(height for numbers in plot.series.values() for height in numbers if height)
        axes.set_ylim(bottom=10 ** math.floor(math.log10(least)))
    _finish(figure, axes, plot.unit, len(plot.series))


def _draw_lines(figure: Any, plot: Lines) -> None:
    columns = min(2, len(plot.panels))
    rows = -(-len(plot.panels) // columns)
    if rows > 1:
        figure.set_size_inches(WIDTH, HEIGHT * 1.5)
    all_axes = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).flat
    for axes, (title, lines) in zip(all_axes, plot.panels.items(), strict=False):
        for name, points in lines.items():
            axes.plot(
                *zip(*points, strict=True), label=name, color=COLOURS[name],
                marker=MARKERS[name], markersize=4, linewidth=1.3,
            )  # fmt: skip
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(title, fontfamily="monospace", fontsize=8)
        axes.set_xlabel(plot.x_unit)
        _finish(figure, axes, plot.y_unit, 0)
    handles: dict[str, Any] = {}
    for axes in figure.axes:
        found, labels = axes.get_legend_handles_labels()
        handles |= dict(zip(labels, found, strict=True))
    _legend(figure, handles)


def _finish(figure: Any, axes: Any, unit: str, series: int) -> None:
    axes.set_ylabel(unit)
    axes.minorticks_off()
    axes.grid(axis="y", alpha=0.25, linewidth=0.6)
    if series:
        handles, labels = axes.get_legend_handles_labels()
        _legend(figure, dict(zip(labels, handles, strict=True)))


def _legend(figure: Any, handles: dict[str, Any]) -> None:
    figure.legend(
        handles.values(), handles.keys(), loc="outside upper center", ncols=len(handles),
        frameon=False, prop={"family": "monospace", "size": 8},
    )  # fmt: skip
