"""What authors may write between {{ and }} on a page; chapters/README.md lists it."""

from __future__ import annotations

import dataclasses
import functools
import html
import posixpath
from typing import Any

from sitelib import (
    SiteError,
    card_page,
    figures,
    films,
    links_out,
    live_tree,
    plan,
    results,
    tables,
    trees,
)
from sitelib.cards import cards_markdown, has_cards, read_cards
from sitelib.conformance import Conformance
from sitelib.expand import block, expand
from sitelib.files import file_page
from sitelib.glossary import glossary_table
from sitelib.listings import file_text, listing
from sitelib.material import ChapterPage, Material
from sitelib.outputs import AllValues, output_part, output_text
from sitelib.pages import Page, find_page, link
from sitelib.words import WORDS


class Directives:
    """The directives of one page in one language.

    Attributes:
        used: the names of those that the page has called.
    """

    def __init__(self, material: Material, pages: list[Page], page: Page, language: str) -> None:
        self._material = material
        self._pages = pages
        self._page = page
        self._language = language
        self._words = WORDS[language]
        self.used: set[str] = set()

    def names(self) -> dict[str, Any]:
        """Everything by the name that authors use."""
        return {
            "code": self.code,
            "output": self.output,
            "cards": self.cards,
            "card_table": self.card_table,
            "card_list": self.card_list,
            "out": AllValues(self._material),
            "tree": self.tree,
            "tests": self.tests,
            "problems": self.problems,
            "problem": self.problem,
            "problem_table": self.problem_table,
            "strength_table": self.strength_table,
            "chapter": self.chapter,
            "chapter_table": self.chapter_table,
            "page": self.page,
            "real": self.real,
            "film": self.film,
            "plot": self.plot,
            "time_table": self.time_table,
            "picture": self.picture,
            "live_tree": self.live_tree,
            "plan": plan.Plan(self._material),
            "strength": figures.Strength(self._material),
            "conformance": Conformance(self._material.root, self._language),
            "glossary": self.glossary,
            "language": self._language,
        }

    def code(self, path: str, *symbols: str) -> str:
        """These symbols of a file, or all of it, as the chapter has them."""
        chapter = self._page.chapter
        text = file_text(self._material, chapter, path)
        shown = listing(text, path, symbols)
        target = self._from_site(file_page(self._material, chapter, path))
        anchor = f"#L{shown.line}" if symbols else ""
        caption = f"[`{path}`]({target}{anchor})"
        caption += "".join(f" `{symbol}`" for symbol in symbols)
        kind = "python" if path.endswith(".py") else "text"
        return block(f"{caption}\n{{: .listing }}\n\n{fenced(shown.text, kind)}")

    def output(
        self, first: str | None = None, last: str | None = None, demo: str | None = None
    ) -> str:
        """What this chapter's main printed, or the lines from ``first`` to ``last``.

        ``demo`` names another program whose output was captured, in the folder demos.
        """
        chapter = self._own_chapter("output")
        file = "output.txt" if demo is None else f"demos/{demo}.txt"
        if first is None:
            text = output_text(chapter, file)
        else:
            text = output_part(chapter, first, first if last is None else last, file)
        if demo is None:
            self.used.add("output")
        place = posixpath.relpath(f"chapters/{chapter.slug}/{file}", self._page.path or ".")
        return block(f"[`{file}`]({place})\n{{: .listing }}\n\n{fenced(text, 'text')}")

    def cards(self, kind: str) -> str:
        """The questions of this kind with their answers folded."""
        chapter = self._own_chapter("cards")
        return block(
            cards_markdown(
                chapter, kind, self._language, lambda text, place: expand(text, place, self.names())
            )
        )

    def card_table(self) -> str:
        """The chapters that have review cards, as a table that the front end fills."""
        return block(card_page.card_table(self._all_cards(), self._language))

    def card_list(self) -> str:
        """The review cards of all chapters, by chapter, with their answers folded."""
        return block(card_page.card_list(self._all_cards(), self._language, self._to))

    def _all_cards(self) -> card_page.ChapterCards:
        return chapters_with_cards(self._material, self._pages, self._page, self._language)

    def tree(self) -> str:
        """The files so far, with what this chapter adds and changes marked."""
        chapter = self._own_chapter("tree")
        self.used.add("tree")
        shown = trees.tree_html(
            self._material,
            chapter,
            self._words,
            lambda path: self._from_site(file_page(self._material, chapter, path)),
        )
        return block(shown)

    def tests(self) -> str:
        """The commands that make this chapter's stubs and test them."""
        number = self._own_chapter("tests").number
        self.used.add("tests")
        commands = f"python tools/steps.py start {number}\npython tools/steps.py test {number}\n"
        return block(fenced(commands, "sh"))

    def problems(self) -> str:
        """This chapter's judged problems, as a list that the front end marks."""
        chapter = self._own_chapter("problems")
        self.used.add("problems")
        return block(tables.problem_list(self._material, chapter, self._language, self._to))

    def problem(self, number: int) -> str:
        entry = self._material.problem(number)
        page = next(one for one in self._pages if one.entry is entry)
        return self._link(page)

    def chapter(self, number: int) -> str:
        chapter = self._material.chapter(number)
        page = next(one for one in self._pages if one.chapter is chapter)
        return self._link(page)

    def page(self, name: str) -> str:
        return self._link(find_page(self._pages, name))

    def problem_table(self) -> str:
        return block(tables.problem_table(self._material, self._language, self._to))

    def strength_table(self) -> str:
        return block(figures.strength_table(self._material, self._language, self._to))

    def chapter_table(self) -> str:
        return block(tables.chapter_table(self._material, self._language, self._to))

    def picture(self) -> str:
        """Chapter 9's tree, inside the page, so that it has the page's colours."""
        return block(f'<div class="picture">\n{self._picture()}</div>')

    def live_tree(self) -> str:
        """The radix tree that the reader drives; on a chapter's page it waits to be asked for."""
        waits = self._page.chapter is not None
        return block(live_tree.live_tree_html(self._language, self._picture(), waits))

    def _picture(self) -> str:
        """Both arrangements; the style sheet shows the one that fits the screen."""
        return "".join(self._drawing(added) for added in ("", ".narrow"))

    def _drawing(self, added: str) -> str:
        place = f"site/pages/split_lock_evict{added}.{self._language}.svg"
        try:
            return (self._material.root / place).read_text(encoding="utf-8")
        except OSError as error:
            raise SiteError(f"{place}: {error.strerror}: run python tools/picture.py") from None

    def time_table(self) -> str:
        return block(plan.time_table(self._material, self._language))

    def glossary(self) -> str:
        return block(glossary_table(self._material, self._language, self._to))

    def real(self, project: str, key: str) -> str:
        """A link to the same place in another project, from chapters/links.toml."""
        return links_out.real(self._material.root, project, key)

    def film(self, name: str) -> str:
        """A film of animations/, with captions, and the stills of it folded."""
        root, language = self._material.root, self._language
        return block(films.film_html(root, name, language, self._from_site))

    def plot(self, name: str) -> str:
        """A plot of benchmarks/results, as the page's scheme wants it, with its caption."""
        root, language = self._material.root, self._language
        return block(results.plot_html(root, name, language, self._from_site))

    def _own_chapter(self, directive: str) -> ChapterPage:
        if self._page.chapter is None:
            raise SiteError(f"{directive}() belongs on the page of a chapter")
        return self._page.chapter

    def _to(self, path: str) -> str:
        """The address of another page of this edition."""
        return link(self._page.path, path)

    def _from_site(self, path: str) -> str:
        """The address of a file that both editions share."""
        return posixpath.relpath(path, posixpath.join("edition", self._page.path))

    def _link(self, page: Page) -> str:
        title = html.escape(page.title[self._language], quote=False)
        return f"[{title}]({self._to(page.path)})"


def chapters_with_cards(
    material: Material, pages: list[Page], page: Page, language: str
) -> card_page.ChapterCards:
    """The chapters that have cards, and these, their links as they are from ``page``."""
    found = []
    for chapter in filter(has_cards, material.chapters):
        place = dataclasses.replace(page, chapter=chapter)
        names = Directives(material, pages, place, language).names()
        cards = read_cards(chapter, language, functools.partial(expand, names=names))
        found.append((chapter, cards))
    return found


def fenced(text: str, kind: str) -> str:
    """A fenced block, whatever fences the text itself has."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{kind}\n{text.rstrip()}\n{fence}"
