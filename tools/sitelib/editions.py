"""The plain Markdown of both editions, and the configuration that the generator reads for each."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

from sitelib import ROOT
from sitelib.chinese import join_lines
from sitelib.directives import Directives
from sitelib.expand import expand, plain
from sitelib.material import ChapterPage, Material
from sitelib.pages import Page, all_pages, first_heading, front_matter, link, navigation, read_page
from sitelib.problem_pages import problem_markdown
from sitelib.structure import check_structure
from sitelib.twins import Twins, is_stale, read_twins
from sitelib.words import LANGUAGES, NAMES, OTHER, WORDS

ATTACHED = ("main.py", "output.txt", "demos/*.txt")  # of a chapter's folder, beside its page


def write_editions(material: Material, home: Path, target: Path) -> None:
    """Fill ``target`` with en/, zh/ and a configuration for each; it will be moved to ``home``.

    Raises:
        SiteError: for a text with something unknown in it, or unlike its twin.
    """
    pages, twins = all_pages(material), read_twins(material.root)
    for page in pages:
        check_structure(material.root, page)
    for language in LANGUAGES:
        for page in pages:
            folder = target / language / page.path
            folder.mkdir(parents=True, exist_ok=True)
            text = page_markdown(material, pages, page, language, twins)
            (folder / "index.md").write_text(text, encoding="utf-8", newline="\n")
            if page.chapter is not None:
                _attach(page.chapter.chapter.folder, folder)
        configuration = json.dumps(configure(pages, language, home), ensure_ascii=False, indent=1)
        file = target / f"mkdocs.{language}.yml"
        file.write_text(configuration + "\n", encoding="utf-8", newline="\n")  # JSON is YAML too


def _attach(source: Path, target: Path) -> None:
    for pattern in ATTACHED:
        for file in source.glob(pattern):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, copy)


def configure(pages: list[Page], language: str, home: Path) -> dict[str, Any]:
    """What an edition adds to mkdocs.yml, in a file that lies in ``home``."""
    words = WORDS[language]
    return {
        "INHERIT": os.path.relpath(ROOT / "mkdocs.yml", home),
        "site_name": words["site"],
        "site_description": words["description"],
        "docs_dir": language,
        "site_dir": f"html/{language}",
        "theme": {
            "language": language,
            "custom_dir": os.path.relpath(ROOT / "site" / "overrides", home),
            "palette": _palette(words),
        },
        "extra": {
            "alternate": True,  # has the header show partials/alternate.html
            "other": {"language": OTHER[language], "name": NAMES[OTHER[language]]},
            "words": {key: words[key] for key in ("report", "licence", "made")},
        },
        "nav": navigation(pages, language),
    }


def _palette(words: dict[str, str]) -> list[dict[str, Any]]:
    """Light and dark as the system has it, then each by choice."""
    colours = {"primary": "teal", "accent": "teal"}
    rows = (("", "default", "auto"), (": light", "default", "light"), (": dark", "slate", "dark"))
    icons = {"auto": "brightness-auto", "light": "brightness-7", "dark": "brightness-4"}
    return [
        {
            "media": f"(prefers-color-scheme{media})",
            "scheme": scheme,
            **colours,
            "toggle": {"icon": f"material/{icons[name]}", "name": words[name]},
        }
        for media, scheme, name in rows
    ]


def page_markdown(
    material: Material, pages: list[Page], page: Page, language: str, twins: Twins
) -> str:
    """A page as plain Markdown, with the front matter that the templates read."""
    about: dict[str, str] = {}
    if page.kind == "problem":
        text = problem_markdown(material, page, language)
    else:
        about, text = _expanded(material, pages, page, language)
    head: dict[str, Any] = {"title": page.title[language], "kind": page.kind}
    if page.kind == "problem":
        head["hide"] = ["navigation", "toc"]
    elif "hide" in about:
        head["hide"] = about["hide"].split()
    if language in page.texts:
        head["source"] = page.texts[language]
    if is_stale(material.root, twins, page, language):
        twin = _twin_address(page, language)
        line = WORDS[language]["stale"].format(twin)
        text = after_title(text, page.title[language], f"{line}\n{{: .stale }}")
    if language == "zh":
        text = join_lines(text)
    lines = "".join(f"{key}: {json.dumps(head[key], ensure_ascii=False)}\n" for key in head)
    return f"---\n{lines}---\n{text.strip()}\n"


def after_title(text: str, title: str, line: str) -> str:
    """Give a text its title and, below that, a paragraph."""
    body = text.lstrip()
    if first_heading(body) is not None:
        body = body.partition("\n")[2].lstrip()
    return f"# {title}\n\n{line}\n\n{body}"


def _expanded(
    material: Material, pages: list[Page], page: Page, language: str
) -> tuple[dict[str, str], str]:
    directives = Directives(material, pages, page, language)
    about: dict[str, str] = {}
    text = ""
    if language in page.texts:
        place = page.texts[language]
        about, body = front_matter(read_page(material.root, place))
        text = expand(body, place, directives.names())
    if page.chapter is None:
        return about, text
    if language not in page.texts:
        line = WORDS[language]["no text"].format(_twin_address(page, language))
        text = f"# {page.title[language]}\n\n{line}\n{{: .stale }}\n"
    text += _generated_parts(page.chapter, directives, language)
    return about, after_title(text, page.title[language], _chapter_facts(page.chapter, language))


def _generated_parts(chapter: ChapterPage, directives: Directives, language: str) -> str:
    """What a chapter's text leaves out: its tree, its output and its problems."""
    words = WORDS[language]
    parts = {"tree": directives.tree, "output": directives.output}
    if chapter.problems:
        parts["problems"] = directives.problems
    text = ""
    for name in [name for name in parts if name not in directives.used]:
        text += f"\n\n## {words[f'{name} heading']}\n\n{plain(parts[name]())}\n"
    return text


def _chapter_facts(chapter: ChapterPage, language: str) -> str:
    words = WORDS[language]
    facts = [
        words["about minutes"].format(chapter.minutes),
        words["count of problems"].format(len(chapter.problems)),
    ]
    progress = f'<span class="chapter-progress" data-chapter="{chapter.number}"></span>'
    return f"{' · '.join(facts)}{progress}\n{{: .facts }}"


def _twin_address(page: Page, language: str) -> str:
    """The same page of the other edition."""
    return link(f"{language}/{page.path}".rstrip("/"), f"{OTHER[language]}/{page.path}".rstrip("/"))
