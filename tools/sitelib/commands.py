"""The commands of tools/site.py. Each returns its exit status."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from steplib.manifest import CourseError

from sitelib import BUILD, ROOT, SiteError, front, node
from sitelib.budgets import weigh
from sitelib.building import build_site, copy_out
from sitelib.material import Material
from sitelib.pages import all_pages, find_page
from sitelib.structure import check_structure
from sitelib.twins import agree, changed_texts, missing_texts, read_twins
from sitelib.words import LANGUAGES

EXAMPLES = """examples:
  python tools/site.py build            bring build/site up to date
  python tools/site.py build --out DIR  and copy it to DIR, for any static host under any path
  python tools/site.py serve            build, then serve at http://127.0.0.1:8000
  python tools/site.py check            build, then report texts that are missing or apart
  python tools/site.py agree setup      the two texts of a page say the same again
"""


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/site.py",
        description="Build, check and serve the site of the course.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    steps = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    build = steps.add_parser("build", help="bring build/site up to date")
    build.add_argument("--out", type=Path, metavar="DIR", help="copy the site to a folder")
    serve = steps.add_parser("serve", help="build the site and serve it to this machine")
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000")
    serve.add_argument("--no-open", action="store_true", help="do not open a browser")
    check = steps.add_parser("check", help="build the site, and hold it to its limits")
    check.add_argument(
        "--strict", action="store_true", help="fail for texts that are still to be written"
    )
    agree = steps.add_parser("agree", help="say that the two texts of a page agree")
    agree.add_argument("pages", nargs="*", metavar="PAGE", help="default: every page")
    return parser


def main(arguments: list[str] | None = None) -> int:
    args = make_parser().parse_args(arguments)
    command = {"build": build, "serve": serve, "check": check, "agree": agree_command}[args.command]
    try:
        return command(args)
    except (SiteError, CourseError) as error:
        print(f"site.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        command_line = f"python tools/site.py {args.command}"
        print(f"\nsite.py: stopped; {command_line} goes on from there", file=sys.stderr)
        return 130


def build(args: argparse.Namespace) -> int:
    builder = build_site()
    place = BUILD / "site"
    if args.out is not None:
        copy_out(place, args.out)
        place = args.out
    print(f"the site is in {place}" + ("" if builder.ran else ": nothing had changed"))
    return 0


def serve(args: argparse.Namespace) -> int:
    from sitelib.server import run_server

    build_site()
    return run_server(BUILD / "site", args.port, open_browser=not args.no_open)


def check(args: argparse.Namespace) -> int:
    build_site()
    problems = check_texts(Material(ROOT), strict=args.strict)
    for weight in weigh(BUILD / "site", BUILD / "brotli.json"):
        print(weight)
        problems += [] if weight.good else [f"{weight.name}: over its limit"]
    for title, script in front.CHECKS.items():
        print(f"{title} …", flush=True)
        node.run(script, what=title)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def check_texts(material: Material, *, strict: bool) -> list[str]:
    """What is wrong with the texts of the pages, a line each.

    A text that is still to be written is only mentioned, unless ``strict``: but once both texts
    of a page are there and agree, none of them may go missing.
    """
    pages, twins = all_pages(material), read_twins(material.root)
    to_write, lost = missing_texts(twins, pages)
    problems = [f"{place}: this text was there once: take it from git again" for place in lost]
    for page in pages:
        command = f"python tools/site.py agree {page.name}"
        if set(page.texts) != set(LANGUAGES) or not changed_texts(material.root, twins, page):
            continue
        if page.name in twins:
            say = "one text has changed; when the other says the same"
        else:
            say = "has anybody compared its two texts? then"
        problems.append(f"{page.name}: {say}: {command}")
    if strict:
        write = "is still to be written: chapters/README.md says how"
        problems += [f"{place}: this text {write}" for place in to_write]
    elif to_write:
        print(f"still to be written: {', '.join(to_write)}")
    return problems


def agree_command(args: argparse.Namespace) -> int:
    pages = all_pages(Material(ROOT))
    chosen = [find_page(pages, name) for name in args.pages] or pages
    for page in chosen:
        check_structure(ROOT, page)
    written = agree(ROOT, pages, chosen)
    for name in written:
        print(f"written down: {name}")
    if not written:
        print("nothing had changed")
    return 0
