"""Expanding a page, whatever its directives are: what an author is told, braces, blocks, fences."""

from __future__ import annotations

from pathlib import Path

import pytest
from sitelib.material import Material
from synthetic_course import write
from synthetic_site import expanded, make_site, refused


@pytest.fixture
def site(tmp_path: Path) -> Material:
    return make_site(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "a\n{{ nothing }}",
            "a.en.md:2: 'nothing' is undefined: chapters/README.md lists the directives",
        ),
        ("a\n{{ out.ch01 }}", "ChapterValues object at"),
        ("a\n{{ tests }}", "a.en.md:2: <bound method Directives.tests of"),
        ("a\n\n{{ code() }}", "a.en.md:3: Directives.code() missing 1 required positional"),
        ("a\n{{ tests( }}", "a.en.md:2: unexpected '}'"),
        ("a\n{{ output(\n  1) }}", "a.en.md:2: output() belongs on the page of a chapter"),
        ("{{ page(\n'x') }}\nb", "a.en.md:1: there is no page x"),
        ("a\n{% if true %}\n{{ problem('x') }}{% endif %}", "a.en.md:3: there is no problem x"),
    ],
)
def test_an_error_names_the_page_and_the_line(site: Material, text: str, message: str) -> None:
    refused(site, "setup", text, message)


def test_a_program_that_is_no_python(site: Material) -> None:
    write(site.root / "chapters/ch01_one/main.py", "def (\n")
    refused(
        site, "chapters/01-one", '{{ code("main.py", "f") }}', "a.en.md:1: main.py:1:5: invalid"
    )


def test_braces_that_are_meant(site: Material) -> None:
    assert expanded(site, "setup", "{% raw %}{{ x }}{% endraw %} {a} }}") == "{{ x }} {a} }}"


def test_a_block_keeps_the_indentation_of_its_directive(site: Material) -> None:
    text = '??? question "Why"\n    Look:\n\n    {{ tests() }}\n\nand {{ tests() }}\n'
    assert expanded(site, "chapters/01-one", text) == (
        '??? question "Why"\n    Look:\n\n'
        "    ```sh\n    python tools/steps.py start 1\n"
        "    python tools/steps.py test 1\n    ```\n\n"
        "and ```sh\npython tools/steps.py start 1\npython tools/steps.py test 1\n```\n"
    )


def test_a_fence_is_longer_than_those_in_the_code(site: Material) -> None:
    write(site.root / "chapters/ch01_one/main.py", '"""\n```\na\n```\n"""\n')
    text = expanded(site, "chapters/01-one", '{{ code("main.py") }}')
    assert text.endswith('````python\n"""\n```\na\n```\n"""\n````')
