"""Which pages the site has: their addresses, titles, texts, and how they link to each other.

Every page is a folder with an index.html, below ``en/`` and below ``zh/``, under the same path.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import Path

from judgelib.library import Entry

from sitelib import SiteError
from sitelib.material import ChapterPage, Material
from sitelib.words import LANGUAGES, WORDS

# The pages of site/pages, in the order of the navigation, by the names of their files.
TEXTS = (
    "index",
    "how_to_use",
    "setup",
    "problems",
    "radix_tree",
    "engine_live",
    "cards",
    "progress",
    "judge",
    "torch_in_the_browser",
    "glossary",
    "contributing",
)
BEFORE_CHAPTERS = ("index", "how-to-use", "setup")
ABOUT = ("judge", "torch-in-the-browser", "glossary", "contributing")  # one tab for all of them


@dataclass(frozen=True)
class Page:
    """One page in both languages.

    Attributes:
        path: its folder, like ``chapters/09-radix-cache``; empty for the first page.
        kind: "text", "chapter" or "problem".
        title, label: by language; the label is short, for the navigation.
        texts: by language, the file with its text, relative to the repository; a language whose
            text is not written yet is not there.
    """

    path: str
    kind: str
    title: dict[str, str]
    label: dict[str, str]
    texts: dict[str, str]
    chapter: ChapterPage | None = None
    entry: Entry | None = None

    @property
    def name(self) -> str:
        """What the page is called in a command: its path, or "index"."""
        return self.path or "index"


def all_pages(material: Material) -> list[Page]:
    """Every page, in reading order.

    Raises:
        SiteError: if a text that must be there is missing, or has no title.
    """
    texts = [_text_page(material.root, name) for name in TEXTS]
    chapters = [_chapter_page(material.root, chapter) for chapter in material.chapters]
    problems = [_problem_page(material.root, entry) for entry in material.problems]
    first = [page for page in texts if page.name in BEFORE_CHAPTERS]
    return [*first, *chapters, *(page for page in texts if page not in first), *problems]


def find_page(pages: list[Page], name: str) -> Page:
    """A page by its path, or by the name of its file in site/pages.

    Raises:
        SiteError: if there is none.
    """
    for page in pages:
        if name in (page.name, page.name.replace("-", "_")):
            return page
    there = ", ".join(page.name for page in pages if page.kind == "text")
    raise SiteError(f"there is no page {name}; there are {there}, chapters/… and problems/…")


def link(start: str, end: str) -> str:
    """The relative address of the page ``end`` from the page ``start``; both are paths."""
    return posixpath.relpath(end or ".", start or ".") + "/"


def navigation(pages: list[Page], language: str) -> list[dict[str, object]]:
    """The navigation as mkdocs.yml has it. Problems are reached from their list."""
    words = WORDS[language]
    items: list[dict[str, object]] = []
    about: list[dict[str, str]] = []
    stages: dict[int, list[dict[str, str]]] = {}
    for page in pages:
        entry = {page.label[language]: f"{page.path}/index.md".lstrip("/")}
        if page.chapter is not None:
            stages.setdefault(page.chapter.stage, []).append(entry)
        elif page.name in ABOUT:
            about.append(entry)
        elif page.kind == "text":
            items.append({**entry})
    chapters = [{words[f"stage {stage}"]: stages[stage]} for stage in sorted(stages)]
    items.insert(len(BEFORE_CHAPTERS), {words["chapters"]: chapters})
    return [*items, {words["about"]: about}]


def read_page(root: Path, place: str) -> str:
    """The text of a page in one language.

    Raises:
        SiteError: if it is not there, or not UTF-8.
    """
    try:
        return (root / place).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SiteError(f"{place} is missing: every page has a text in each language") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SiteError(f"{place} cannot be read: {error}") from None


def first_heading(text: str) -> str | None:
    """What the first line says, if it is a title: # and a space. Attributes in braces are none."""
    line = text.lstrip().partition("\n")[0]
    return line[2:].partition("{:")[0].strip() if line.startswith("# ") else None


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """The lines ``key: value`` between two lines of three dashes, and what comes after them.

    The rest has as many lines as the whole text, so that errors name the right one.
    """
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        return {}, text
    end = lines.index("---", 1)
    pairs = (line.partition(":") for line in lines[1:end])
    values = {key.strip(): value.strip() for key, _, value in pairs}
    return values, "\n".join([""] * (end + 1) + lines[end + 1 :])


def _text_page(root: Path, name: str) -> Page:
    title, label, texts = {}, {}, {}
    for language in LANGUAGES:
        place = f"site/pages/{name}.{language}.md"
        about, rest = front_matter(read_page(root, place))
        heading = first_heading(rest)
        if heading is None:
            raise SiteError(f"{place} has no title: begin it with a line like # Title")
        texts[language], title[language] = place, heading
        label[language] = about.get("label", heading)
    path = "" if name == "index" else name.replace("_", "-")
    return Page(path, "text", title, label, texts)


def _chapter_page(root: Path, chapter: ChapterPage) -> Page:
    folder = f"chapters/{chapter.chapter.name}"
    places = {language: f"{folder}/index.{language}.md" for language in LANGUAGES}
    return Page(
        path=f"chapters/{chapter.slug}",
        kind="chapter",
        title={one: f"{chapter.number}. {chapter.title[one]}" for one in LANGUAGES},
        label={one: f"{chapter.number}. {chapter.short_title(one)}" for one in LANGUAGES},
        texts={one: place for one, place in places.items() if (root / place).is_file()},
        chapter=chapter,
    )


def _problem_page(root: Path, entry: Entry) -> Page:
    problem = entry.problem
    folder = f"practice/problems/{problem.name}"
    titles = {one: f"{problem.number:03}. {problem.title[one]}" for one in LANGUAGES}
    return Page(
        path=f"problems/{problem.name}",
        kind="problem",
        title=titles,
        label=titles,
        texts={one: f"{folder}/statement.{one}.md" for one in LANGUAGES},
        entry=entry,
    )
