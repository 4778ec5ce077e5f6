"""The page of a problem, and what the front end reads about it."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from judgelib.library import Entry

from sitelib import SiteError
from sitelib.figures import figures_of
from sitelib.material import Material
from sitelib.pages import Page, link
from sitelib.words import WORDS


def problem_markdown(material: Material, page: Page, language: str) -> str:
    """The statement with its facts above it and the place of the editor below it."""
    assert page.entry is not None
    entry, words = page.entry, WORDS[language]
    try:
        statement = entry.statement(language)
    except (OSError, ValueError, SyntaxError) as error:  # of the text, or of the tests it shows
        raise SiteError(f"{page.texts[language]}, with its example: {error}") from None
    command = f"python practice/judge.py start {entry.number}"
    return f"""# {html.escape(page.title[language], quote=False)}

{_facts(material, page, language)}
{{: .facts }}

<section id="statement" markdown>

{statement}

</section>

<div id="problem" data-problem="{entry.problem.name}">
<p>{words["no script"]}</p>
<pre><code>{command}
{command.replace("start", "test")}</code></pre>
</div>

{_neighbours(material, page, language)}
"""


def _facts(material: Material, page: Page, language: str) -> str:
    assert page.entry is not None
    problem, words = page.entry.problem, WORDS[language]
    chapter = material.chapter(problem.chapter)
    title = html.escape(f"{chapter.number}. {chapter.short_title(language)}", quote=False)
    facts = [
        f"[{title}]({link(page.path, 'chapters/' + chapter.slug)})",
        words[problem.difficulty],
        words[problem.kind],
        ", ".join(html.escape(tag, quote=False) for tag in problem.tags),
    ]
    if set(problem.needs) - {"torch"}:
        facts.append(words["only local"])
    elif problem.needs:
        facts.append(words["torch in the browser"].format(link(page.path, "torch-in-the-browser")))
    figures = figures_of(material, page.entry)
    rejected = words["rejected"].format(figures["wrong"] + figures["mutants"])
    facts.append(f"[{rejected}]({link(page.path, 'judge')})")
    return " · ".join(fact for fact in facts if fact)


def _neighbours(material: Material, page: Page, language: str) -> str:
    """Links to the problems before and after this one."""
    assert page.entry is not None
    at = material.problems.index(page.entry)
    lines = []
    for kind, index in (("before", at - 1), ("after", at + 1)):
        if 0 <= index < len(material.problems):
            problem = material.problems[index].problem
            title = html.escape(f"{problem.number:03}. {problem.title[language]}", quote=False)
            address = link(page.path, f"problems/{problem.name}")
            word = WORDS[language][kind]
            lines.append(f'<a class="{kind}" href="{address}">{word}{title}</a>')
    return f'<p class="neighbours">{" ".join(lines)}</p>'


def problem_row(entry: Entry) -> dict[str, Any]:
    """What data/problems.json says of a problem."""
    problem = entry.problem
    return {
        "name": problem.name,
        "number": problem.number,
        "chapter": problem.chapter,
        "title": problem.title,
        "difficulty": problem.difficulty,
        "tags": problem.tags,
        "needs": problem.needs,
        "kind": problem.kind,
        "starter_hash": problem.starter_hash,
        "file_name": problem.file_name,
    }


def problem_document(material: Material, entry: Entry) -> dict[str, Any]:
    """What data/problems/NAME.json says: all that judging and showing a problem takes."""
    figures = figures_of(material, entry)
    reference, *alternatives = entry.right_programs()
    return {
        "problem": entry.problem.to_json(),
        "starter_hash": entry.problem.starter_hash,
        "file_name": entry.problem.file_name,
        "solution": reference.read_text(encoding="utf-8"),
        "alternatives": len(alternatives),
        "rejected": {"wrong": figures["wrong"], "mutants": figures["mutants"]},
    }


def write_data(material: Material, target: Path) -> None:
    """data/problems.json and data/problems/NAME.json, with ``target`` for ``data``."""
    _write(target / "problems.json", [problem_row(entry) for entry in material.problems])
    for entry in material.problems:
        file = target / "problems" / f"{entry.problem.name}.json"
        _write(file, problem_document(material, entry))


def _write(file: Path, document: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    file.write_text(text, encoding="utf-8")
