"""What the directives of a page become in a notebook: programs are marks, links lead to files.

A notebook lies two folders below the course, in ``chapters/NAME`` or in ``workspace/notebooks``, so
that ``../../`` leads to the folder of the course from both.
"""

from __future__ import annotations

import html

from sitelib import tables, trees
from sitelib.directives import Directives, fenced
from sitelib.expand import block
from sitelib.listings import file_text, listing, own_files
from sitelib.outputs import output_part, output_text
from sitelib.pages import Page, find_page

TOP = "../../"
DEMO = "\x04demo "  # and a name, alone on a line: here the program demos/NAME.py is to run
NOTEBOOKS = {"en": "notebook.ipynb", "zh": "notebook.zh.ipynb"}


class NotebookDirectives(Directives):
    """The directives of a chapter's notebook in one language."""

    def code(self, path: str, *symbols: str) -> str:
        """Code as on the page; but a demo is marked, and all of main.py is in cells anyway."""
        if path.startswith("demos/"):
            return block(DEMO + path.removeprefix("demos/").removesuffix(".py"))
        if path == "main.py" and not symbols:
            return block("")
        chapter = self._own_chapter("code")
        shown = listing(file_text(self._material, chapter, path), path, symbols)
        caption = self._file(path) + "".join(f" `{symbol}`" for symbol in symbols)
        kind = "python" if path.endswith(".py") else "text"
        return block(f"{caption}\n\n{fenced(shown.text, kind)}")

    def output(
        self, first: str | None = None, last: str | None = None, demo: str | None = None
    ) -> str:
        """What was captured, as text; but all of a demo's output comes from running it."""
        chapter = self._own_chapter("output")
        if demo is not None and first is None:
            return block(DEMO + demo)
        file = "output.txt" if demo is None else f"demos/{demo}.txt"
        if first is None:
            text = output_text(chapter, file)
        else:
            text = output_part(chapter, first, first if last is None else last, file)
        return block(f"{self._file(file)}\n\n{fenced(text, 'text')}")

    def tree(self) -> str:
        """The files that are new or changed; the page has all of them."""
        chapter = self._own_chapter("tree")
        states = trees.file_states(self._material, chapter)
        return block(
            "\n".join(
                f"- {self._file(path)} *{self._words[state]}*"
                for path, state in states.items()
                if state != "unchanged"
            )
        )

    def film(self, name: str) -> str:
        """Nothing: films are on the page."""
        return ""

    def plot(self, name: str) -> str:
        """Nothing: plots are on the page."""
        return ""

    def live_tree(self) -> str:
        """Nothing: it is on the page."""
        return ""

    def problems(self) -> str:
        chapter = self._own_chapter("problems")
        return block(tables.problem_list(self._material, chapter, self._language, self._to))

    def _file(self, path: str) -> str:
        """A file's name, with a link if the course holds it as this chapter has it."""
        chapter = self._own_chapter("the name of a file")
        if path in own_files(chapter) or path.endswith(".txt"):
            return f"[`{path}`]({TOP}chapters/{chapter.chapter.name}/{path})"
        course = self._material.course
        final = course.final.get(path) == course.tree(chapter.number).get(path)
        return f"[`{path}`]({TOP}{path})" if final else f"`{path}`"

    def _to(self, path: str) -> str:
        """The address of the file that another page of this edition is made from."""
        page = find_page(self._pages, path)
        if page.chapter is not None:
            language = self._language if self._language in page.texts else "en"
            return f"{TOP}chapters/{page.chapter.chapter.name}/{NOTEBOOKS[language]}"
        return TOP + page.texts[self._language]

    def _link(self, page: Page) -> str:
        """Texts of the site that have directives of their own are named only."""
        title = html.escape(page.title[self._language], quote=False)
        return title if page.kind == "text" else f"[{title}]({self._to(page.path)})"
