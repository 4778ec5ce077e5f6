"""Films from traces: pictures as plain values, and one module, ``stage``, that has manim move them.

A scene (animations/scenes) turns a trace into shots. Everything up to there is pure Python, so that
tests can look at what a film will show, and at whether it is up to date, without manim.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ANIMATIONS = ROOT / "animations"
LANGUAGES = ("en", "zh")


class FilmError(Exception):
    """A film cannot be made; the message says why and which command mends it."""
