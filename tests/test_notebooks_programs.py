"""A chapter's main.py in cells: what is a cell of its own, and what a cell cannot have."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
from conftest import REPOSITORY
from notebooklib.programs import main_cells
from steplib.manifest import CourseError

ENTRY = '\n\nif __name__ == "__main__":\n    main()\n'
PROGRAM = '''"""What it shows."""

from __future__ import annotations

import math

# As many as there are.
COUNT = 2


def show(number: float) -> None:
    print(f"number {number}")


class Box:
    """Holds."""

    def __init__(self) -> None:
        self.items: list[int] = []


def story() -> None:
    """Told once."""
    box = Box()
    box.items.append(7)
    show(box.items[0])  # the first
    # Another one.
    box.items.append(8)
    show(box.items[1])


def main() -> None:
    root = math.sqrt(COUNT)

    print("roots:")
    print(f"of {COUNT}")
    show(round(root, 3))
    story()
    for i in range(COUNT):

        def inner() -> int:
            return i  # noqa: B023

        print(inner())
    total = COUNT
    print(total)
'''


def refused(program: str, message: str) -> None:
    with pytest.raises(CourseError, match=re.escape(message)):
        main_cells(program, "main.py")


def test_a_program_in_cells() -> None:
    assert main_cells(PROGRAM + ENTRY, "main.py") == [
        "from __future__ import annotations\n\nimport math\n\n# As many as there are.\nCOUNT = 2",
        'def show(number: float) -> None:\n    print(f"number {number}")',
        'class Box:\n    """Holds."""\n\n    def __init__(self) -> None:\n'
        "        self.items: list[int] = []",
        "root = math.sqrt(COUNT)",
        'print("roots:")\nprint(f"of {COUNT}")\nshow(round(root, 3))',
        "box = Box()\nbox.items.append(7)\nshow(box.items[0])  # the first",
        "# Another one.\nbox.items.append(8)\nshow(box.items[1])",
        "for i in range(COUNT):\n\n    def inner() -> int:\n        return i  # noqa: B023\n\n"
        "    print(inner())\ntotal = COUNT\nprint(total)",
    ]


def printed(*pieces: str) -> str:
    names: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as output:
        for piece in pieces:
            exec(piece, names)
    return output.getvalue()


def test_the_cells_print_what_the_program_prints() -> None:
    assert printed(*main_cells(PROGRAM + ENTRY, "main.py")) == printed(PROGRAM + ENTRY)


def test_a_function_that_takes_or_gives_or_is_used_twice_stays_one() -> None:
    for function, calls in (
        ("def f(n=1):\n    print(n)", "f()"),
        ("def f():\n    print(1)\n    return 1", "f()"),
        ("def f():\n    print(1)", "f()\n    f()"),
        ("def f():\n    print(1)", "n = f()"),
    ):
        cells = main_cells(f"{function}\n\n\ndef main():\n    {calls}\n{ENTRY}", "main.py")
        assert cells[0] == function


def test_a_heading_stays_with_what_it_is_the_heading_of() -> None:
    body = 'n = 1\n    print(n)\n    print("next:")\n\n    print("two:")\n    n = 2\n    print(n)'
    cells = main_cells(f"def main():\n    {body}\n{ENTRY}", "main.py")
    assert cells == ['n = 1\nprint(n)\nprint("next:")', 'print("two:")\nn = 2\nprint(n)']


def test_main_in_inference_mode() -> None:
    program = f"import torch\n\n\n@torch.inference_mode()\ndef main():\n    print(1)\n{ENTRY}"
    assert main_cells(program, "main.py")[1:] == [
        "torch.set_grad_enabled(False)  # main has @torch.inference_mode()\nprint(1)"
    ]


def test_what_cells_cannot_have_is_named_with_its_line() -> None:
    refused("print(1)\n", 'main.py: it must end with if __name__ == "__main__": main()')
    refused("def main():\n    print(1)\n\n\nmain()\n", "main.py: it must end with if __name__")
    refused(f"@cache\ndef main():\n    print(1)\n{ENTRY}", "main.py:1: cells cannot have")
    refused(f"def main():\n    if 1:\n        return\n{ENTRY}", "main.py:3: a cell cannot return")
    text = '"""a\n    b"""'
    refused(f"def main():\n    print({text})\n{ENTRY}", "main.py:2: a text of several lines")
    refused(f"def main(:\n{ENTRY}", "main.py:1")


def test_every_main_of_the_course_can_be_cut() -> None:
    mains = sorted((REPOSITORY / "chapters").glob("ch*/main.py"))
    assert mains
    for main in mains:
        cells = main_cells(main.read_text(encoding="utf-8"), str(main))
        assert len(cells) > 2
        compile("\n".join(cells), str(main), "exec")
