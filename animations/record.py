"""Record the traces from which the films are drawn, each on the tree of its chapter.

examples:
  python animations/record.py                    every trace
  python animations/record.py ch09_radix_cache
  python animations/record.py --check            compare with what is there, write nothing

A recording (animations/recordings) runs the real minisgl as it is at the end of the chapter that it
is named after. Exit status: 0 when all is well, 1 when a trace differs (--check) or fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

from steplib.manifest import CourseError
from steplib.running import environment, interpreter, write_tree
from steplib.tree import Course

ANIMATIONS = Path(__file__).resolve().parent
ROOT = ANIMATIONS.parent
RECORDINGS, TRACES = ANIMATIONS / "recordings", ANIMATIONS / "traces"
COMMAND = "python animations/record.py"
# The tree comes first, so that minisgl is the chapter's and no other.
RUN = """
import json, runpy, sys
tree, tools, demos, file = sys.argv[1:]
sys.path[:1] = [tree, tools, demos]
record = runpy.run_path(file)["record"]
json.dump(record(), sys.stdout)
"""


def names() -> list[str]:
    return sorted(file.stem for file in RECORDINGS.glob("ch*.py"))


def record(course: Course, name: str) -> str:
    """The trace of a recording as it is kept: a line for each step.

    Raises:
        CourseError: with what it printed, if it fails.
    """
    chapter = next((one for one in course.chapters if one.name == name), None)
    if chapter is None:
        raise CourseError(f"animations/recordings/{name}.py is named after no chapter: rename it")
    with tempfile.TemporaryDirectory(prefix="minisgl-trace-") as folder:
        tree = Path(folder).resolve()
        write_tree(tree, course.whole(chapter))
        places = (tree, ROOT / "tools", chapter.folder / "demos", RECORDINGS / f"{name}.py")
        done = subprocess.run(
            [interpreter(course), "-c", RUN, *map(str, places)],
            cwd=tree,
            env=environment(course, tree),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
        )
    if done.returncode != 0:
        tail = "\n".join(done.stderr.strip().splitlines()[-15:])
        raise CourseError(f"animations/recordings/{name}.py failed:\n{tail}")
    return as_lines(json.loads(done.stdout))


def as_lines(trace: dict[str, Any]) -> str:
    """A trace as JSON, each of its parts and each step on a line, so that changes can be read."""
    head = {key: value for key, value in trace.items() if key != "steps"}
    lines = [f'"{key}": {_json(value)},\n' for key, value in head.items()]
    steps = ",\n".join(_json(step) for step in trace["steps"])
    return "{" + "".join(lines) + f'"steps": [\n{steps}\n]}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog=COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: every recording")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    args = parser.parse_args(argv)
    differ = 0
    try:
        course = Course(ROOT)
        for name in args.names or names():
            if name not in names():
                raise CourseError(f"no recording {name}; there are: {', '.join(names())}")
            text, file = record(course, name), TRACES / f"{name}.json"
            if file.is_file() and file.read_text(encoding="utf-8") == text:
                print(f"{name}: as it was")
            elif args.check:
                differ += 1
                print(f"{name}: the engine does something else now: {COMMAND} {name}")
            else:
                file.write_text(text, encoding="utf-8", newline="\n")
                print(f"{name}: recorded; now python animations/render.py {name}")
    except CourseError as error:
        print(f"record.py: {error}", file=sys.stderr)
        return 1
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
