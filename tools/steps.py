"""The course, step by step: build each chapter's tree, check it, and work on it.

examples:
  python tools/steps.py check            every chapter: build, import, run its main, compare
  python tools/steps.py check 8 9 --tests
  python tools/steps.py tree 9           the files at the end of chapter 9
  python tools/steps.py start 1          a workspace for chapter 1; nothing is ever overwritten
  python tools/steps.py test 1           chapter 1's tests on that workspace
  python tools/steps.py diff 9           what chapter 9 changes
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from steplib import commands
from steplib.manifest import CourseError
from steplib.tree import Course

ROOT = Path(__file__).resolve().parent.parent


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/steps.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    steps = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str, example: str) -> argparse.ArgumentParser:
        return steps.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=f"example: python tools/steps.py {example}",
        )

    check = add("check", "build chapters, run their mains on nothing else, compare", "check 8 9")
    check.add_argument("chapters", nargs="*", type=int, metavar="N", help="default: every chapter")
    check.add_argument("--tests", action="store_true", help="run each chapter's tests on its tree")
    check.add_argument(
        "--stubs", action="store_true", help="run each chapter's tests on its stubs: they must fail"
    )
    check.add_argument("--json", action="store_true", help="print one JSON document")

    tree = add("tree", "show the files at the end of a chapter: new, changed, unchanged", "tree 9")
    tree.add_argument("chapter", type=int, metavar="N")
    tree.add_argument("--out", type=Path, metavar="DIR", help="write the tree to an empty folder")
    tree.add_argument("--json", action="store_true", help="print one JSON document")

    start = add("start", "make or complete a workspace; what is there is left alone", "start 9")
    start.add_argument("chapter", type=int, metavar="N")
    start.add_argument(
        "--with",
        dest="sources",
        action="append",
        default=[],
        metavar="mine|reference[:K,L-M]",
        help="whose work of earlier chapters to take, for all or for some of them; may be repeated "
        "(default: yours where you wrote it, the reference elsewhere)",
    )
    start.add_argument("--force", action="store_true", help="refresh every file, after a backup")

    test = add("test", "run a chapter's tests on your workspace", "test 9 -x")
    test.add_argument("chapter", type=int, metavar="N")
    test.add_argument("pytest_args", nargs=argparse.REMAINDER, metavar="…", help="for pytest")

    diff = add("diff", "show what a chapter changes", "diff 9")
    diff.add_argument("chapter", type=int, metavar="N")
    diff.add_argument(
        "--workspace", action="store_true", help="your workspace against the reference instead"
    )

    stubs = add("stubs", "write the stubs of chapters again (for authors)", "stubs 9")
    stubs.add_argument("chapters", nargs="*", type=int, metavar="N", help="default: every chapter")
    stubs.add_argument("--check", action="store_true", help="only say whether they are up to date")

    capture = add("capture", "run mains and keep their outputs (for authors)", "capture 9")
    capture.add_argument("chapters", nargs="*", type=int, metavar="N", help="default: all")
    return parser


def main(argv: list[str] | None = None) -> int:
    args = make_parser().parse_args(argv)
    try:
        status: int = getattr(commands, args.command)(Course(args.root.resolve()), args)
        sys.stdout.flush()
        return status
    except CourseError as error:
        if getattr(args, "json", False):
            print(json.dumps({"schema": 1, "error": str(error)}))
        print(f"steps.py: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever reads our output has had enough, as head(1) has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("\nsteps.py: stopped; nothing is half written", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
