"""How true the browser's torch is: the figures of site/runtime/conformance.json, as words."""

from __future__ import annotations

import html
import json
from functools import cached_property
from pathlib import Path
from typing import Any

from sitelib import SiteError
from sitelib.figures import number
from sitelib.words import WORDS

PLACE = "site/runtime/conformance.json"
MADE = "write it again with python tools/conformance.py"


class Conformance:
    """What was measured on torch's own samples.

    Attributes, as words for a text: ``torch``, its version; ``operators``, how many were tried;
    ``samples`` and ``agree``, what they were tried on and where they agree; ``refused`` and
    ``refused_alike``, the samples that torch refuses and those that are refused as torch does;
    ``programs``, how many random programs CI runs; ``table``, a row for each operator.
    """

    def __init__(self, root: Path, language: str) -> None:
        self._root = root
        self._words = WORDS[language]

    @cached_property
    def _document(self) -> dict[str, Any]:
        try:
            document: dict[str, Any] = json.loads((self._root / PLACE).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SiteError(f"{PLACE} cannot be read: {error}: {MADE}") from None
        if not document.keys() >= {"torch", "operators"}:
            raise SiteError(f"{PLACE} has no torch or no operators: {MADE}")
        return document

    @property
    def torch(self) -> str:
        return str(self._document["torch"])

    @property
    def operators(self) -> str:
        return number(sum(row["samples"] > 0 for row in self._document["operators"].values()))

    @property
    def samples(self) -> str:
        return number(self._sum("samples"))

    @property
    def agree(self) -> str:
        return number(self._sum("agree"))

    @property
    def refused(self) -> str:
        return number(self._sum("samples", "refused"))

    @property
    def refused_alike(self) -> str:
        return number(self._sum("agree", "refused"))

    @property
    def programs(self) -> str:
        return number(self._document.get("programs", 0))

    def _sum(self, key: str, part: str | None = None) -> int:
        rows = self._document["operators"].values()
        return sum((row if part is None else row.get(part, {})).get(key, 0) for row in rows)

    @property
    def table(self) -> str:
        head = "".join(
            f'<th scope="col">{self._words[title]}</th>'
            for title in ("operator", "samples", "agree", "refused alike", "what differs")
        )
        lines = [f'<div class="conformance"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>']
        for name, row in self._document["operators"].items():
            refused = row.get("refused", {})
            alike = f"{refused['agree']} / {refused['samples']}" if refused else ""
            lines.append(
                f"<tr><td><code>{html.escape(name)}</code></td><td>{row['samples']}</td>"
                f"<td>{row['agree']}</td><td>{alike}</td>"
                f"<td>{html.escape(row.get('reason', ''), quote=False)}</td></tr>"
            )
        return "\n".join([*lines, "</tbody>", "</table></div>"])
