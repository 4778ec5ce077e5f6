"""The page of review cards, and the file that Anki reads."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY
from sitelib import SiteError, anki, generator
from sitelib.cards import has_cards
from sitelib.editions import page_markdown, write_editions
from sitelib.material import Material
from sitelib.pages import all_pages
from synthetic_course import change, write
from synthetic_site import expanded, make_site, page_of

CARDS = """[[card]]
id = "what-is-it"
kind = "self_test"
[card.question]
en = 'What does `count` say of "{{ out.ch01.ten }}" and <b>?'
zh = "`count` 说了什么？"
[card.answer]
en = \"\"\"Look:

{{ code("minisgl/core.py", "Counter.add") }}

and at {{ problem(21) }}.\"\"\"
zh = \"\"\"看这个，
再看{{ problem(21) }}。\"\"\"

[[card]]
id = "and-then"
kind = "exercise"
[card.question]
en = "# What next?"
zh = "然后呢？"
[card.answer]
en = "See [elsewhere](https://example.org/a), and {{ output(demo='small') }}"
zh = "看[别处](https://example.org/a)，和 {{ output(demo='small') }}"
"""


@pytest.fixture
def site(tmp_path: Path) -> Material:
    """Chapter 1 has two cards, the others have none."""
    material = make_site(tmp_path)
    folder = tmp_path / "chapters" / "ch01_one"
    write(folder / "cards.toml", CARDS)
    write(folder / "values.toml", "ten = '(10)'\n")
    write(folder / "demos" / "small.py", "print('small')\n")
    write(folder / "demos" / "small.txt", "small\n")
    for language in ("en", "zh"):
        text = '# Cards\n\n<div id="cards"></div>\n\n{{ card_table() }}\n\n{{ card_list() }}\n'
        write(tmp_path / "site" / "pages" / f"cards.{language}.md", text)
    return material


def notes(material: Material, language: str) -> list[list[str]]:
    """The notes of an Anki file, a list of fields each."""
    lines = anki.anki_text(material, language).splitlines(keepends=True)
    return list(csv.reader(lines[6:], dialect="excel-tab"))


# --- the page -----------------------------------------------------------------------------------


def test_the_table_has_the_chapters_that_have_cards(site: Material) -> None:
    table = expanded(site, "cards", "{{ card_table() }}")
    assert [line for line in table.splitlines() if "data-chapter" in line] == [
        '<tr data-chapter="1"><td class="chosen"></td><td><a href="#cards-1">1. One</a></td>'
        '<td>2</td><td class="due"></td><td class="unseen"></td></tr>'
    ]


def test_the_cards_are_listed_by_chapter_with_links_from_this_page(site: Material) -> None:
    text = expanded(site, "cards", "{{ card_list() }}")
    assert text.startswith(
        "### [1. One](../chapters/01-one/) {: #cards-1 }\n\n"
        '<div class="course-card" data-card="ch01/what-is-it" markdown>\n\n'
        '??? question "What does `count` say of &quot;10&quot; and <b>?"\n'
        "    Look:\n\n"
        "    [`minisgl/core.py`](../../files/01-one/minisgl/core.py.html#L25) `Counter.add`\n"
    )
    assert "and at [021. Count](../problems/021-count/)." in text
    assert "[`demos/small.txt`](../chapters/01-one/demos/small.txt)" in text
    assert re.findall('data-card="([^"]+)"', text) == ["ch01/what-is-it", "ch01/and-then"]


def test_without_scripts_the_page_has_every_question_with_its_answer(site: Material) -> None:
    pages = site.root / "pages"
    pages.mkdir()
    write_editions(site, pages, pages)
    generator.make_edition(pages / "mkdocs.en.yml", site.root / "html")
    page = (site.root / "html" / "cards" / "index.html").read_text("utf-8")
    cards = re.findall(
        r'<div class="course-card" data-card="([^"]+)">\s*<details class="question">\s*'
        r"<summary>(.*?)</summary>(.*?)</details>\s*</div>",
        page,
        re.DOTALL,
    )
    assert [name for name, _, _ in cards] == ["ch01/what-is-it", "ch01/and-then"]
    assert cards[0][1].startswith("What does <code>count</code> say of")
    assert "def add(self, n: int)" in re.sub("<[^>]+>", "", cards[0][2])
    assert '<a href="../problems/021-count/">021. Count</a>' in cards[0][2]
    assert '<h3 id="cards-1"><a href="../chapters/01-one/">1. One</a>' in page


def test_a_course_without_cards_has_a_page_all_the_same(site: Material) -> None:
    (site.root / "chapters/ch01_one/cards.toml").unlink()
    assert expanded(site, "cards", "{{ card_list() }}") == ""
    assert "data-chapter" not in expanded(site, "cards", "{{ card_table() }}")
    assert notes(site, "en") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("out.ch01.ten", "out.ch01.tne", r"ch01_one/cards\.toml, what-is-it:1: .*has no tne"),
        ('zh = "然后呢？"', "", r"cards\.toml, and-then: question or answer has no zh"),
        ('"exercise"', '"exam"', r"cards\.toml, and-then: the kind is 'exam', not one of"),
        ('"and-then"', '"what-is-it"', r"every card needs an id of its own, and one has 'what-is-"),
        ('"and-then"', '"And then"', r"the id 'And then' is not like trie-or-radix"),
        ("[[card]]\nid", "[[card]\nid", r"chapters/ch01_one/cards\.toml: "),
    ],
)
def test_a_card_that_is_not_whole(site: Material, old: str, new: str, message: str) -> None:
    file = site.root / "chapters/ch01_one/cards.toml"
    write(file, CARDS.replace(old, new, 1))
    with pytest.raises(SiteError, match=message):
        page_markdown(site, all_pages(site), page_of(site, "cards"), "zh", {})
        page_markdown(site, all_pages(site), page_of(site, "cards"), "en", {})


# --- Anki ---------------------------------------------------------------------------------------


def test_the_file_begins_with_the_headers_that_anki_documents(site: Material) -> None:
    for language, basic in (("en", "Basic"), ("zh", "问答题")):
        assert anki.anki_text(site, language).split("\n")[:6] == [
            "#separator:tab",
            "#html:true",
            f"#notetype:{basic}",
            "#guid column:3",
            "#deck column:4",
            "#tags column:5",
        ]


def test_a_note_has_question_answer_guid_deck_and_tags(site: Material) -> None:
    first, second = notes(site, "en")
    assert first == [
        'What does <code>count</code> say of "10" and <b>?',
        "<p>Look:</p>\n"
        '<p class="listing"><code>minisgl/core.py</code> <code>Counter.add</code></p>\n'
        '<pre class="highlight"><code class="language-python">'
        "def add(self, n: int) -&gt; None:\n"
        "    self.start = operator.add(self.start, n)</code></pre>\n"
        "<p>and at 021. Count.</p>",
        "minisgl-course/en/ch01/what-is-it",
        "mini-sglang by hand::01 One",
        "minisgl::ch01 minisgl::self_test",
    ]
    assert '<a href="https://example.org/a">elsewhere</a>' in second[1]
    assert second[2:] == [
        "minisgl-course/en/ch01/and-then",
        "mini-sglang by hand::01 One",
        "minisgl::ch01 minisgl::exercise",
    ]


def test_every_field_is_quoted_so_that_none_is_taken_for_a_header(site: Material) -> None:
    write(
        site.root / "chapters/ch01_one/cards.toml", CARDS.replace("# What next?", r"\\#html:false")
    )
    assert '\n"#html:false"\t"' in anki.anki_text(site, "en")


def test_a_chinese_note_has_no_gaps_at_line_ends(site: Material) -> None:
    (first, _) = notes(site, "zh")
    assert first[1] == "<p>看这个，再看021. 数数。</p>"
    assert first[2:4] == ["minisgl-course/zh/ch01/what-is-it", "手写 mini-sglang::01 一"]


def test_a_guid_stays_when_the_texts_change(site: Material) -> None:
    before = [note[2] for note in notes(site, "en")]
    change(site.root / "chapters/ch01_one/cards.toml", "What next?", "And now?")
    after = notes(Material(site.root), "en")
    assert [note[2] for note in after] == before
    assert "And now?" in after[1][0]


# --- the course ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_card_of_the_course_is_on_the_page_and_in_the_file(language: str) -> None:
    material = Material(REPOSITORY)
    page = page_of(material, "cards")
    text = page_markdown(material, all_pages(material), page, language, {})
    names = re.findall('data-card="([^"]+)"', text)
    assert len(names) == len(set(names)) > 80
    chapters = [chapter for chapter in material.chapters if has_cards(chapter)]
    assert {name.split("/")[0] for name in names} == {f"ch{one.number:02}" for one in chapters}
    fields = notes(material, language)
    assert [note[2].removeprefix(f"minisgl-course/{language}/") for note in fields] == names
    for question, answer, *_ in fields:
        assert question and answer.startswith("<") and "{{" not in question + answer
        assert 'href="..' not in question + answer
