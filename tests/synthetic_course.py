"""A course of three chapters and five files, small enough to know every byte of its trees."""

from __future__ import annotations

from pathlib import Path

from steplib.tree import Course

CORE = '''"""数 and words."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from .later import LIMIT

if TYPE_CHECKING:
    from .later import Box

# How far counting goes.
STEP = 1


def count(n: int) -> int:
    """Count up to n.

    一直数到 n。
    """
    # the whole of it
    return sum(range(0, n + 1, STEP))


# A later idea,
# in two lines.
@functools.cache
def root(n: int) -> float:
    return math.sqrt(n)  # 平方根


class Counter:
    """Counts."""

    start = 0

    @property
    def total(self) -> int:
        """All so far."""
        return self.start

    def add(self, n: int) -> None:
        self.start += n


def boxed(box: Box) -> int:
    return min(LIMIT, len(box.items))
'''
EARLIER_COUNTER = '''from __future__ import annotations

import operator


class Counter:
    """Counts, the slow way."""

    start = 0

    def add(self, n: int) -> None:
        self.start = operator.add(self.start, n)
'''
LATER = '''"""What comes later."""

from __future__ import annotations

LIMIT = 9


class Box:
    """Holds items."""

    def __init__(self) -> None:
        self.items: list[int] = []

    def fill(self, n: int) -> None:
        self.items.append(n)
'''
INIT = '''"""The package."""

from .core import Counter, boxed, count, root
from .later import LIMIT, Box

__all__ = ["LIMIT", "Box", "Counter", "boxed", "count", "root"]
'''
MANIFESTS = {
    "ch01_one": """number = 1
slug = "one"
title = { en = "One", zh = "一" }
[files]
new = ["minisgl/__init__.py", "minisgl/core.py"]
changed = []
[write]
"minisgl/core.py" = ["count", "Counter.add"]
""",
    "ch02_two": """number = 2
slug = "two"
title = { en = "Two", zh = "二" }
[files]
new = ["minisgl/later.py"]
changed = ["minisgl/__init__.py", "minisgl/core.py"]
[symbols]
"minisgl/core.py" = ["Counter", "boxed"]
[write]
"minisgl/core.py" = ["Counter.total"]
"minisgl/later.py" = ["Box.fill"]
""",
    "ch03_three": """number = 3
slug = "three"
title = { en = "Three", zh = "三" }
[files]
local = ["extra.py"]
changed = ["minisgl/__init__.py", "minisgl/core.py"]
[symbols]
"minisgl/core.py" = ["root"]
[write]
"minisgl/core.py" = ["root"]
[main]
args = ["three"]
""",
}
MAINS = {
    "ch01_one": "from minisgl import count\n\nprint(count(4))\n",
    "ch02_two": "from minisgl import Box, boxed\n\nbox = Box()\nbox.fill(7)\nprint(boxed(box))\n",
    "ch03_three": "import sys\n\nimport extra\n\nfrom minisgl import root\n\n"
    "print(root(extra.NINE), sys.argv[1])\n",
}
OUTPUTS = {"ch01_one": "10\n", "ch02_two": "1\n", "ch03_three": "3.0 three\n"}


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def make_course(root: Path) -> Course:
    """Write the course below ``root`` and load it."""
    write(root / "minisgl/__init__.py", INIT)
    write(root / "minisgl/core.py", CORE)
    write(root / "minisgl/later.py", LATER)
    for name, manifest in MANIFESTS.items():
        write(root / "chapters" / name / "chapter.toml", manifest)
        write(root / "chapters" / name / "main.py", MAINS[name])
        write(root / "chapters" / name / "output.txt", OUTPUTS[name])
    write(root / "chapters/ch01_one/earlier/minisgl/core.py", EARLIER_COUNTER)
    write(root / "chapters/ch03_three/extra.py", "NINE = 9\n")
    return Course(root)


def change(file: Path, old: str, new: str) -> None:
    """Replace a part of a file that must be there exactly once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
    write(file, text.replace(old, new))


def manifest(course: Course, name: str) -> Path:
    return course.root / "chapters" / name / "chapter.toml"


def run(course: Course, *arguments: str) -> int:
    """Run tools/steps.py on the course; returns the exit status."""
    import steps

    return steps.main(["--root", str(course.root), *arguments])
