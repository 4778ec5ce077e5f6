"""Notebooks: what a page becomes in one, and that those of the course are up to date."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import notebooks
import pytest
from conftest import REPOSITORY
from notebooklib.commands import make_notebooks
from notebooklib.parts import Part, cut
from sitelib import SiteError
from synthetic_course import change, write
from synthetic_site import make_site

MAIN = 'def main():\n    print(1)\n\n\nif __name__ == "__main__":\n    main()\n'
COMMAND = "python chapters/ch02_two/main.py"
CODE = re.compile(r"^```.*?^```|`[^`]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)|href=\"([^\"]+)\"")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_site(tmp_path)
    for name in ("ch01_one", "ch02_two", "ch03_three"):
        write(tmp_path / "chapters" / name / "main.py", MAIN)
    write(tmp_path / "chapters/ch02_two/demos/try.py", '"""Why?"""\n\nprint("tried")\n')
    write(tmp_path / "chapters/ch02_two/demos/try.txt", "tried\n")
    return tmp_path


def page(root: Path, text: str, language: str = "en") -> None:
    write(root / "chapters/ch02_two" / f"index.{language}.md", text)


def cells(root: Path, language: str = "en") -> list[tuple[str, str]]:
    """The kind, or the program, and the text of each cell of chapter 2's notebook."""
    made = make_notebooks(root, [2], write=True)
    assert not made.problems
    name = {"en": "notebook.ipynb", "zh": "notebook.zh.ipynb"}[language]
    notebook = json.loads((root / "chapters/ch02_two" / name).read_text(encoding="utf-8"))
    return [(kind(cell), "".join(cell["source"])) for cell in notebook["cells"]]


def kind(cell: dict[str, Any]) -> str:
    return str(cell["metadata"]["tags"][0] if cell["cell_type"] == "code" else "text")


# --- from a page to cells -----------------------------------------------------------------------


def test_the_first_cells_say_what_this_is_and_set_the_kernel_up(root: Path) -> None:
    page(root, "# Two\n\nWhy.\n\n## More\n\nHow.\n")
    first, second, *rest = cells(root)
    assert first[0] == "text"
    assert first[1].startswith("# 2. Two\n\n*Generated from `index.en.md`, `main.py` and `demos`")
    assert "python tools/notebooks.py write" in first[1]
    assert first[1].endswith("\n\nWhy.")
    assert second[0] == "set-up" and "start_chapter(2, mine=False)" in second[1]
    assert rest[0] == ("text", "## More\n\nHow.")


def test_main_runs_where_the_page_says_its_command(root: Path) -> None:
    for command in (f"    {COMMAND} --x 1", f"```sh\n{COMMAND}\n\n```"):
        page(root, f"## Run it\n\n{command}\n\nIt says one.\n")
        kinds = [kind for kind, _ in cells(root)]
        assert kinds == ["text", "set-up", "text", "text", "main", "text"]
        assert cells(root)[2][1] == f"## Run it\n\n{command}"
        assert cells(root)[-1][1] == "It says one."


def test_a_page_that_is_still_short_ends_with_main(root: Path) -> None:
    page(root, "# Two\n\nTo be written.\n")
    assert [kind for kind, _ in cells(root)] == ["text", "set-up", "text", "text", "main"]
    assert cells(root)[2][1] == "## What main prints"


def test_a_demo_runs_once_where_it_is_first_shown_outside_a_fold(root: Path) -> None:
    fold = '??? note "The program"\n    {{ code("demos/try.py") }}'
    shown = '{{ output(demo="try") }}'
    program = ("try", '"""Why?"""\n\nprint("tried")')
    for text, index in (
        (f"## A\n\n{fold}\n\n## B\n\n{shown}\n\nEnd.\n", 4),
        (f"## A\n\n{shown}\n\n{fold}\n\n## B\n\nEnd.\n", 3),
        (f"## A\n\n{fold}\n\n## B\n\nEnd.\n", 3),
    ):
        page(root, text)
        made = cells(root)
        assert [i for i, cell in enumerate(made) if cell[0] == "try"] == [index]
        assert made[index] == program
        assert not any("details" in source or "tried" in source for _, source in made[2:index])


def test_a_part_of_a_demos_output_and_mains_are_shown_as_captured(root: Path) -> None:
    page(root, '{{ output() }}\n\n{{ output("tried", demo="try") }}\n')
    first = cells(root)[0][1]
    assert "[`output.txt`](../../chapters/ch02_two/output.txt)\n\n```text\n1\n```" in first
    assert "[`demos/try.txt`](../../chapters/ch02_two/demos/try.txt)\n\n```text\ntried" in first


def test_code_is_linked_only_where_the_course_has_it_in_this_form(root: Path) -> None:
    page(root, '{{ code("minisgl/later.py", "LIMIT") }}\n\n{{ code("minisgl/core.py", "STEP") }}')
    first = cells(root)[0][1]
    assert "[`minisgl/later.py`](../../minisgl/later.py) `LIMIT`\n\n```python\nLIMIT = 9" in first
    assert "\n`minisgl/core.py` `STEP`\n\n```python\n" in first  # chapter 3 adds to this file


def test_links_lead_to_files_or_are_their_text(root: Path) -> None:
    page(
        root,
        '{{ chapter(1) }}, {{ problem(41) }}, {{ page("setup") }}, [out](output.txt), [no](a/b/), '
        "`[x](y)`, [far](https://example.org/x).\n\n{{ tree() }}\n\n{{ problems() }}\n",
    )
    text = cells(root)[0][1]
    assert (
        "[1. One](../../chapters/ch01_one/notebook.ipynb), "
        "[041. A &lt;box&gt;](../../practice/problems/041-box/statement.en.md), setup en, "
        "[out](../../chapters/ch02_two/output.txt), no, `[x](y)`, [far](https://example.org/x).\n"
    ) in text
    assert "- `minisgl/core.py` *changed*\n- [`minisgl/later.py`](../../minisgl/later.py) *new*"
    assert 'href="../../practice/problems/041-box/statement.en.md">041. A &lt;box&gt;</a>' in text


