"""The notebooks of the chapters: ``python tools/notebooks.py --help``. Made by tools/notebooklib.

    chapters/ch09_radix_cache/notebook.ipynb       from index.en.md, main.py and demos/
    chapters/ch09_radix_cache/notebook.zh.ipynb    from index.zh.md, main.py and demos/

They hold no outputs: tests/test_notebooks_run.py runs each of them and compares what it prints with
the outputs that the page shows.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "practice"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from notebooklib.commands import make_notebooks
from sitelib import ROOT, SiteError
from steplib.manifest import CourseError

EXAMPLES = """examples:
  python tools/notebooks.py write      write every notebook again, after a text or a program changed
  python tools/notebooks.py write 9    only those of chapter 9
  python tools/notebooks.py check      say which are not as write would make them; status 1 if any
"""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/notebooks.py",
        description="Make the notebooks of the chapters from their pages and programs.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", choices=("write", "check"), help="see the examples")
    parser.add_argument("chapters", nargs="*", type=int, metavar="N", help="default: every chapter")
    return parser


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    args = make_parser().parse_args(arguments)
    try:
        made = make_notebooks(root, args.chapters, write=args.command == "write")
    except (SiteError, CourseError) as error:
        print(f"notebooks.py: {error}", file=sys.stderr)
        return 1
    for name, state in made.changed.items():
        chapter = int(name.split("/")[1][2:4])
        again = f"{state}: python tools/notebooks.py write {chapter}"
        print(f"written: {name}" if args.command == "write" else f"{name} {again}")
    for problem in made.problems:
        print(f"notebooks.py: {problem}", file=sys.stderr)
    if not made.changed and not made.problems:
        print("every notebook is up to date")
    return 1 if made.problems or (made.changed and args.command == "check") else 0


if __name__ == "__main__":
    sys.exit(main())
