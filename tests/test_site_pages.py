"""Which pages there are, what the two editions say, and when one text is behind the other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import REPOSITORY
from sitelib import SiteError, commands, twins
from sitelib.chinese import join_lines
from sitelib.editions import write_editions
from sitelib.material import Material
from sitelib.pages import TEXTS, all_pages, first_heading, front_matter, link
from synthetic_course import change, write
from synthetic_site import make_site, page_of


@pytest.fixture
def site(tmp_path: Path) -> Material:
    return make_site(tmp_path)


def written(site: Material) -> Path:
    """The Markdown of both editions."""
    target = site.root / "built"
    target.mkdir(exist_ok=True)
    write_editions(site, site.root / "pages", target)
    return target


# --- which pages there are ----------------------------------------------------------------------


def test_the_pages_in_reading_order(site: Material) -> None:
    texts = [name.replace("_", "-") for name in TEXTS]
    assert [page.name for page in all_pages(site)] == [
        *("index", "how-to-use", "setup"),
        *("chapters/01-one", "chapters/02-two", "chapters/03-three"),
        *texts[3:],
        *("problems/021-count", "problems/041-box"),
    ]


def test_both_editions_have_the_same_pages_and_attachments(site: Material) -> None:
    target = written(site)
    files = [
        {path.relative_to(target / language).as_posix() for path in (target / language).rglob("*")}
        for language in ("en", "zh")
    ]
    assert files[0] == files[1]
    assert {"index.md", "chapters/01-one/output.txt", "problems/021-count/index.md"} <= files[0]


def test_the_navigation_and_the_configuration(site: Material) -> None:
    def entry(name: str) -> dict[str, str]:
        return {f"{name} zh": f"{name.replace('_', '-')}/index.md"}

    about_pages = ("judge", "torch_in_the_browser", "glossary", "contributing")
    about = json.loads((written(site) / "mkdocs.zh.yml").read_text("utf-8"))
    assert about["nav"] == [
        {"index zh": "index.md"},
        {"how_to_use zh": "how-to-use/index.md"},
        {"setup zh": "setup/index.md"},
        {
            "章节": [
                {
                    "第一阶段：一个批次": [
                        {"1. 一": "chapters/01-one/index.md"},
                        {"2. 二": "chapters/02-two/index.md"},
                    ]
                },
                {"第二阶段：很多请求": [{"3. 三": "chapters/03-three/index.md"}]},
            ]
        },
        *(entry(name) for name in TEXTS[3:] if name not in about_pages),
        {"关于": [entry(name) for name in about_pages]},
    ]
    assert about["theme"]["language"] == "zh"
    assert about["extra"]["other"] == {"language": "en", "name": "English"}
    assert (site.root / "pages" / about["INHERIT"]).resolve() == REPOSITORY / "mkdocs.yml"


def test_a_text_page_must_be_there_in_both_languages(site: Material) -> None:
    (site.root / "site/pages/judge.zh.md").unlink()
    with pytest.raises(SiteError, match=r"site/pages/judge\.zh\.md is missing: every page"):
        all_pages(site)


def test_a_text_page_needs_a_title(site: Material) -> None:
    write(site.root / "site/pages/judge.zh.md", "---\nlabel: x\n---\n\ntext\n")
    with pytest.raises(SiteError, match=r"judge\.zh\.md has no title"):
        all_pages(site)


def test_what_a_manifest_lacks_is_named(site: Material) -> None:
    file = site.root / "chapters/ch02_two/chapter.toml"
    for old, new, message in (
        ("stage = 1", "stage = 7", "words.py has no name for stage 7"),
        ("stage = 7", "", "stage is missing or not a number"),
        (', zh = "二"', "", "title must have en and zh"),
    ):
        change(file, old, new)
        with pytest.raises(SiteError, match=f"chapters/ch02_two/chapter.toml: .*{message}"):
            all_pages(Material(site.root))


def test_links_between_pages() -> None:
    assert link("", "chapters/01-one") == "chapters/01-one/"
    assert link("chapters/01-one", "") == "../../"
    assert link("chapters/01-one", "chapters/02-two") == "../02-two/"
    assert link("problems", "problems/021-count") == "021-count/"


def test_front_matter_leaves_the_lines_where_they_were() -> None:
    about, rest = front_matter("---\nlabel: a: b\nhide: toc\n---\n# T {: #t }\n")
    assert about == {"label": "a: b", "hide": "toc"}
    assert rest == "\n\n\n\n# T {: #t }\n"
    assert first_heading(rest) == "T"
    assert front_matter("# T\n---\n") == ({}, "# T\n---\n")


# --- what is on them ----------------------------------------------------------------------------


def test_a_chapter_gets_its_facts_and_the_parts_that_its_text_leaves_out(site: Material) -> None:
    for language in ("en", "zh"):
        file = site.root / f"chapters/ch01_one/index.{language}.md"
        change(file, "A paragraph.\n", "Out:\n\n{{ output() }}\n")
    text = (written(site) / "en/chapters/01-one/index.md").read_text("utf-8")
    head, _, body = text.partition("# 1. One\n\n")
    assert head == (
        '---\ntitle: "1. One"\nkind: "chapter"\nsource: "chapters/ch01_one/index.en.md"\n---\n'
    )
    assert body.startswith(
        "about 10 minutes · judged problems: 1"
        '<span class="chapter-progress" data-chapter="1"></span>\n'
        "{: .facts }\n\nOut:\n\n[`output.txt`](output.txt)\n"
    )
    assert [line for line in body.splitlines() if line.startswith("## ")] == [
        "## The files so far",
        "## Problems of this chapter",
    ]


def test_a_chapter_whose_text_is_missing_says_so_and_has_its_generated_parts(
    site: Material,
) -> None:
    (site.root / "chapters/ch01_one/index.zh.md").unlink()
    text = (written(site) / "zh/chapters/01-one/index.md").read_text("utf-8")
    assert text.startswith('---\ntitle: "1. 一"\nkind: "chapter"\n---\n# 1. 一\n\n')
    assert "英文正文在[这里](../../../en/chapters/01-one/)" in text
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## 到目前为止的文件",
        "## main 的输出",
        "## 本章的题目",
    ]


def test_the_page_of_a_problem(site: Material) -> None:
    target = written(site)
    assert (target / "en/problems/041-box/index.md").read_text("utf-8") == (
        '---\ntitle: "041. A <box>"\nkind: "problem"\nhide: ["navigation", "toc"]\n'
        'source: "practice/problems/041-box/statement.en.md"\n---\n'
        "# 041. A &lt;box&gt;\n\n"
        "[2. Two](../../chapters/02-two/) · easy · write it · counting · "
        "uses torch; in the browser that is "
        "[the course's imitation](../../torch-in-the-browser/) · "
        "[This judge has rejected 6 wrong programs](../../judge/)\n{: .facts }\n\n"
        '<section id="statement" markdown>\n\nCount to `n`.\n\n'
        "```python\nassert count(2) == 2  # two is two\n```\n\n</section>\n\n"
        '<div id="problem" data-problem="041-box">\n'
        "<p>With JavaScript, this place has an editor that judges the program in the browser. "
        "On your own machine, in the folder of the course:</p>\n"
        "<pre><code>python practice/judge.py start 41\npython practice/judge.py test 41"
        '</code></pre>\n</div>\n\n<p class="neighbours"><a class="before" href="../021-count/">'
        "Before: 021. Count</a></p>\n"
    )
    zh = (target / "zh/problems/021-count/index.md").read_text("utf-8")
    assert "# 021. 数数\n" in zh and "数到 `n`。" in zh and "uses torch" not in zh
    assert '<a class="after" href="../041-box/">下一题：041. 盒子</a>' in zh


def test_a_problem_that_no_browser_can_run_says_so(site: Material) -> None:
    change(site.root / "practice/problems/041-box/problem.toml", '["torch"]', '["torch", "cuda"]')
    text = (written(site) / "en/problems/041-box/index.md").read_text("utf-8")
    assert "cannot run in a browser: use the command below" in text
    assert "imitation" not in text


def test_a_problem_whose_example_cannot_be_shown(site: Material) -> None:
    change(site.root / "practice/problems/041-box/tests.py", ", 'two is two'", "")
    with pytest.raises(
        SiteError, match=r"041-box/statement\.en\.md, with its example: tests\.py:2"
    ):
        written(site)


# --- Chinese ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("一二\n三四", "一二三四"),
        ("- 一，\n  `a` 二\n- 三", "- 一，`a` 二\n- 三"),
        ("一二\nabc", "一二\nabc"),
        ("一二。\nabc", "一二。abc"),
        ("一二。\n**三**", "一二。**三**"),
        ("# 一\n二", "# 一\n二"),
        ("| 一 |\n| 二 |", "| 一 |\n| 二 |"),
        ("一，\n- 二", "一，\n- 二"),
        ("一：\n1. 二", "一：\n1. 二"),
        ("一：\n```\n一\n二\n```\n三\n四", "一：\n```\n一\n二\n```\n三四"),
        ("一\n\n二", "一\n\n二"),
        ("<p>一\n二", "<p>一\n二"),
    ],
)
def test_chinese_lines_are_joined_where_a_browser_would_show_a_gap(text: str, joined: str) -> None:
    assert join_lines(text) == joined


# --- twins --------------------------------------------------------------------------------------


def agree(site: Material) -> list[str]:
    pages = all_pages(site)
    return twins.agree(site.root, pages, pages)


def stale_lines(site: Material) -> dict[str, bool]:
    target = written(site)
    return {
        language: "{: .stale }" in (target / language / "judge/index.md").read_text("utf-8")
        for language in ("en", "zh")
    }


def test_the_older_of_two_texts_says_so_until_they_agree_again(site: Material) -> None:
    assert stale_lines(site) == {"en": False, "zh": False}
    assert "judge" in agree(site)
    assert stale_lines(site) == {"en": False, "zh": False}
    write(site.root / "site/pages/judge.en.md", "# judge en\n\nNew.\n")
    assert stale_lines(site) == {"en": False, "zh": True}
    text = (site.root / "built/zh/judge/index.md").read_text("utf-8")
    assert "本页可能落后。[英文版](../../en/judge/)\n{: .stale }" in text
    assert agree(site) == ["judge"]
    assert stale_lines(site) == {"en": False, "zh": False}


def test_line_ends_do_not_make_a_text_another_one(site: Material) -> None:
    agree(site)
    file = site.root / "site/pages/judge.en.md"
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert agree(site) == []


def test_pages_that_are_no_more_are_forgotten_and_others_stay(site: Material) -> None:
    agree(site)
    page = page_of(site, "judge")
    assert twins.agree(site.root, [page], [page]) == []
    assert list(twins.read_twins(site.root)) == ["judge"]


def test_a_text_that_was_there_once_may_not_go_missing(site: Material) -> None:
    (site.root / "chapters/ch01_one/index.zh.md").unlink()
    agree(site)
    (site.root / "chapters/ch02_two/index.en.md").unlink()
    assert twins.missing_texts(twins.read_twins(site.root), all_pages(site)) == (
        ["chapters/ch01_one/index.zh.md"],
        ["chapters/ch02_two/index.en.md"],
    )


def test_what_check_says_about_the_texts(
    site: Material, capsys: pytest.CaptureFixture[str]
) -> None:
    agree(site)
    assert commands.check_texts(site, strict=True) == []
    write(site.root / "site/pages/judge.en.md", "# judge en\n\nNew.\n")
    (site.root / "chapters/ch03_three/index.zh.md").unlink()
    file = site.root / twins.PLACE
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text(
        "".join(line for line in lines if "03-three" not in line and "setup" not in line)
    )
    problems = [
        "setup: has anybody compared its two texts? then: python tools/site.py agree setup",
        "judge: one text has changed; when the other says the same: "
        "python tools/site.py agree judge",
    ]
    assert commands.check_texts(site, strict=False) == problems
    assert capsys.readouterr().out == "still to be written: chapters/ch03_three/index.zh.md\n"
    assert commands.check_texts(site, strict=True) == [
        *problems,
        "chapters/ch03_three/index.zh.md: this text is still to be written: "
        "chapters/README.md says how",
    ]


def test_the_texts_of_the_course_agree() -> None:
    """If this fails, bring the other language up to date, and then do what it says."""
    assert commands.check_texts(Material(REPOSITORY), strict=False) == []