def test_another_language_has_a_notebook_if_it_has_a_text(root: Path) -> None:
    page(root, "# 二\n\n为什么\n不行？\n", "zh")
    first, second, *_ = cells(root, "zh")
    assert first[1].startswith("# 2. 二\n\n*由 `python tools/notebooks.py write`")
    assert first[1].endswith("为什么不行？")
    assert "本章结束时的引擎" in second[1]
    (root / "chapters/ch02_two/index.zh.md").unlink()
    page(root, "{{ chapter(3) }}\n")
    made = make_notebooks(root, [2], write=True)
    assert made.changed["chapters/ch02_two/notebook.zh.ipynb"].startswith("has no text")
    assert not (root / "chapters/ch02_two/notebook.zh.ipynb").exists()
    (root / "chapters/ch03_three/index.zh.md").unlink()
    page(root, "{{ chapter(3) }}\n", "zh")
    assert "(../../chapters/ch03_three/notebook.ipynb)" in cells(root, "zh")[0][1]


def test_cells_keep_their_names_when_others_change(root: Path) -> None:
    def names() -> list[str]:
        make_notebooks(root, [2], write=True)
        file = root / "chapters/ch02_two/notebook.ipynb"
        return [cell["id"] for cell in json.loads(file.read_text("utf-8"))["cells"]]

    page(root, "# Two\n\n## A\n\nx\n\n## B\n\ny\n\n## B\n\ny\n")
    before = names()
    page(root, "# Two\n\n## New\n\nz\n\n## A\n\nx\n\n## B\n\ny\n\n## B\n\ny\n")
    after = names()
    assert len(set(after)) == len(after) == len(before) + 1
    assert [name for name in after if name in before] == before


# --- folds --------------------------------------------------------------------------------------


def text_of(markdown: str) -> str:
    (part,) = cut(markdown, None, lambda target: None)
    return part.text


def test_a_fold_is_html_with_its_markdown_inside() -> None:
    assert text_of('??? question "What is `a_b`, &quot;b&quot;?"\n    *x*\n\n    - y\n\nz') == (
        "<details>\n<summary>What is <code>a_b</code>, &quot;b&quot;?</summary>\n\n*x*\n\n- y\n\n"
        "</details>\n\nz"
    )


def test_folds_in_folds_and_fences() -> None:
    inner = '??? note "a"\n    ??? note "b"\n        x\n'
    assert text_of(inner).count("<details>") == text_of(inner).count("</details>") == 2
    fence = '```text\n??? note "a"\n    x\n# no heading\n```'
    assert text_of(fence) == fence


def test_what_a_notebook_cannot_show_is_an_error() -> None:
    for line in ("!!! note", "{: .class }", "[^1]: x"):
        with pytest.raises(SiteError, match="a notebook cannot show"):
            cut(line, None, lambda target: None)


def test_a_heading_begins_a_part() -> None:
    assert cut("a\n## b\nc\n### d", None, lambda target: None) == [
        Part("text", "a"),
        Part("heading", "## b\nc"),
        Part("heading", "### d"),
    ]


# --- the command --------------------------------------------------------------------------------


def test_check_says_what_differs_and_write_mends_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert notebooks.main(["check"], root) == 1
    shown = capsys.readouterr().out
    assert "chapters/ch02_two/notebook.ipynb is missing: python tools/notebooks.py write 2" in shown
    assert notebooks.main(["write"], root) == 0
    assert notebooks.main(["check"], root) == 0
    change(root / "chapters/ch02_two/index.en.md", "A paragraph", "Another one")
    assert notebooks.main(["check", "1"], root) == 0
    assert notebooks.main(["check"], root) == 1
    assert "notebook.ipynb is not what its text and programs give" in capsys.readouterr().out
    assert notebooks.main(["write", "2"], root) == 0
    assert capsys.readouterr().out == "written: chapters/ch02_two/notebook.ipynb\n"


def test_a_page_with_a_fault_does_not_stop_the_others(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page(root, "{{ out.ch02.nothing }}\n")
    assert notebooks.main(["write"], root) == 1
    shown = capsys.readouterr()
    assert "notebooks.py: chapters/ch02_two/index.en.md:1: " in shown.err
    assert "written: chapters/ch03_three/notebook.ipynb" in shown.out
    assert notebooks.main(["check", "9"], root) == 1
    assert "there is no chapter 9" in capsys.readouterr().err


# --- the course's own ---------------------------------------------------------------------------


def test_every_notebook_is_up_to_date() -> None:
    made = make_notebooks(REPOSITORY, [], write=False)
    assert not made.problems
    assert not made.changed, "python tools/notebooks.py write"


def test_no_notebook_holds_an_output_and_every_link_to_a_file_leads_to_one() -> None:
    files = sorted((REPOSITORY / "chapters").glob("ch*/notebook*.ipynb"))
    assert files
    for file in files:
        for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
            assert cell.get("outputs", []) == []
            if cell["cell_type"] == "code":
                continue
            for groups in LINK.findall(CODE.sub("", "".join(cell["source"]))):
                target = groups[0] or groups[1]
                found = target.startswith("https://") or (file.parent / target).is_file()
                assert found, f"{file}: {target}"
