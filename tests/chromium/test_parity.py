"""Every program that comes with the problems has the verdict in Chromium that judge.py gives."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from judgelib.library import Entry, load_all
from judgelib.process import Child
from sitelib import WEB, node

from .conftest import Visit

JUDGE_ALL = Path(__file__).resolve().parent / "judge_all.js"
IN_PAGE = """async (programs) => {
  const module = new URL("../../app/judge_all.js", location.href);
  return (await import(module)).judgeAll(programs);
}"""


def every_program() -> list[tuple[Entry, Path]]:
    """References, alternatives and wrong programs, problem by problem."""
    return [
        (entry, file)
        for entry in load_all()
        for file in (*entry.right_programs(), *sorted(entry.folder.glob("wrong/*.py")))
    ]


def bundled(site: Path, target: Path) -> None:
    """judge_all.js and what it imports, as one module."""
    (worker,) = (site / "app").glob("worker-*.js")
    options = ["--bundle", "--format=esm", "--log-level=warning", f"--outfile={target}"]
    options.append(f"--define:WORKER_FILE={json.dumps(worker.name)}")
    node.run(["node_modules/esbuild/bin/esbuild", str(JUDGE_ALL), *options], WEB, "esbuild")


def command_line_verdicts(programs: list[tuple[Entry, Path]]) -> list[dict[str, Any]]:
    """What practice/judge.py --runtime lite says of each."""
    children: dict[bool, Child] = {}
    verdicts = []
    try:
        for entry, file in programs:
            problem = entry.problem
            torch = "torch" in problem.needs
            if torch not in children or not children[torch].alive:
                children[torch] = Child(sys.executable, torch, "lite")
            verdicts.append(
                children[torch].judge(
                    problem, file.read_bytes(), problem.time_limit, filename=problem.file_name
                )
            )
    finally:
        for child in children.values():
            child.end()
    return verdicts


def test_verdicts_are_those_of_the_command_line(visit: Visit, site: Path, tmp_path: Path) -> None:
    programs = every_program()
    assert len(programs) > 600
    bundled(site, tmp_path / "judge_all.js")
    page = visit("en/judge/")
    page.route("**/judge_all.js", lambda route: route.fulfill(path=tmp_path / "judge_all.js"))
    asked = [
        {"name": entry.folder.name, "code": file.read_text(encoding="utf-8")}
        for entry, file in programs
    ]
    with ThreadPoolExecutor() as pool:
        wanted = pool.submit(command_line_verdicts, programs)
        verdicts = page.evaluate(IN_PAGE, asked)
        for (_, file), verdict, other in zip(programs, verdicts, wanted.result(), strict=True):
            assert verdict == other, f"{file.parent.parent.name}/{file.parent.name}/{file.name}"
