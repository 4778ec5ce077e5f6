"""Lists and tables of problems and chapters, as HTML that the front end marks with progress."""

from __future__ import annotations

import html
from collections.abc import Callable

from judgelib.library import Entry

from sitelib.material import ChapterPage, Material
from sitelib.words import WORDS

Address = Callable[[str], str]


def problem_list(material: Material, chapter: ChapterPage, language: str, address: Address) -> str:
    """A chapter's problems, in the order in which to solve them."""
    words = WORDS[language]
    lines = ['<ul class="chapter-problems">']
    for entry in material.problems_of(chapter):
        problem = entry.problem
        lines.append(
            f'<li data-problem="{problem.name}">{problem_link(entry, language, address)} '
            f'<span class="difficulty">{words[problem.difficulty]}</span></li>'
        )
    return "\n".join([*lines, "</ul>"])


def problem_link(entry: Entry, language: str, address: Address) -> str:
    problem = entry.problem
    title = html.escape(f"{problem.number:03}. {problem.title[language]}", quote=False)
    return f'<a href="{address("problems/" + problem.name)}">{title}</a>'


def problem_table(material: Material, language: str, address: Address) -> str:
    """All problems; the front end puts filters above it."""
    words = WORDS[language]
    titles = ("state", "problem", "chapter", "difficulty", "tags", "needs")
    head = "".join(f'<th scope="col">{words[title]}</th>' for title in titles)
    lines = [f'<table id="problems">\n<thead><tr>{head}</tr></thead>\n<tbody>']
    for entry in material.problems:
        problem = entry.problem
        chapter = material.chapter(problem.chapter)
        tags, needs = ("; ".join(values) for values in (problem.tags, problem.needs))
        lines.append(
            f'<tr data-problem="{problem.name}" data-chapter="{problem.chapter}" '
            f'data-difficulty="{problem.difficulty}" data-needs="{html.escape(needs)}" '
            f'data-tags="{html.escape(tags)}"><td class="state"></td>'
            f"<td>{problem_link(entry, language, address)}</td>"
            f'<td><a href="{address("chapters/" + chapter.slug)}">{problem.chapter}</a></td>'
            f"<td>{words[problem.difficulty]}</td>"
            f"<td>{html.escape(', '.join(problem.tags), quote=False)}</td>"
            f"<td>{', '.join(words['needs ' + need] for need in problem.needs)}</td></tr>"
        )
    return "\n".join([*lines, "</tbody>", "</table>"])


def chapter_table(material: Material, language: str, address: Address) -> str:
    """The path through the chapters, with the minutes and problems of each."""
    words = WORDS[language]
    titles = ("chapter", "minutes", "problems", "progress")
    head = "".join(f'<th scope="col">{words[title]}</th>' for title in titles)
    lines = [f'<div class="chapters"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>']
    stage = 0
    for chapter in material.chapters:
        if chapter.stage != stage:
            stage = chapter.stage
            lines.append(
                f'<tr class="stage"><th colspan="4" scope="rowgroup">{words[f"stage {stage}"]}</th>'
                "</tr>"
            )
        title = html.escape(f"{chapter.number}. {chapter.title[language]}", quote=False)
        lines.append(
            f'<tr><td><a href="{address("chapters/" + chapter.slug)}">{title}</a></td>'
            f"<td>{chapter.minutes}</td><td>{len(chapter.problems)}</td>"
            f'<td><span class="chapter-progress" data-chapter="{chapter.number}"></span></td></tr>'
        )
    return "\n".join([*lines, "</tbody>", "</table></div>"])
