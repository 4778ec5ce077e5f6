"""Are the places in other projects, which the pages point to, really there?

Reads chapters/links.toml. Of a project of which a copy is at hand, a git checkout or a bare mirror,
each place is looked up: the commit, the file at that commit, the symbol in that file. Nothing is
fetched. Without a copy it is said that the project was not checked; threads (pull requests and
issues) are in no copy.

examples:
  python tools/links.py                                        what there is to check
  python tools/links.py --checkout mini-sglang=../mini-sglang  may be repeated
  python tools/links.py --checkout vllm=../vllm.git --json

Exit status: 0 when nothing is wrong, 1 when a place is not there or the file of links is not as it
should be, 2 for a wrong command line.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sitelib import ROOT, SiteError
from sitelib.checkouts import THERE, UNCHECKED, WRONG, Checked, Checkout, check_place
from sitelib.links_out import PLACE, all_places


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/links.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument(
        "--checkout",
        dest="checkouts",
        action="append",
        default=[],
        metavar="NAME=PATH",
        help="a copy of the project that links.toml calls NAME",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    return parser


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser()
    args = parser.parse_args(arguments)
    try:
        places = all_places(args.root)
        if not places:
            raise SiteError(f"{args.root / PLACE} has no place: there is nothing to check")
        projects = dict.fromkeys(place.project for place in places)
        checkouts: dict[str, Checkout] = {}
        for value in args.checkouts:
            name, _, path = value.partition("=")
            if not path or name not in projects:
                parser.error(
                    f"--checkout {value}: write NAME=PATH, NAME one of {', '.join(projects)}"
                )
            checkouts[name] = Checkout(Path(path))
        results = [check_place(place, checkouts.get(place.project)) for place in places]
    except SiteError as error:
        if args.json:
            print(json.dumps({"schema": 1, "error": str(error)}))
        print(f"links.py: {error}", file=sys.stderr)
        return 1
    if args.json:
        print(
            json.dumps({"schema": 1, "places": [as_json(result) for result in results]}, indent=1)
        )
    else:
        for project in projects:
            report(project, [result for result in results if result.place.project == project])
    return 1 if any(result.state == WRONG for result in results) else 0


def as_json(result: Checked) -> dict[str, str | None]:
    place = result.place
    return {
        "project": place.project,
        "key": place.key,
        "address": place.address,
        "symbol": place.symbol,
        "state": result.state,
        "message": result.message,
    }


def report(project: str, results: list[Checked]) -> None:
    """What was found of one project: a line, and one for each place that is wrong."""
    code = [result for result in results if result.place.thread is None]
    unchecked = [result for result in code if result.state == UNCHECKED]
    threads = len(results) - len(code)
    if unchecked:
        line = f"{len(code)} places not checked: {unchecked[0].message}"
    else:
        there = sum(result.state == THERE for result in code)
        line = f"{there} of {len(code)} places are there" if code else "no place in its code"
    print(f"{project}: {line}" + (f"; threads, not checked: {threads}" if threads else ""))
    for result in code:
        if result.state == WRONG:
            print(f"  {PLACE}: [{project}.{result.place.key}]: {result.message}")


if __name__ == "__main__":
    sys.exit(main())
