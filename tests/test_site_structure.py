"""The two texts of a page: the build refuses them unless headings and directives are alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import REPOSITORY
from sitelib import SiteError
from sitelib.editions import write_editions
from sitelib.material import Material
from sitelib.pages import all_pages
from sitelib.structure import Heading, check_structure, headings
from synthetic_course import write
from synthetic_site import make_site

EN, ZH = "site/pages/setup.en.md", "site/pages/setup.zh.md"


@pytest.fixture
def site(tmp_path: Path) -> Material:
    return make_site(tmp_path)


def build(site: Material, en: str, zh: str) -> None:
    write(site.root / EN, en)
    write(site.root / ZH, zh)
    target = site.root / "built"
    target.mkdir()
    write_editions(site, site.root / "pages", target)


def test_texts_that_answer_each_other(site: Material) -> None:
    en = "# A\n\n## B\n\n```sh\n# no heading\n```\n\n{{ chapter(1) }} {{ page('setup') }}\n"
    zh = "---\nlabel: x\n---\n# 甲\n\n## 乙\n\n{{ page('setup') }}{{  chapter(1) }}\n"
    build(site, en, zh)


@pytest.mark.parametrize(
    ("en", "zh", "message"),
    [
        ("# A\n\n## B\n", "# 甲\n", f"{EN}:3: {ZH} has no heading for '## B': the two texts need"),
        ("# A\n", "# 甲\n\n\n## 乙\n", f"{ZH}:4: {EN} has no heading for '## 乙': the two texts"),
        (
            "# A\n\n## B\n### C\n",
            "# 甲\n### 丙\n## 乙\n",
            f"{ZH}:2: '### 丙' is of another level than '## B', {EN}:3: the two texts need",
        ),
        ("# A\n\n## B\n", "# 甲\n```\n## 乙\n```\n", f"{EN}:3: {ZH} has no heading for '## B'"),
        (
            "# A\n\n{{ chapter(1) }}\n",
            "# 甲\n\n{{ chapter(2) }}\n",
            f"{EN}:3: {ZH} lacks this {{{{ chapter(1) }}}}: both texts show the same code",
        ),
        (
            "# A\n{{ chapter(1) }}\n",
            "# 甲\n{{ chapter(1) }}\n\n{{ chapter(1) }}\n",
            f"{ZH}:4: {EN} lacks this {{{{ chapter(1) }}}}: both texts show the same code, outputs",
        ),
    ],
)
def test_texts_that_do_not(site: Material, en: str, zh: str, message: str) -> None:
    with pytest.raises(SiteError, match=re.escape(message)):
        build(site, en, zh)


def test_headings_inside_of_fences_are_none() -> None:
    text = "# A\n\n````md\n```\n# B\n````\n~~~\n# C\n```\n~~~\n#no\n    # D\n## E\n"
    assert headings(text) == [Heading(1, 1, "# A"), Heading(13, 2, "## E")]


def test_the_texts_of_a_problem_are_compared_too(site: Material) -> None:
    write(site.root / "practice/problems/041-box/statement.zh.md", "## 多的\n\n<!-- example -->\n")
    place = "practice/problems/041-box/statement"
    message = f"{place}.zh.md:1: {place}.en.md has no heading for '## 多的'"
    with pytest.raises(SiteError, match=re.escape(message)):
        for page in all_pages(site):
            check_structure(site.root, page)


def test_the_texts_of_the_course_are_built_alike() -> None:
    pages = all_pages(Material(REPOSITORY))
    assert pages
    for page in pages:
        check_structure(REPOSITORY, page)
