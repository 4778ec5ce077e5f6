"""The verdict documents of tests/golden/verdicts, and how they are made.

python tests/golden_verdicts.py            writes those that changed; look at each with git diff
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PRACTICE = HERE.parent / "practice"
if __name__ == "__main__":
    sys.path[:0] = [str(PRACTICE), str(HERE)]

from hostile_programs import PROGRAMS, WITH_TORCH  # noqa: E402
from judgelib.process import Child  # noqa: E402
from kernel.problem import Problem, load_problem  # noqa: E402

GOLDEN = HERE / "golden"
VERDICTS = GOLDEN / "verdicts"
EVERY_PROGRAM = {**PROGRAMS, **WITH_TORCH}


def golden_problem(name: str) -> Problem:
    """The problem on which a program is judged."""
    return load_problem(GOLDEN / ("901-golden-torch" if name in WITH_TORCH else "900-golden"))


def judged(name: str, child: Child, folder: Path) -> dict[str, Any]:
    """The verdict on a program, which may try to hurt ``folder``."""
    problem = golden_problem(name)
    data = EVERY_PROGRAM[name].replace(b"{folder}", folder.as_posix().encode())
    data = data.replace(b"{problems}", (PRACTICE / "problems").as_posix().encode())
    verdict = child.judge(problem, data, problem.time_limit, filename="program.py")
    text = json.dumps(verdict).replace(folder.as_posix(), "{folder}")
    text = text.replace((PRACTICE / "problems").as_posix(), "{problems}")
    return dict(json.loads(text))


def as_text(verdict: dict[str, Any]) -> str:
    return json.dumps(verdict, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    VERDICTS.mkdir(exist_ok=True)
    for old in VERDICTS.glob("*.json"):
        if old.stem not in EVERY_PROGRAM:
            old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        for name in EVERY_PROGRAM:
            (Path(folder) / "precious.txt").write_text("years of work", encoding="utf-8")
            child = Child(sys.executable, name in WITH_TORCH)
            verdict = judged(name, child, Path(folder))
            child.end()
            path = VERDICTS / f"{name}.json"
            if not path.exists() or path.read_text(encoding="utf-8") != as_text(verdict):
                path.write_text(as_text(verdict), encoding="utf-8")
                print(f"{name}: {verdict['status']}: {verdict['message']}")


if __name__ == "__main__":
    main()
