"""Running Zensical on one edition, and what its pages need afterwards.

- The template leaves a mark in each page where the content security policy goes, because the
  policy names the hash of every inline script of that page.
- Zensical's search dialog is in English; in the Chinese edition its words are replaced. The version
  is pinned, and a word that is not there any more is an error.
- Pages of the generator that only make sense with an absolute address are dropped.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from sitelib import SiteError

MARK = '<meta name="policy">'
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'{}; connect-src 'self'; "
    "worker-src 'self' blob:; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'self'; form-action 'self'"
)
INLINE_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
ABSOLUTE_ONLY = ("404.html", "sitemap.xml", "sitemap.xml.gz", "objects.inv")
DIALOG = {
    '"aria-label":"Search"': '"aria-label":"搜索"',
    'placeholder:"Search"': 'placeholder:"搜索"',
    '"aria-label":"Search results"': '"aria-label":"搜索结果"',
    '"aria-label":"Close search"': '"aria-label":"关闭搜索"',
    '"aria-label":"Filters"': '"aria-label":"筛选"',
    'children:"Filters"': 'children:"筛选"',
    'children:"Tags"': 'children:"标签"',
    '${i===1?"result":"results"}': "条结果",
    '"No results"': '"没有结果"',
    '"Loading search\\u2026"': '"正在载入搜索…"',
    '"Search is unavailable. Reload the page to try again."': '"搜索不可用，请刷新页面再试。"',
}


def zensical_version() -> str:
    return version("zensical")


def make_edition(configuration: Path, target: Path) -> None:
    """Turn an edition's Markdown into HTML in an empty folder.

    Raises:
        SiteError: with what Zensical says, if it fails or makes no page.
    """
    language = configuration.name.split(".")[1]
    made = configuration.parent / "html" / language  # as the configuration has it
    shutil.rmtree(made, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--config-file", str(configuration)]
    done = subprocess.run(
        [*command, "--clean"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0 or not (made / "index.html").is_file():
        raise SiteError(f"zensical failed on {configuration.name}:\n{done.stdout.strip()}")
    for name in ABSOLUTE_ONLY:
        (made / name).unlink(missing_ok=True)
    if language == "zh":
        translate_dialog(made)
    shutil.copytree(made, target, dirs_exist_ok=True)
    shutil.rmtree(made)


def translate_dialog(html: Path) -> None:
    """Give the search dialog Chinese words.

    Raises:
        SiteError: if the generator's script does not have one of them.
    """
    (script,) = html.glob("assets/javascripts/bundle.*.min.js")
    text = script.read_text(encoding="utf-8")
    for english, chinese in DIALOG.items():
        if english not in text:
            raise SiteError(
                f"{script.name} of zensical {zensical_version()} has no {english}: bring DIALOG in "
                "tools/sitelib/generator.py up to date"
            )
        text = text.replace(english, chinese)
    script.write_text(text, encoding="utf-8")


def with_policy(page: str, place: str) -> str:
    """A page with its content security policy in the place of the mark.

    Raises:
        SiteError: if the page has no mark, or more than one.
    """
    if page.count(MARK) != 1:
        raise SiteError(f"{place} has {page.count(MARK)} marks for the security policy, not one")
    policy = policy_for(page)
    return page.replace(MARK, f'<meta http-equiv="Content-Security-Policy" content="{policy}">')


def policy_for(page: str) -> str:
    """The policy that lets a page run its own inline scripts and no others."""
    hashes = sorted({script_hash(text) for text in inline_scripts(page)})
    return POLICY.format("".join(f" '{one}'" for one in hashes))


def inline_scripts(page: str) -> list[str]:
    """The texts of the scripts that a browser would run; data in JSON is none."""
    return [
        found["text"]
        for found in INLINE_SCRIPT.finditer(page)
        if "src=" not in found["about"] and "application/json" not in found["about"]
    ]


def script_hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
