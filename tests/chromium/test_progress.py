"""Progress: the marks, the page of its own, the file that judge.py reads and writes too."""

from __future__ import annotations

import json
from pathlib import Path

import judge
import pytest
from judgelib.library import load_all
from playwright.sync_api import Page, expect

from .conftest import Visit
from .problem_page import ProblemPage, save, saved
from .programs import PLAIN, RADIX, solution, wrong

ACCEPTED = {"starter": "", "accepted": True, "tries": 1, "code": "x = 1\n"}


def judge_py(workspace: Path, *words: str) -> None:
    """What a reader types at the command line."""
    assert judge.main([*words, "--lang", "en", "--workspace", str(workspace)]) == 0


def mark_of(page: Page, problem: str) -> str:
    """The sign at a problem in a list of links."""
    return page.locator(f"[data-problem='{problem}'] .course-mark").first.inner_text()


def test_what_is_exported_is_taken_in_by_judge_py(
    visit: Visit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = ProblemPage(visit(f"en/problems/{PLAIN}/"))
    problem.judge(wrong(PLAIN, "float_division"))
    problem.expect_verdict("wrong_answer")
    problem.expect_accepted(solution(PLAIN))
    problem.page.get_by_role("button", name="Show a hint").click()
    problem.page.goto("en/progress/")
    with problem.page.expect_download() as download:
        problem.page.get_by_role("button", name="Export to a file").click()
    assert download.value.suggested_filename == "progress.json"
    download.value.save_as(tmp_path / "progress.json")
    judge_py(tmp_path / "mine", "progress", "--import", str(tmp_path / "progress.json"))
    judge_py(tmp_path / "mine", "progress", "--export", str(tmp_path / "again.json"))
    again = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))
    assert again == json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))
    entry = again["problems"][PLAIN]
    assert (entry["accepted"], entry["tries"], entry["hints"]) == (True, 2, 1)
    assert entry["code"] == solution(PLAIN)


def test_what_judge_py_exports_is_taken_in(
    visit: Visit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "mine" / "081_align_and_pages.py"
    program.parent.mkdir()
    program.write_text(solution(PLAIN), encoding="utf-8")
    judge_py(tmp_path / "mine", "test", "81")
    judge_py(tmp_path / "mine", "progress", "--export", str(tmp_path / "progress.json"))
    page = visit("en/progress/")
    save(page, PLAIN, code="mine = 1", tries=4)
    page.locator("input[type=file]").set_input_files(tmp_path / "progress.json")
    expect(page.get_by_text("Taken in: 1 problems.")).to_be_visible()
    expect(page.get_by_text("your own program stays")).to_be_visible()
    entry = saved(page, PLAIN)
    assert (entry["accepted"], entry["tries"], entry["code"]) == (True, 4, "mine = 1")
    page.goto(f"en/problems/{PLAIN}/")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="from a progress file").click()
    ProblemPage(page).expect_code(solution(PLAIN))


def test_a_file_that_is_none_changes_nothing(visit: Visit, tmp_path: Path) -> None:
    page = visit("en/progress/")
    save(page, PLAIN, **ACCEPTED)
    (tmp_path / "photo.json").write_bytes(b"\xff\xd8\xff")
    page.locator("input[type=file]").set_input_files(tmp_path / "photo.json")
    expect(page.get_by_text("This is not a progress file")).to_be_visible()
    assert saved(page, PLAIN) == ACCEPTED


def test_every_page_shows_what_is_done(visit: Visit) -> None:
    page = visit("en/")
    save(page, PLAIN, **ACCEPTED)
    save(page, RADIX, tries=1, code="y = 2\n")
    page.goto("en/chapters/04-kv-pool/")
    expect(page.locator(".chapter-progress")).to_contain_text("1 /")
    assert mark_of(page, PLAIN).startswith("✓")
    page.goto("zh/problems/")
    assert mark_of(page, PLAIN).startswith("✓")
    assert mark_of(page, RADIX).startswith("◐")
    page.goto("en/progress/")
    expect(page.locator(".course-next")).to_contain_text("Go on with: 193. The radix cache")
    expect(page.locator(".course-chapter")).to_have_count(
        len({entry.problem.chapter for entry in load_all()})
    )


def test_the_list_is_filtered_and_the_address_keeps_it(visit: Visit) -> None:
    page = visit("en/problems/")
    save(page, PLAIN, **ACCEPTED)
    page.reload()
    rows = page.locator("#problems tbody tr:visible")
    entries = load_all()
    expect(rows).to_have_count(len(entries))
    page.get_by_label("Every chapter").select_option("4")
    expect(rows).to_have_count(sum(entry.problem.chapter == 4 for entry in entries))
    page.get_by_label("Every state").select_option("accepted")
    expect(rows).to_have_count(1)
    assert page.url.endswith("problems/?chapter=4&state=accepted")
    page.reload()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Whatever it needs").select_option("torch")
    expect(rows).to_have_count(sum(entry.problem.needs == ["torch"] for entry in entries))
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Search titles and tags").fill("radix cache")
    expect(rows.filter(has_text="193")).to_have_count(1)
    expect(page.locator(".course-count")).to_contain_text(f"of {len(entries)} problems")
