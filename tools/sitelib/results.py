"""Figures and plots of benchmarks/results, by name, for the pages.

A value in a chapter's values.toml may be one figure of a result, in the form that a page shows:

    reused = { result = "prefix_replay", path = "five_turns_8.radix.reused", format = "{:.0%}" }

``path`` goes through the keys of the result's figures, with dots between, or is a list of keys, and
through the places of lists, counted from 0. ``machine`` is beside the figures. Without ``format``
the figure is shown as it was kept.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from pathlib import Path
from typing import Any

from sitelib import SiteError
from sitelib.tables import Address

FOLDER = "benchmarks/results"
PLOTS = "plots"
KEYS = {"result", "path", "format"}
MEND = "python benchmarks/run.py report"


def figure(root: Path, about: dict[str, Any]) -> str:
    """One figure, as the page shows it.

    Raises:
        SiteError: if it is not there, is no single figure, or cannot be shown so.
    """
    if not set(about) <= KEYS or not {"result", "path"} <= set(about):
        raise SiteError("a figure of a result has result, path and, if need be, format")
    document = _read(root, f"{about['result']}.json", "python benchmarks/run.py")
    path, form = about["path"], about.get("format", "{}")
    keys = path.split(".") if isinstance(path, str) else path
    value: Any = {**document["figures"], "machine": document["machine"]}
    place = f"{FOLDER}/{about['result']}.json"
    for depth, key in enumerate(keys):
        inside = _inside(value)
        if key not in inside:
            way = " · ".join(keys[:depth]) or "its figures"
            raise SiteError(
                f"{place}: {way} has no {key!r}; it has {', '.join(inside) or 'nothing'}"
            )
        value = inside[key]
    if _inside(value) or value is None:
        raise SiteError(f"{place}: {path} is no single figure")
    try:
        return str(form.format(value))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise SiteError(f"{place}: {path} is {value!r}, not for {form!r}: {error}") from None


def _inside(value: Any) -> dict[str, Any]:
    """What a path may go on to."""
    if isinstance(value, list):
        return {str(number): one for number, one in enumerate(value)}
    return value if isinstance(value, dict) else {}


def plot_html(root: Path, name: str, language: str, address: Address) -> str:
    """A plot as the page's scheme wants it, with its caption; its numbers are said in words.

    ``address`` gives the address of a file of the site.

    Raises:
        SiteError: if there is no plot of that name.
    """
    plots = _plots(root)
    if name not in plots:
        raise SiteError(f"{FOLDER}/{PLOTS} has no {name}; it has {', '.join(plots) or 'nothing'}")
    caption = html.escape(plots[name]["caption"][language])
    words = html.escape(plots[name]["alternative"][language])
    pictures = [
        f'<img loading="lazy" {_size(root, name)} alt="{words}" '
        f'src="{html.escape(address(f"{PLOTS}/{name}.{scheme}.svg"))}#only-{scheme}">'
        for scheme in ("light", "dark")
    ]
    lines = [
        '<figure class="plot" tabindex="0">',
        *pictures,
        f"<figcaption>{caption}</figcaption>",
        "</figure>",
    ]
    return "\n".join(lines)


def _size(root: Path, name: str) -> str:
    """Width and height of a plot as attributes, so that the page does not jump when it comes."""
    picture = root / FOLDER / PLOTS / f"{name}.light.svg"
    try:
        box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.read_text(encoding="utf-8"))
    except FileNotFoundError:
        box = None
    if box is None:
        raise SiteError(f"{FOLDER}/{PLOTS}/{picture.name} is not there, or no plot: {MEND}")
    return f'width="{round(float(box[1]))}" height="{round(float(box[2]))}"'


def copy_plots(root: Path, target: Path) -> None:
    """Put both forms of every plot into the folder ``plots`` of the site.

    Raises:
        SiteError: if one is missing.
    """
    for name in _plots(root):
        for scheme in ("light", "dark"):
            source = root / FOLDER / PLOTS / f"{name}.{scheme}.svg"
            if not source.is_file():
                raise SiteError(f"{FOLDER}/{PLOTS} has no {source.name}: {MEND}")
            shutil.copyfile(source, target / source.name)


def _plots(root: Path) -> dict[str, Any]:
    """What is said of each plot; none if nothing was ever drawn."""
    if not (root / FOLDER / PLOTS / "index.json").is_file():
        return {}
    plots: dict[str, Any] = _read(root, f"{PLOTS}/index.json", MEND)["plots"]
    return plots


def _read(root: Path, file: str, command: str) -> dict[str, Any]:
    try:
        document: dict[str, Any] = json.loads((root / FOLDER / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SiteError(f"there is no {FOLDER}/{file}: {command}") from None
    except ValueError as error:
        raise SiteError(f"{FOLDER}/{file}: {error}: {command}") from None
    return document
