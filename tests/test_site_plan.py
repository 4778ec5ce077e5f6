"""What the first pages say of the course as a whole: how much there is to do, and its picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sitelib.material import Material
from synthetic_course import write
from synthetic_site import expanded, make_site, refused


@pytest.fixture
def site(tmp_path: Path) -> Material:
    return make_site(tmp_path)


def test_what_there_is_to_do_and_how_long_it_takes(site: Material) -> None:
    names = ("chapters", "shortest", "longest", "hours", "lines")
    text = " ".join(f"{{{{ plan.{name} }}}}" for name in names)
    lines = sum(text.count("\n") for text in site.course.final.values())
    assert expanded(site, "setup", text) == f"3 10 30 1 {lines}"
    table = expanded(site, "setup", "{{ time_table() }}", "zh")
    assert re.findall(r"<th[^>]*>([^<]*)</th>", table) == [
        *("阶段", "章节", "用时", "题目"),
        *("第一阶段：一个批次", "第二阶段：很多请求", "合计"),
    ]
    assert re.findall(r"<td>([^<]*)</td>", table) == [
        *("1–2", "0 小时 30 分", "2"),
        *("3", "0 小时 30 分", "0"),
        *("1–3", "1 小时 0 分", "2"),
    ]
    refused(site, "setup", "{{ plan.days }}", "a.en.md:1: 'sitelib.plan.Plan object' has no attr")


def test_the_picture_stands_in_the_page_itself_for_wide_and_narrow_screens(site: Material) -> None:
    refused(site, "index", "{{ picture() }}", "split_lock_evict.en.svg: No such file")
    write(site.root / "site/pages/split_lock_evict.en.svg", "<svg/>\n")
    refused(site, "index", "{{ picture() }}", "split_lock_evict.narrow.en.svg: No such file")
    write(site.root / "site/pages/split_lock_evict.zh.svg", "<svg/>\n")
    write(site.root / "site/pages/split_lock_evict.narrow.zh.svg", "<svg narrow/>\n")
    text = expanded(site, "index", "{{ picture() }}", "zh")
    assert text == '<div class="picture">\n<svg/>\n<svg narrow/>\n</div>'
