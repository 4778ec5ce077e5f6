"""Render the films that are older than what they are made from.

examples:
  python animations/render.py                      every film that has to be
  python animations/render.py ch09_radix_cache --lang zh
  python animations/render.py --check              only say which would be; needs no manim
  python animations/render.py --draft DIR          half size, quickly, into a folder of yours

A film is drawn from animations/traces (python animations/record.py) by animations/scenes. Rendering
needs manim, some packages of the system and a font: python3 tools/course.py doctor names them.
Exit status: 0 when all is well, 1 when a film is out of date (--check) or fails, 2 for a wrong
command line.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from filmlib import LANGUAGES, FilmError, catalogue, making

COMMAND = "python animations/render.py"


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: every film")
    parser.add_argument("--lang", choices=LANGUAGES, help="only this language")
    parser.add_argument("--check", action="store_true", help="only say what is out of date")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="films at a time")
    parser.add_argument("--draft", type=Path, metavar="DIR", help="half size, kept apart")
    return parser


def check(films: list[tuple[str, str]]) -> int:
    found = [(film, why) for film in films if (why := catalogue.out_of_date(*film)) is not None]
    for (name, language), why in found:
        print(f"{name} ({language}) {why}: {COMMAND} {name} --lang {language}")
    for file in catalogue.unknown_files():
        print(f"animations/films/{file} belongs to no film: remove it")
    if not found:
        print(f"{len(films)} films are up to date")
    return 1 if found else 0


def render(films: list[tuple[str, str]], jobs: int) -> int:
    """Render what is out of date, and write it down film by film, so that a stop loses one."""
    waiting = [film for film in films if catalogue.out_of_date(*film) is not None]
    if not waiting:
        print(f"{len(films)} films are up to date")
        return 0
    making.need_manim()
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        running = {pool.submit(making.make, *film): film for film in waiting}
        for number, done in enumerate(as_completed(running), start=1):
            name, language = running[done]
            entry = done.result()
            making.write_down(name, language, entry)
            size = sum((catalogue.FILMS / file).stat().st_size for file in entry["files"])
            print(
                f"[{number}/{len(waiting)}] {name} ({language}): {entry['seconds']:.0f} s of film, "
                f"{size / 1e6:.2f} MB",
                flush=True,
            )
    return 0


def main(argv: list[str] | None = None) -> int:
    args = make_parser().parse_args(argv)
    try:
        languages = [args.lang] if args.lang else list(LANGUAGES)
        chosen = catalogue.choose(args.names)
        films = [(name, language) for name in chosen for language in languages]
        if args.check:
            return check(films)
        if args.draft is not None:
            making.need_manim()
            for film in films:
                print(making.draft(*film, args.draft), flush=True)
            return 0
        print(f"rendering takes about as long as the films are: {COMMAND} --check says which")
        return render(films, args.jobs)
    except FilmError as error:
        print(f"render.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"\nrender.py: stopped; {COMMAND} goes on from there", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
