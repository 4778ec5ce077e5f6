"""Reading chapters/chNN_slug/chapter.toml, and saying what is wrong with it."""

from __future__ import annotations

import itertools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class CourseError(Exception):
    """Something is wrong; the message names the place and what to do."""


@dataclass(frozen=True)
class Task:
    """One symbol that the reader writes in a chapter."""

    chapter: int
    number: int
    file: str
    symbol: str

    @property
    def message(self) -> str:
        return f"chapter {self.chapter}, task {self.number}: write {self.symbol}"


@dataclass(frozen=True)
class Chapter:
    """A manifest, checked for its form.

    Attributes:
        folder: where it lies.
        new, changed: files of minisgl, relative to the repository, with forward slashes.
        local: files of this chapter's tree alone, which lie in its folder.
        symbols: names of an older file that first appear, or take their final form, here.
        tasks: what the reader writes, in order.
        main_args: arguments of main.py when its output is captured.
    """

    number: int
    folder: Path
    title: str
    new: tuple[str, ...]
    changed: tuple[str, ...]
    local: tuple[str, ...]
    symbols: dict[str, tuple[str, ...]]
    tasks: tuple[Task, ...]
    main_args: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.folder.name


def load_chapters(root: Path) -> list[Chapter]:
    """Every chapter of the course, by number.

    Raises:
        CourseError: if there is none, two have one number, or a manifest is wrong.
    """
    folder = root / "chapters"
    if not folder.is_dir():
        raise CourseError(f"{folder} is not there: is {root} a checkout of the course?")
    files = sorted(folder.glob("*/chapter.toml"))
    if not files:
        raise CourseError(f"{folder} has no chapter.toml: there is nothing to work on")
    chapters = sorted((_read(file) for file in files), key=lambda chapter: chapter.number)
    for one, two in itertools.pairwise(chapters):
        if one.number == two.number:
            raise CourseError(f"{one.name} and {two.name} are both chapter {one.number}")
    return chapters


def find_chapter(chapters: list[Chapter], number: int) -> Chapter:
    """Raises: CourseError, saying which chapters there are."""
    for chapter in chapters:
        if chapter.number == number:
            return chapter
    there = ", ".join(str(chapter.number) for chapter in chapters)
    raise CourseError(f"there is no chapter {number}; there are {there}")


def _read(file: Path) -> Chapter:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseError(f"{file}: {error}") from None
    files = _take(file, data, "files", dict)
    number = _take(file, data, "number", int)
    write = _names(file, "write", data.get("write", {}))
    expected = f"ch{number:02}_{_take(file, data, 'slug', str)}"
    if file.parent.name != expected:
        raise CourseError(f"{file}: its folder should be named {expected}")
    pairs = [(path, symbol) for path, symbols in write.items() for symbol in symbols]
    return Chapter(
        number=number,
        folder=file.parent,
        title=str(_take(file, data, "title", dict).get("en", "")),
        new=_paths(file, "files.new", files.get("new", [])),
        changed=_paths(file, "files.changed", files.get("changed", [])),
        local=_paths(file, "files.local", files.get("local", [])),
        symbols=_names(file, "symbols", data.get("symbols", {})),
        tasks=tuple(Task(number, i + 1, *pair) for i, pair in enumerate(pairs)),
        main_args=tuple(map(str, data.get("main", {}).get("args", []))),
    )


def _take(file: Path, data: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(data.get(key), kind):
        raise CourseError(f"{file}: {key!r} is missing or not of type {kind.__name__}")
    return data[key]


def _paths(file: Path, key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(path, str) for path in value):
        raise CourseError(f"{file}: {key} must be a list of paths")
    for path in value:
        if "\\" in path or path.startswith(("/", "..")):
            raise CourseError(f"{file}: {key}: write {path!r} relative, with forward slashes")
    if len(set(value)) != len(value):
        raise CourseError(f"{file}: {key} names a file twice")
    return tuple(value)


def _names(file: Path, key: str, value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise CourseError(f"{file}: [{key}] must be a table from files to lists of symbols")
    _paths(file, key, list(value))
    for path, symbols in value.items():
        if not isinstance(symbols, list) or not all(isinstance(name, str) for name in symbols):
            raise CourseError(f"{file}: [{key}] {path!r} must be a list of symbols")
        if len(set(symbols)) != len(symbols):
            raise CourseError(f"{file}: [{key}] {path!r} names a symbol twice")
    return {path: tuple(symbols) for path, symbols in value.items()}
