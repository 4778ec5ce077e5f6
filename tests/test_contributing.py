"""The guide for contributors says what is so: its commands are those of the tools."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from conftest import REPOSITORY

LANGUAGES = ("en", "zh")
STEP = re.compile(r'^ +\("([\w ]+)", \[.*\]\),$', re.MULTILINE)
COMMAND = re.compile(r"python3? ((?:tools|practice|animations)/\w+\.py)(?: (\w+))?")


def guide(language: str) -> str:
    return (REPOSITORY / f"site/pages/contributing.{language}.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_steps_of_ci_are_those_that_are_run(language: str) -> None:
    course = (REPOSITORY / "tools/course.py").read_text("utf-8")
    steps = STEP.findall(course)
    assert steps[0] == "ruff check" and steps[-1] == "practice"
    assert re.findall(r"^\d\. \*\*([a-z ]+)\*\*", guide(language), re.MULTILINE) == steps


def test_every_command_of_the_pages_is_there() -> None:
    """Each program, and each command of it that has a help of its own or is in its help."""
    commands: set[tuple[str, str]] = set()
    for page in ("contributing", "how_to_use", "setup", "index"):
        for language in LANGUAGES:
            text = (REPOSITORY / f"site/pages/{page}.{language}.md").read_text("utf-8")
            commands.update(COMMAND.findall(text))
    assert ("tools/links.py", "") in commands and ("tools/site.py", "agree") in commands
    for program in sorted({program for program, _ in commands}):
        line = [sys.executable, str(REPOSITORY / program), "--help"]
        done = subprocess.run(line, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, program
        for command in sorted(name for one, name in commands if one == program and name):
            assert re.search(rf"\b{command}\b", done.stdout), f"{program} has no {command}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_that_the_guide_names_is_there(language: str) -> None:
    names = re.findall(r"`((?:tools|practice|site|chapters)/[\w./]+)`", guide(language))
    names = [name for name in names if "NN" not in name]
    assert "chapters/README.md" in names
    for name in names:
        assert (REPOSITORY / name).exists(), name
