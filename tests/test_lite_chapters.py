"""Every chapter's tree on the browser's torch: it imports, and its main prints what it always does.

Some mains compare minisgl with a model of transformers. The browser has none, and they say so.
"""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import REPOSITORY
from lite_process import run, run_text
from steplib.manifest import Chapter
from steplib.running import built
from steplib.tree import Course
from test_lite_engine import STORY

COURSE = Course(REPOSITORY)
IMPORT = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def needs_transformers(chapter: Chapter) -> bool:
    """Whether its main imports more than minisgl, as it starts."""
    text = (chapter.folder / "main.py").read_text(encoding="utf-8")
    return "\nfrom transformers import" in text


def chapters(twins: bool | None = None) -> pytest.MarkDecorator:
    """Every chapter; or those whose mains need transformers, or do not."""
    wanted = [c for c in COURSE.chapters if twins in (None, needs_transformers(c))]
    return pytest.mark.parametrize("chapter", wanted, ids=[c.name for c in wanted])


def run_main(tree: Path, lite: bool) -> CompletedProcess[str]:
    return run(tree / "main.py", "--model", str(STORY), lite=lite, folders=[tree])


@chapters()
def test_every_module_of_a_chapter_can_be_imported(chapter: Chapter) -> None:
    names = [
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in COURSE.whole(chapter)
        if path.endswith(".py")
    ]
    with built(COURSE, chapter) as tree:
        run_text(IMPORT, tree / "import_all.py", *names, lite=True, folders=[tree])
    assert names


@chapters(twins=False)
def test_a_main_prints_the_same(chapter: Chapter) -> None:
    with built(COURSE, chapter) as tree:
        real, lite = (run_main(tree, lite) for lite in (False, True))
    assert lite.returncode == 0, lite.stderr
    assert lite.stdout.splitlines() == real.stdout.splitlines()
    assert real.stdout.startswith(f"model {STORY.name}, cpu, float32\n")


@chapters(twins=True)
def test_a_main_without_its_twin_says_how_to_get_on(chapter: Chapter) -> None:
    with built(COURSE, chapter) as tree:
        done = run_main(tree, lite=True)
    assert done.returncode == 1
    assert "is not in the browser's transformers; run this on your own machine" in done.stderr


GENERATE = """
import json, sys
from tiny_engine import TinyEngine
print(json.dumps(TinyEngine(sys.argv[1]).generate(json.loads(sys.argv[2]), 8)))
"""


def test_the_tiny_engine_of_chapter_0_gives_the_same_tokens(tmp_path: Path) -> None:
    folder = COURSE.chapters[0].folder
    for ids in ([5, 6, 7, 8], [300]):
        real, lite = (
            run_text(
                GENERATE,
                tmp_path / "generate.py",
                str(STORY),
                str(ids),
                lite=lite,
                folders=[folder],
            )
            for lite in (False, True)
        )
        assert real == lite
