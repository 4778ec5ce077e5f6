"""The tree of a chapter: the finished engine without what later chapters add or change.

For each symbol of a file, a chapter's form is the newest one that is not newer than the chapter:
its final form belongs to the chapter that lists it in [symbols], or else to the one that has its
file as new; an earlier form, in chapters/chNN_slug/earlier/FILE, belongs to that chapter. Where
there is none yet, the symbol is cut. A symbol is a whole function, class or assignment of a module.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .imports import PACKAGE, add_imports, trim_imports
from .manifest import Chapter, CourseError, find_chapter, load_chapters
from .sources import (
    Span,
    cut,
    lines_of,
    read_source,
    replace,
    statement_span,
    text_lines,
    top_level,
)

Tree = dict[str, str]


@dataclass(frozen=True)
class Form:
    """One form of a symbol, and the chapter from which on it holds."""

    chapter: int
    text: str


class Course:
    """The manifests, the finished engine and every tree that follows from them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.chapters = load_chapters(root)
        self._trees: dict[int, Tree] = {}
        self._known_forms: dict[str, dict[str, list[Form]]] = {}

    @cached_property
    def final(self) -> Tree:
        """The finished engine: text by path."""
        files = sorted((self.root / PACKAGE).rglob("*.py"))
        if not files:
            raise CourseError(f"{self.root / PACKAGE} has no Python files")
        return {file.relative_to(self.root).as_posix(): read_text(file) for file in files}

    @cached_property
    def introduced(self) -> dict[str, int]:
        """The chapter that has each file as new."""
        found: dict[str, int] = {}
        for chapter in self.chapters:
            for path in chapter.new:
                if path in found:
                    raise CourseError(
                        f"{_toml(chapter)}: files.new: {path} is new in chapter {found[path]} too"
                    )
                if path not in self.final:
                    raise CourseError(f"{_toml(chapter)}: files.new: {path} does not exist")
                found[path] = chapter.number
        missing = sorted(set(self.final) - set(found))
        if missing:
            raise CourseError(f"{missing[0]} is in no chapter: name it in the files.new of one")
        return found

    def tree(self, number: int) -> Tree:
        """The files of minisgl at the end of a chapter, text by path."""
        if number not in self._trees:
            find_chapter(self.chapters, number)
            present = [path for path, first in self.introduced.items() if first <= number]
            texts = {path: self._full_text(path, number) for path in present}
            cut_texts = {path: self._cut(path, number, texts[path]) for path in present}
            trimmed = trim_imports(cut_texts, self.final)
            self._trees[number] = {path: trimmed[path] for path in sorted(trimmed)}
        return self._trees[number]

    def local(self, chapter: Chapter) -> Tree:
        """The files of this chapter's tree alone, by their names at the root of the tree."""
        files = {name: chapter.folder / name for name in chapter.local}
        for name, file in files.items():
            if not file.is_file():
                raise CourseError(f"{_toml(chapter)}: files.local: {name} is not in its folder")
        return {name: read_text(file) for name, file in files.items()}

    def whole(self, chapter: Chapter) -> Tree:
        """Everything that the chapter's main has: the tree and the chapter's own files."""
        return self.tree(chapter.number) | self.local(chapter)

    def status(self, number: int) -> dict[str, str]:
        """ "new", "changed" or "unchanged" for every file of a tree."""
        before = self.before(number)
        return {
            path: "new"
            if path not in before
            else "changed"
            if before[path] != text
            else "unchanged"
            for path, text in self.tree(number).items()
        }

    def before(self, number: int) -> Tree:
        """The tree of the chapter before; nothing for the first."""
        earlier = [chapter.number for chapter in self.chapters if chapter.number < number]
        return self.tree(max(earlier)) if earlier else {}

    def check_manifest(self, chapter: Chapter) -> None:
        """Raises: CourseError for the first thing in a manifest that is not so."""
        place = _toml(chapter)
        status = self.status(chapter.number)
        changed = {path for path, state in status.items() if state == "changed"}
        for path in chapter.changed:
            if path not in changed:
                raise CourseError(f"{place}: files.changed: {path} does not change")
        for path in sorted(changed - set(chapter.changed)):
            raise CourseError(f"{place}: files.changed: {path} changes: name it")
        for path, text in self.tree(chapter.number).items():
            if chapter is self.chapters[-1] and text != self.final[path]:
                raise CourseError(f"{place}: {path} is not the finished file in the last chapter")
        for path in chapter.symbols:
            if path not in chapter.changed:
                raise CourseError(f"{place}: [symbols] {path} is not in files.changed")

    def _final_chapter(self, path: str, symbol: str) -> int:
        """The chapter in which the final form of a symbol appears."""
        listed = [c.number for c in self.chapters if symbol in c.symbols.get(path, ())]
        return max([self.introduced[path], *listed])

    def _earlier(self, path: str) -> list[tuple[int, str, str]]:
        """(chapter, place, text) of every file with earlier forms."""
        found = []
        for chapter in self.chapters:
            file = chapter.folder / "earlier" / path
            if file.is_file():
                place = file.relative_to(self.root).as_posix()
                found.append((chapter.number, place, read_text(file)))
        return found

    def form_chapter(self, path: str, symbol: str, number: int) -> int:
        """The chapter whose form of a function, or of the class around a method, is in use."""
        top = symbol.partition(".")[0]
        if path not in self.final or top not in self._forms(path):
            return -1
        form = self._form_at(path, top, number)
        return -1 if form is None else form.chapter

    def _forms(self, path: str) -> dict[str, list[Form]]:
        """Every form of every symbol of a file."""
        if path not in self._known_forms:
            self._known_forms[path] = self._read_forms(path)
        return self._known_forms[path]

    def _read_forms(self, path: str) -> dict[str, list[Form]]:
        final = self.final[path]
        forms = {
            symbol: [Form(self._final_chapter(path, symbol), lines_of(final, span))]
            for symbol, span in top_level(final, path).items()
        }
        seen: dict[str, int] = {}
        for chapter in self.chapters:
            for symbol in chapter.symbols.get(path, ()):
                place = f"{_toml(chapter)}: [symbols] {path}"
                if symbol not in forms:
                    raise CourseError(f"{place} has no {symbol}")
                if symbol in seen:
                    raise CourseError(
                        f"{place}: {symbol} is final in chapter {seen[symbol]} already"
                    )
                seen[symbol] = chapter.number
        for number, place, text in self._earlier(path):
            for symbol, span in top_level(text, place).items():
                if symbol not in forms:
                    raise CourseError(f"{place}: {path} has no {symbol} of which this is a form")
                if forms[symbol][0].chapter <= number:
                    raise CourseError(
                        f"{place}: no later chapter.toml has {symbol} in its [symbols], "
                        "so this form would never end"
                    )
                forms[symbol].append(Form(number, lines_of(text, span)))
        return forms

    def _full_text(self, path: str, number: int) -> str:
        """The finished file with the earlier forms of a chapter, their imports and docstring."""
        text = self.final[path]
        changes = []
        for symbol, span in top_level(text, path).items():
            form = self._form_at(path, symbol, number)
            if form is not None:
                changes.append((span, form.text))
        text = replace(text, changes)
        last_change = max((c.number for c in self.chapters if path in c.symbols), default=-1)
        for first, place, earlier in self._earlier(path):
            if first <= number < last_change:
                text = _merge_head(text, earlier, path, place)
        return text

    def _form_at(self, path: str, symbol: str, number: int) -> Form | None:
        forms = [form for form in self._forms(path)[symbol] if form.chapter <= number]
        return max(forms, key=lambda form: form.chapter, default=None)

    def _cut(self, path: str, number: int, text: str) -> str:
        spans = [
            span
            for symbol, span in top_level(text, path).items()
            if symbol in self._forms(path) and self._form_at(path, symbol, number) is None
        ]
        return "".join(cut(text_lines(text), spans))


def _merge_head(text: str, earlier: str, path: str, place: str) -> str:
    """Give a file the docstring of its earlier form, and what that imports beside its own."""
    ours, theirs = read_source(text, path), read_source(earlier, place)
    if ast.get_docstring(theirs) is not None:
        docstring = lines_of(earlier, _span(earlier, theirs.body[0]))
        text = replace(text, [(_span(text, ours.body[0]), docstring)])
    return add_imports(text, earlier, path, place)


def _span(text: str, node: ast.stmt) -> Span:
    return statement_span(text_lines(text), node)


def read_text(file: Path) -> str:
    """A text file with its line ends made plain.

    Raises:
        CourseError: if it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(f"{file} cannot be read: {error}") from None


def _toml(chapter: Chapter) -> str:
    return f"chapters/{chapter.name}/chapter.toml"
