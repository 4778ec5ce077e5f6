"""How much a reader has to load, compressed as static hosts do it, and the limits for it."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from sitelib import node
from sitelib.links import loaded_files

KILOBYTE, MEGABYTE = 1_000, 1_000_000
SNAPSHOT = "snapshot.bin"
BROTLI = """
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
console.log(brotliCompressSync(readFileSync(process.argv[1])).length);
"""


@dataclass(frozen=True)
class Weight:
    """A part of the site, its compressed size and its limit, in bytes."""

    name: str
    size: int
    limit: int

    @property
    def good(self) -> bool:
        return self.size < self.limit

    def __str__(self) -> str:
        unit, word = (MEGABYTE, "MB") if self.limit >= MEGABYTE else (KILOBYTE, "kB")
        verdict = "under" if self.good else "TOO MUCH, it must be under"
        return f"{self.name}: {self.size / unit:.2f} {word}, {verdict} {self.limit / unit:g} {word}"


def weigh(site: Path, known: Path) -> list[Weight]:
    """The heaviest page of a problem, Python in both ways of starting it, and the tiny model.

    Args:
        known: a file that keeps the sizes of what was compressed before.
    """
    pages = [file.parent for file in site.glob("*/problems/*/index.html")]
    heaviest = max(problem_page_size(site, page) for page in pages)
    sizes = brotli_sizes(sorted((site / "python").iterdir()), known)
    total = sum(sizes.values())
    model = sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in model_files(site))
    return [
        Weight("a problem's page, before Python", heaviest, 500 * KILOBYTE),
        Weight("Python with its snapshot", total, 11 * MEGABYTE),
        Weight("Python without it", total - sizes[SNAPSHOT], int(6.5 * MEGABYTE)),
        Weight("the model, for the page of the live engine", model, MEGABYTE),
    ]


def model_files(site: Path) -> list[Path]:
    return sorted(file for file in (site / "models").rglob("*") if file.is_file())


def problem_page_size(site: Path, page: Path) -> int:
    """All that a page and its editor take: what it names, every module, its problem."""
    modules = [
        file
        for pattern in ("*.js", "*.css")
        for file in (site / "app").glob(pattern)
        if "worker-" not in file.name
    ]
    data = [site / "data" / "problems.json", site / "data" / "problems" / f"{page.name}.json"]
    files = {page / "index.html", *loaded_files(site, page / "index.html"), *modules, *data}
    return sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files)


def brotli_sizes(files: list[Path], known: Path) -> dict[str, int]:
    """The compressed size of each file by its name; what is compressed already stays as it is."""
    try:
        before: dict[str, int] = json.loads(known.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = {}
    after, sizes = {}, {}
    for file in files:
        content = file.read_bytes()
        key = hashlib.sha256(content).hexdigest()
        if key in before:
            size = before[key]
        elif len(gzip.compress(content, 1)) > 0.97 * len(content):
            size = len(content)
        else:
            script = ["--input-type=module", "--eval", BROTLI, str(file)]
            size = int(node.run(script, what="compressing"))
        after[key] = sizes[file.name] = size
    known.write_text(json.dumps(after), encoding="utf-8")
    return sizes
