"""Checking a built site: every link leads somewhere, and nothing is loaded from elsewhere.

Links to other hosts that a reader may follow are fine; scripts, styles, pictures, fonts and films
must come from the site itself, by relative addresses, so that it works under any path and offline.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sitelib.pages import Page

# What a browser loads by itself, by element and attribute.
LOADED = {
    ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"),
    ("video", "poster"), ("audio", "src"), ("track", "src"), ("embed", "src"), ("object", "data"),
    ("form", "action"), ("use", "href"), ("image", "href"),
}  # fmt: skip
LINKED = {("a", "href"), ("area", "href")}
PAGES = {"prev", "next", "alternate", "canonical"}  # <link> to a page, not to something loaded
STYLE_ADDRESS = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""")


class Fault(NamedTuple):
    """What is wrong in a file of the site: with an address, or with the file itself."""

    file: str
    address: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}: " + f"{self.address} {self.what}".lstrip()


@dataclass
class _Found:
    """What a page refers to, and what in it can be referred to."""

    ids: set[str] = field(default_factory=set)
    loaded: list[str] = field(default_factory=list)
    linked: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = _Found()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if about.get("id"):
            if about["id"] in self.found.ids:
                self.found.problems.append(f"two elements have the id {about['id']}")
            self.found.ids.add(str(about["id"]))
        if tag == "link":
            page = set((about.get("rel") or "").split()) & PAGES
            (self.found.linked if page else self.found.loaded).append(about.get("href") or "")
            return
        for name, value in about.items():
            if (tag, name) in LOADED:
                self.found.loaded.append(value or "")
            elif (tag, name) in LINKED:
                self.found.linked.append(value or "")
            elif name == "srcset":
                self.found.loaded += [part.split()[0] for part in (value or "").split(",") if part]
            elif name == "style" and value:
                self.found.loaded += STYLE_ADDRESS.findall(value)


def faults_of_site(site: Path) -> list[Fault]:
    """What is wrong: which file, which address."""
    pages = {file.relative_to(site).as_posix(): _read(file) for file in site.rglob("*.html")}
    if not pages:
        return [Fault(site.name, "", "has no pages")]
    faults: list[Fault] = []
    for name in sorted(pages):
        found = pages[name]
        faults += [Fault(name, "", problem) for problem in found.problems]
        for address in dict.fromkeys(found.loaded):
            faults += _check(site, pages, name, address, loaded=True)
        for address in dict.fromkeys(found.linked):
            faults += _check(site, pages, name, address, loaded=False)
    for style in sorted(site.rglob("*.css")):
        name = style.relative_to(site).as_posix()
        for address in dict.fromkeys(STYLE_ADDRESS.findall(style.read_text(encoding="utf-8"))):
            faults += _check(site, pages, name, address, loaded=True)
    return faults


def written_at(root: Path, pages: list[Page], fault: Fault) -> str:
    """Where in the texts an address of a page was written, as ``file:line``; else nothing.

    What a directive or the theme has made is written nowhere.
    """
    language, _, rest = fault.file.partition("/")
    path = posixpath.dirname(rest)
    for page in pages:
        if page.path == path and language in page.texts and fault.address:
            place = page.texts[language]
            lines = (root / place).read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, start=1):
                if fault.address in line:
                    return f"{place}:{number}"
    return ""


def loaded_files(site: Path, page: Path) -> list[Path]:
    """The files of the site that a page loads by itself."""
    found = _read(page).loaded
    targets = [(page.parent / unquote(urlsplit(address).path)).resolve() for address in found]
    return [target for target in targets if target.is_file() and target.is_relative_to(site)]


def _read(file: Path) -> _Found:
    reader = _Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    reader.close()
    return reader.found


def _check(
    site: Path, pages: dict[str, _Found], name: str, address: str, *, loaded: bool
) -> list[Fault]:
    what = _what(site, pages, name, address, loaded=loaded)
    return [Fault(name, address, what)] if what else []


def _what(
    site: Path, pages: dict[str, _Found], name: str, address: str, *, loaded: bool
) -> str | None:
    """What is wrong with an address of a page."""
    parts = urlsplit(address)
    if parts.scheme == "data" or address.startswith("%23"):
        return None  # in the address itself; a part of an embedded picture
    if parts.scheme or parts.netloc:
        if loaded:
            return "is loaded from elsewhere"
        good = parts.scheme in ("https", "mailto")
        return None if good else "is no https link"
    if parts.path.startswith("/"):
        return "begins with /, so the site would not work in a folder"
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if target.startswith(".."):
        return "leads out of the site"
    if path.endswith("/") or (site / target).is_dir():
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    if not (site / target).is_file():
        return "leads to nothing"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].ids:
        return "has no such place in its page"
    return None
