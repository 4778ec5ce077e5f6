"""The build: what is made, what is skipped, and what a page may load and link to."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY
from judgelib.library import load_all, read_strength
from kernel.problem import load_problem
from sitelib import SiteError, building, generator, links
from sitelib.incremental import Builder, Step, fingerprint
from sitelib.material import Material
from steplib.tree import Course
from synthetic_course import change, write
from synthetic_site import make_site

APP = {"site.js": "export {};\n", "site.css": "body { color: teal }\n", "sw.js": "// worker\n"}


def fake_app(target: Path) -> None:
    """What every page loads, without Node.js."""
    for name, text in APP.items():
        write(target / name, text)


def build(material: Material, folder: Path) -> Builder:
    """All but the front end and Python."""
    builder = Builder(folder, lambda line: None)
    steps = [*building.page_steps(material, folder), Step("app", "", (), fake_app)]
    parts = {step.name: builder.run(step) for step in steps}
    builder.run(building.site_step(material, parts))
    return builder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site, whole."""
    root = tmp_path_factory.mktemp("small")
    build(make_site(root), root / "build")
    return root / "build" / "site"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the course itself."""
    folder = tmp_path_factory.mktemp("course")
    build(Material(REPOSITORY), folder)
    return folder / "site"


def pages_of(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


# --- steps --------------------------------------------------------------------------------------


def test_a_second_build_runs_nothing_and_a_change_runs_what_it_must(tmp_path: Path) -> None:
    material = make_site(tmp_path)
    everything = [
        *("data", "files", "films", "plots", "anki", "pages", "html-en", "html-zh", "app", "site")
    ]
    assert build(material, tmp_path / "build").ran == everything
    assert build(Material(tmp_path), tmp_path / "build").ran == []
    write(tmp_path / "site/pages/judge.zh.md", "# 评判\n")
    assert build(Material(tmp_path), tmp_path / "build").ran == ["anki", "pages", "html-zh", "site"]
    (tmp_path / "build/html-en/judge/index.html").unlink()
    with pytest.raises(SiteError, match=r"judge/ leads to nothing"):
        build(Material(tmp_path), tmp_path / "build")


def test_a_step_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    def make(target: Path) -> None:
        write(target / "half", "")
        raise SiteError("no")

    builder = Builder(tmp_path, lambda line: None)
    builder.run(Step("a", "", ("one",), lambda to: write(to / "whole", "1")))
    with pytest.raises(SiteError):
        builder.run(Step("a", "", ("two",), make))
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["a.txt", "whole"]
    builder.run(Step("a", "", ("one",), make))
    assert builder.ran == ["a"]


def test_a_step_interrupted_before_its_stamp_runs_again(tmp_path: Path) -> None:
    builder = Builder(tmp_path, lambda line: None)
    step = Step("a", "", ("one",), lambda to: write(to / "file", "1"))
    builder.run(step)
    (tmp_path / "stamps" / "a.txt").unlink()
    builder.run(step)
    assert builder.ran == ["a", "a"]


def test_what_decides_about_a_step(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    write(folder / "a.txt", "one")
    first = fingerprint((folder, "word"))
    write(folder / "__pycache__" / "a.pyc", "no matter")
    assert fingerprint((folder, "word")) == first
    assert fingerprint((folder, "other")) != first
    write(folder / "a.txt", "two")
    second = fingerprint((folder, "word"))
    (folder / "a.txt").rename(folder / "b.txt")
    assert len({first, second, fingerprint((folder, "word"))}) == 3


def test_a_copy_goes_into_a_folder_that_is_empty_or_has_one(tmp_path: Path, built: Path) -> None:
    out = tmp_path / "out"
    building.copy_out(built, out)
    write(out / "old.html", "")
    building.copy_out(built, out)
    assert not (out / "old.html").exists() and (out / "en" / "index.html").is_file()
    write(tmp_path / "mine" / "precious", "")
    with pytest.raises(SiteError, match="not a copy of the site: name an empty folder"):
        building.copy_out(built, tmp_path / "mine")
    assert (tmp_path / "mine" / "precious").is_file()


# --- what a page may load -----------------------------------------------------------------------


def test_the_policy_names_every_inline_script_and_nothing_more(built: Path) -> None:
    for page in pages_of(built):
        text = page.read_text("utf-8")
        (policy,) = re.findall(
            r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text
        )
        scripts = re.findall(r"<script(?![^>]*(?:src=|json))[^>]*>(.*?)</script>", text, re.DOTALL)
        hashes = {
            f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
            for script in scripts
        }
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert set(parts["script-src"].split()) == {"'self'", "'wasm-unsafe-eval'", *hashes}, page
        assert parts["connect-src"] == "'self'" and parts["default-src"] == "'self'"
        assert parts["worker-src"] == "'self' blob:" and parts["object-src"] == "'none'"


def test_a_page_without_a_place_for_the_policy_is_refused() -> None:
    with pytest.raises(SiteError, match=r"x\.html has 0 marks for the security policy"):
        generator.with_policy("<html></html>", "x.html")


def test_the_policy_comes_before_what_it_is_for(built: Path) -> None:
    for page in pages_of(built):
        text = page.read_text("utf-8")
        policy = text.index("Content-Security-Policy")
        assert text.index("<meta charset") < policy
        assert all(text.find(tag) > policy for tag in ("<script", "stylesheet") if tag in text)


def test_no_address_of_a_page_is_absolute_and_no_host_is_asked(built: Path) -> None:
    for page in pages_of(built):
        text = page.read_text("utf-8")
        for address in re.findall(r'(?:src|href|action|poster|data)="([^"]*)"', text):
            assert not address.startswith(("/", "http://")), (page, address)
        loaded = re.findall(r'<(?:script|img|link|source|video|iframe)[^>]*"(https?:[^"]*)"', text)
        assert loaded == [], page


def test_what_the_search_dialog_says_in_chinese(built: Path) -> None:
    (script,) = built.glob("zh/assets/javascripts/bundle.*.js")
    text = script.read_text("utf-8")
    assert 'placeholder:"搜索"' in text and "No results" not in text
    (english,) = built.glob("en/assets/javascripts/bundle.*.js")
    assert "No results" in english.read_text("utf-8")


def test_a_generator_with_other_words_is_noticed(tmp_path: Path) -> None:
    write(tmp_path / "assets/javascripts/bundle.1.min.js", 'placeholder:"Find"')
    with pytest.raises(SiteError, match=r"has no .*bring DIALOG in tools/sitelib/generator.py"):
        generator.translate_dialog(tmp_path)


# --- links --------------------------------------------------------------------------------------

LINKS = """<html><body id="top"><a href="{}">x</a></body></html>"""


@pytest.mark.parametrize(
    ("body", "problems"),
    [
        ('<a href="#a">x</a><p id="a">', []),
        ('<a href="other/">x</a><a href="other/#b">x</a><a href="other">x</a>', []),
        ('<a href="https://example.org/">x</a><a href="mailto:a@b.c">x</a>', []),
        ('<img src="data:image/png;base64,AA"><img src="a%20b.png">', []),
        ('<a href="#b">x</a>', ["#b has no such place in its page"]),
        ('<a href="other/#c">x</a>', ["other/#c has no such place in its page"]),
        ('<a href="missing/">x</a>', ["missing/ leads to nothing"]),
        (
            '<a href="/other/">x</a>',
            ["/other/ begins with /, so the site would not work in a folder"],
        ),
        ('<a href="../x">x</a>', ["../x leads out of the site"]),
        ('<a href="http://a.b/">x</a>', ["http://a.b/ is no https link"]),
        ('<a href="javascript:x()">x</a>', ["javascript:x() is no https link"]),
        ('<script src="https://a.b/c.js"></script>', ["https://a.b/c.js is loaded from elsewhere"]),
        ('<script src="//a.b/c.js"></script>', ["//a.b/c.js is loaded from elsewhere"]),
        ('<link rel="stylesheet" href="x.css">', ["x.css leads to nothing"]),
        ('<img srcset="a%20b.png 1x, c.png 2x">', ["c.png leads to nothing"]),
        ('<video poster="https://a.b/c.png">', ["https://a.b/c.png is loaded from elsewhere"]),
        ("<p style=\"background: url('https://a.b/c.png')\">", ["https://a.b/c.png is loaded"]),
        ('<p id="a"><p id="a">', ["two elements have the id a"]),
    ],
)
def test_links_that_lead_somewhere_and_those_that_do_not(
    tmp_path: Path, body: str, problems: list[str]
) -> None:
    write(tmp_path / "index.html", body)
    write(tmp_path / "other" / "index.html", '<p id="b">')
    write(tmp_path / "a b.png", "")
    found = [str(fault) for fault in links.faults_of_site(tmp_path)]
    assert len(found) == len(problems)
    for line, problem in zip(found, problems, strict=True):
        assert line.startswith(f"index.html: {problem}")


def test_styles_load_nothing_from_elsewhere(tmp_path: Path) -> None:
    write(tmp_path / "index.html", "")
    write(tmp_path / "a.css", '@import "https://a.b/c.css"; p { src: url(x.woff2) url(data:x) }')
    assert [str(fault) for fault in links.faults_of_site(tmp_path)] == [
        "a.css: https://a.b/c.css is loaded from elsewhere",
        "a.css: x.woff2 leads to nothing",
    ]


def test_a_site_without_pages_is_a_problem(tmp_path: Path) -> None:
    (fault,) = links.faults_of_site(tmp_path)
    assert str(fault) == f"{tmp_path.name}: has no pages"


def test_a_link_that_leads_nowhere_is_named_with_the_line_that_it_is_on(tmp_path: Path) -> None:
    material = make_site(tmp_path)
    write(tmp_path / "site/pages/setup.en.md", "# A\n\nSee\n[there](../thither/).\n")
    with pytest.raises(SiteError) as error:
        build(material, tmp_path / "build")
    assert str(error.value) == (
        "the site has links that are not as they should be:\n"
        "  site/pages/setup.en.md:4: ../thither/ leads to nothing\n"
        "mend them in the texts; page(), chapter() and problem() make links that hold"
    )
    change(tmp_path / "site/pages/setup.en.md", "../thither/", "#there")
    with pytest.raises(SiteError, match=r"setup\.en\.md:4: #there has no such place in its page"):
        build(Material(tmp_path), tmp_path / "build")


# --- the course ---------------------------------------------------------------------------------


def test_every_page_of_the_course_is_there_in_both_languages(course: Path) -> None:
    """That every link and anchor resolves was checked when it was put together."""
    pages = [
        {
            page.relative_to(course / language).as_posix()
            for page in (course / language).rglob("*.html")
        }
        for language in ("en", "zh")
    ]
    assert pages[0] == pages[1]
    assert {"index.html", "chapters/09-radix-cache/index.html", "judge/index.html"} <= pages[0]
    assert sum(page.startswith("problems/") for page in pages[0]) == 1 + len(load_all())


def test_the_service_worker_lies_at_the_root_and_is_told_every_file(built: Path) -> None:
    assert (built / "sw.js").read_text("utf-8") == APP["sw.js"]
    assert not (built / "app" / "sw.js").exists()
    files = json.loads(re.findall(r"{.*}", (built / "files.js").read_text("utf-8"))[0])
    there = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    assert there - set(files) == {"sw.js", "files.js", "made-by.txt"}
    assert set(files) <= there


def test_the_switch_leads_to_the_same_page_of_the_other_edition(course: Path) -> None:
    for language, other in (("en", "zh"), ("zh", "en")):
        for page in (course / language).rglob("*.html"):
            found = re.findall(r'class="course-language" href="([^"]*)"', page.read_text("utf-8"))
            target = (page.parent / found[0] / "index.html").resolve()
            assert target == course / other / page.relative_to(course / language)


def test_the_data_is_what_the_judge_itself_reads(course: Path) -> None:
    strength = read_strength()
    rows = json.loads((course / "data/problems.json").read_text("utf-8"))
    folders = sorted((REPOSITORY / "practice/problems").glob("[0-9]*"))
    assert [row["name"] for row in rows] == [folder.name for folder in folders]
    for row, folder in zip(rows, folders, strict=True):
        kills = strength[folder.name]["wrong"]
        problem = load_problem(folder, kills)
        document = json.loads((course / f"data/problems/{folder.name}.json").read_text("utf-8"))
        assert document["problem"] == problem.to_json()
        assert document["starter_hash"] == row["starter_hash"] == problem.starter_hash
        assert document["file_name"] == row["file_name"] == problem.file_name
        assert document["solution"] == (folder / "solution.py").read_text("utf-8")
        assert document["alternatives"] == strength[folder.name]["alternatives"]
        assert sum(document["rejected"].values()) == strength[folder.name]["rejected"]
        for key in ("number", "chapter", "title", "difficulty", "tags", "needs", "kind"):
            assert row[key] == getattr(problem, key)


def test_the_marks_that_the_front_end_fills(course: Path) -> None:
    for language in ("en", "zh"):
        page = (course / language / "problems/193-radix-cache/index.html").read_text("utf-8")
        assert '<div id="problem" data-problem="193-radix-cache">' in page
        assert page.index('<section id="statement">') < page.index('<div id="problem"')
        assert "python practice/judge.py start 193" in page
        table = (course / language / "problems/index.html").read_text("utf-8")
        assert '<table id="problems">' in table and table.count('<td class="state">') == len(
            load_all()
        )
        chapter = (course / language / "chapters/09-radix-cache/index.html").read_text("utf-8")
        assert '<ul class="chapter-problems">' in chapter
        assert '<span class="chapter-progress" data-chapter="9">' in chapter
        progress = (course / language / "progress/index.html").read_text("utf-8")
        assert '<div id="progress">' in progress
        assert f'<html lang="{language}"' in page


def test_the_pages_of_files_have_every_line(course: Path) -> None:
    page = course / "files/09-radix-cache/minisgl/kvcache/radix_cache.py.html"
    source = Course(REPOSITORY).tree(9)["minisgl/kvcache/radix_cache.py"]
    text = page.read_text("utf-8")
    assert re.findall(r'<span id="L(\d+)">', text) == [
        str(number) for number in range(1, len(source.splitlines()) + 1)
    ]


# --- where a page can be mended -----------------------------------------------------------------


@pytest.mark.parametrize("repository", ["", "https://example.org/a/course"])
def test_a_page_links_to_its_repository_if_that_is_known(
    repository: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    material = make_site(tmp_path)
    configuration = (REPOSITORY / "mkdocs.yml").read_text("utf-8")
    write(
        tmp_path / "mkdocs.yml",
        configuration.replace('repository: ""', f"repository: {repository!r}"),
    )
    steps = {step.name: step for step in building.page_steps(material, tmp_path / "build")}
    builder = Builder(tmp_path / "build", lambda line: None)
    builder.run(steps["pages"])
    file = tmp_path / "build/pages/mkdocs.zh.yml"
    change(file, json.loads(file.read_text("utf-8"))["INHERIT"], "../../mkdocs.yml")
    html = builder.run(steps["html-zh"])
    text = (html / "problems/021-count/index.html").read_text("utf-8")
    place = "practice/problems/021-count/statement.zh.md"
    assert (f'{repository}/edit/main/{place}"' in text) == bool(repository)
    assert (f"{repository}/issues/new?title={place}" in text) == bool(repository)
