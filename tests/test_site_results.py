"""Figures and plots of benchmarks/results on a page, and what authors are told without them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sitelib import SiteError
from sitelib.material import Material
from sitelib.results import copy_plots
from synthetic_course import change, write
from synthetic_site import expanded, make_site

RESULT = {
    "command": "python benchmarks/small.py",
    "machine": {"processor": "Slow", "cores": 2},
    "figures": {
        "five_turns": {"8": {"radix": {"reused": 0.7649, "rows": [4, 12345]}}},
        "a / b.c": 3,
        "unknown": None,
    },
}
VALUES = """
reused = { result = "small", path = "five_turns.8.radix.reused", format = "{:.0%}" }
exact = { result = "small", path = "five_turns.8.radix.reused" }
rows = { result = "small", path = "five_turns.8.radix.rows.1", format = "{:,}" }
odd = { result = "small", path = ["a / b.c"] }
where = { result = "small", path = "machine.processor" }
gone = { result = "small", path = "five_turns.9.radix" }
deep = { result = "small", path = "five_turns.8.radix.reused.more" }
past = { result = "small", path = "five_turns.8.radix.rows.2" }
many = { result = "small", path = "five_turns.8.radix" }
none = { result = "small", path = "unknown" }
form = { result = "small", path = "machine.processor", format = "{:.0%}" }
file = { result = "big", path = "a" }
pair = { result = "small" }
also = { result = "small", path = "a", match = 1 }
"""
INDEX = {
    "plots": {
        "reuse": {
            "caption": {"en": "Reused <here>", "zh": "复用"},
            "alternative": {"en": 'radix "9" %.', "zh": "radix 9 %。"},
        }
    }
}
SVG = '<svg width="7pt" height="3pt" viewBox="0 0 518.4 244.8"></svg>\n'


@pytest.fixture
def site(tmp_path: Path) -> Material:
    material = make_site(tmp_path)
    results = tmp_path / "benchmarks" / "results"
    write(results / "small.json", json.dumps(RESULT))
    write(results / "plots" / "index.json", json.dumps(INDEX))
    for scheme in ("light", "dark"):
        write(results / "plots" / f"reuse.{scheme}.svg", SVG)
    write(tmp_path / "chapters/ch01_one/values.toml", VALUES)
    return material


def refused(site: Material, text: str, message: str) -> None:
    with pytest.raises(SiteError, match=re.escape(message)):
        expanded(site, "setup", text)


def test_a_figure_is_found_by_its_path_and_shown_in_its_form(site: Material) -> None:
    names = ("reused", "exact", "rows", "odd", "where")
    text = " | ".join(f"{{{{ out.ch01.{name} }}}}" for name in names)
    assert expanded(site, "setup", text) == "76% | 0.7649 | 12,345 | 3 | Slow"


SMALL = "benchmarks/results/small.json"


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("gone", 7, f"{SMALL}: five_turns has no '9'; it has 8"),
        ("deep", 8, f"{SMALL}: five_turns · 8 · radix · reused has no 'more'; it has nothing"),
        ("past", 9, f"{SMALL}: five_turns · 8 · radix · rows has no '2'; it has 0, 1"),
        ("many", 10, f"{SMALL}: five_turns.8.radix is no single figure"),
        ("none", 11, f"{SMALL}: unknown is no single figure"),
        ("form", 12, f"{SMALL}: machine.processor is 'Slow', not for '{{:.0%}}'"),
        ("file", 13, "there is no benchmarks/results/big.json: python benchmarks/run.py"),
        ("pair", 14, "a figure of a result has result, path and, if need be, format"),
        ("also", 15, "a figure of a result has result, path and, if need be, format"),
    ],
)
def test_a_figure_that_is_not_there_stops_the_build_at_its_line(
    site: Material, name: str, line: int, message: str
) -> None:
    place = f"site/pages/a.en.md:2: chapters/ch01_one/values.toml:{line}: {name}: "
    refused(site, f"\n{{{{ out.ch01.{name} }}}}", place + message)


def test_a_result_that_is_no_json(site: Material) -> None:
    write(site.root / SMALL, "{")
    refused(site, "{{ out.ch01.exact }}", f"exact: {SMALL}: Expecting property name")


def test_a_plot_comes_for_both_schemes_and_is_said_in_words(site: Material) -> None:
    picture = '<img loading="lazy" width="518" height="245" alt="radix &quot;9&quot; %." src='
    assert expanded(site, "setup", 'a\n\n{{ plot("reuse") }}\n\nb') == (
        'a\n\n<figure class="plot" tabindex="0">\n'
        f'{picture}"../../plots/reuse.light.svg#only-light">\n'
        f'{picture}"../../plots/reuse.dark.svg#only-dark">\n'
        "<figcaption>Reused &lt;here&gt;</figcaption>\n</figure>\n\nb"
    )
    chinese = expanded(site, "chapters/01-one", '{{ plot("reuse") }}', "zh")
    assert 'alt="radix 9 %。" src="../../../plots/reuse.dark.svg#only-dark"' in chinese
    assert "<figcaption>复用</figcaption>" in chinese


def test_a_plot_that_is_not_there(site: Material) -> None:
    refused(site, '{{ plot("use") }}', "a.en.md:1: benchmarks/results/plots has no use; it has reu")
    plots = site.root / "benchmarks" / "results" / "plots"
    (plots / "reuse.light.svg").unlink()
    refused(site, '{{ plot("reuse") }}', "plots/reuse.light.svg is not there, or no plot: python")
    (plots / "index.json").unlink()
    refused(site, '{{ plot("reuse") }}', "benchmarks/results/plots has no reuse; it has nothing")


def test_both_forms_of_every_plot_are_copied(site: Material, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    copy_plots(site.root, target)
    assert sorted(file.name for file in target.iterdir()) == ["reuse.dark.svg", "reuse.light.svg"]
    change(site.root / "benchmarks/results/plots/index.json", "reuse", "use")
    with pytest.raises(SiteError, match=r"benchmarks/results/plots has no use.light.svg: python"):
        copy_plots(site.root, target)


def test_a_course_without_plots_copies_none(tmp_path: Path) -> None:
    copy_plots(make_site(tmp_path / "plain").root, tmp_path)
