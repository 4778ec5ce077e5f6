"""How strong each judge is: the figures of practice/strength.json, as words and as a table."""

from __future__ import annotations

from typing import Any

from judgelib.library import Entry

from sitelib.material import Material
from sitelib.tables import Address, problem_link
from sitelib.words import WORDS


class Strength:
    """The figures of practice/strength.json, over all problems.

    Attributes, as words for a text: ``problems``; ``wrong`` and ``mutants``, the programs that were
    rejected; ``rejected``, both; ``tests``; ``right``, the programs that were accepted.
    """

    def __init__(self, material: Material) -> None:
        self._material = material

    @property
    def problems(self) -> str:
        return number(len(self._material.problems))

    @property
    def wrong(self) -> str:
        return number(self._sum("wrong"))

    @property
    def mutants(self) -> str:
        return number(self._sum("mutants"))

    @property
    def rejected(self) -> str:
        return number(self._sum("wrong") + self._sum("mutants"))

    @property
    def tests(self) -> str:
        return number(self._sum("tests"))

    @property
    def right(self) -> str:
        return number(self._sum("right"))

    def _sum(self, kind: str) -> int:
        rows = (figures_of(self._material, entry) for entry in self._material.problems)
        return sum(row[kind] for row in rows)


def figures_of(material: Material, entry: Entry) -> dict[str, int]:
    """One problem's figures: ``wrong``, ``mutants`` (rejected), ``equivalent``, ``tests``, …"""
    row: dict[str, Any] = material.strength[entry.problem.name]
    wrong = len(row["wrong"])
    return {
        "wrong": wrong,
        "mutants": row["rejected"] - wrong,
        "equivalent": row["equivalent"],
        "tests": row["tests"],
        "right": 1 + row["alternatives"],
    }


def strength_table(material: Material, language: str, address: Address) -> str:
    """A row of figures for every problem."""
    words = WORDS[language]
    kinds = ("tests", "wrong", "mutants", "equivalent", "alternatives")
    head = "".join(f'<th scope="col">{words[kind]}</th>' for kind in ("problem", *kinds))
    lines = [f'<div class="strength"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>']
    for entry in material.problems:
        figures = figures_of(material, entry)
        cells = "".join(
            f"<td>{figures[kind]}</td>"
            for kind in ("tests", "wrong", "mutants", "equivalent", "right")
        )
        lines.append(f"<tr><td>{problem_link(entry, language, address)}</td>{cells}</tr>")
    return "\n".join([*lines, "</tbody>", "</table></div>"])


def number(value: int) -> str:
    """With a comma at thousands, as both languages write them."""
    return f"{value:,}"
