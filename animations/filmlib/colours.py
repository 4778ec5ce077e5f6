"""The colours of the course, read from the site's style: one source for pages and films."""

from __future__ import annotations

import functools
import re

from filmlib import ROOT, FilmError

STYLE = ROOT / "site" / "web" / "source" / "styles" / "variables.css"
STATES = ("free", "evictable", "protected", "written")


@functools.cache
def colours() -> dict[str, str]:
    """``#rrggbb`` by name: the states, "mark" for what is looked at now, and ink and paper.

    Raises:
        FilmError: if the style does not define one of them for light pages.
    """
    style = STYLE.read_text(encoding="utf-8")
    found = {name: _variable(style, f"--course-{name}") for name in STATES}
    found["mark"] = _variable(style, "--md-primary-fg-color")
    return found | {"ink": "#1f2328", "quiet": "#8b929c", "paper": "#ffffff"}


def _variable(style: str, name: str) -> str:
    """The first value of a variable, which is the one for light pages."""
    match = re.search(rf"{name}:\s*(#[0-9a-f]{{6}});", style)
    if match is None:
        raise FilmError(f"{STYLE.relative_to(ROOT)} has no line {name}: #…;")
    return match[1]
