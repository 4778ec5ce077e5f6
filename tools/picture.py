"""The picture of the README and the first page, drawn from what chapter 9's main printed.

    python tools/picture.py           write site/pages/split_lock_evict*.svg: both languages, wide
                                      and narrow
    python tools/picture.py --check   only say whether they are up to date

Exit status: 0 when all is well, 1 when a picture is out of date or the output cannot be read.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from picturelib.drawing import LAYOUTS, WORDS, draw
from picturelib.story import read_story
from steplib.manifest import CourseError

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python tools/picture.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help="write nothing")
    args = parser.parse_args(arguments)
    try:
        story = read_story(args.root)
    except (CourseError, OSError) as error:
        print(f"picture.py: {error}", file=sys.stderr)
        return 1
    status = 0
    for language, (added, layout) in itertools.product(WORDS, LAYOUTS.items()):
        file = args.root / "site" / "pages" / f"split_lock_evict{added}.{language}.svg"
        picture = draw(story, language, layout)
        if file.is_file() and file.read_text(encoding="utf-8") == picture:
            continue
        name = file.relative_to(args.root).as_posix()
        if args.check:
            print(f"{name} is out of date: run python tools/picture.py", file=sys.stderr)
            status = 1
        else:
            file.write_text(picture, encoding="utf-8", newline="\n")
            print(f"written: {name}")
    return status


if __name__ == "__main__":
    sys.exit(main())
