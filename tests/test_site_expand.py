"""What the directives of a page become, and what authors are told when one goes wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sitelib.material import Material
from synthetic_course import change, write
from synthetic_site import expanded, make_site, refused


@pytest.fixture
def site(tmp_path: Path) -> Material:
    return make_site(tmp_path)


# --- code ---------------------------------------------------------------------------------------


def test_code_has_its_form_in_this_chapter_with_docstring_and_comments(site: Material) -> None:
    assert expanded(site, "chapters/01-one", '{{ code("minisgl/core.py", "Counter.add") }}') == (
        "[`minisgl/core.py`](../../../files/01-one/minisgl/core.py.html#L25) `Counter.add`\n"
        "{: .listing }\n\n"
        "```python\n"
        "def add(self, n: int) -> None:\n"
        "    self.start = operator.add(self.start, n)\n"
        "```"
    )
    later = expanded(site, "chapters/02-two", '{{ code("minisgl/core.py", "Counter.add") }}')
    assert "self.start += n" in later and "files/02-two/minisgl/core.py.html#L" in later


def test_symbols_come_in_the_order_given(site: Material) -> None:
    text = expanded(site, "chapters/03-three", '{{ code("minisgl/core.py", "root", "STEP") }}')
    assert text.split("```")[1] == (
        "python\n# A later idea,\n# in two lines.\n@functools.cache\n"
        "def root(n: int) -> float:\n    return math.sqrt(n)  # 平方根\n\n\n"
        "# How far counting goes.\nSTEP = 1\n"
    )


def test_a_whole_file_main_and_a_file_of_the_chapter_alone(site: Material) -> None:
    assert "print(count(4))" in expanded(site, "chapters/01-one", '{{ code("main.py") }}')
    local = expanded(site, "chapters/03-three", '{{ code("extra.py") }}')
    assert local.startswith("[`extra.py`](../../../files/03-three/extra.py.html)\n")
    assert "NINE = 9\n```" in local


def test_a_file_that_this_chapter_leaves_alone_is_shown_where_it_last_changed(
    site: Material,
) -> None:
    text = expanded(site, "chapters/03-three", '{{ code("minisgl/later.py", "LIMIT") }}')
    assert "(../../../files/02-two/minisgl/later.py.html#L5)" in text


def test_a_page_outside_the_chapters_shows_the_finished_engine(site: Material) -> None:
    text = expanded(site, "setup", '{{ code("minisgl/core.py", "Counter.add") }}')
    assert "self.start += n" in text and "(../../files/02-two/" not in text
    assert "(../../files/03-three/minisgl/core.py.html#L" in text


@pytest.mark.parametrize(
    ("page", "call", "message"),
    [
        ("chapters/01-one", 'code("minisgl/core.py", "root")', "minisgl/core.py has no root in"),
        ("chapters/01-one", 'code("minisgl/core.py", "Counter.sub")', "it has Counter.start, Cou"),
        ("chapters/01-one", 'code("minisgl/later.py")', "the tree of chapter 1 has no minisgl/la"),
        ("setup", 'code("main.py")', "minisgl has no main.py"),
    ],
)
def test_code_that_is_not_there(site: Material, page: str, call: str, message: str) -> None:
    refused(site, page, f"one\ntwo\n{{{{ {call} }}}}\n", message)
    refused(site, page, f"one\ntwo\n{{{{ {call} }}}}\n", "site/pages/a.en.md:3: ")


# --- outputs and figures ------------------------------------------------------------------------

OUTPUT = "begin\n  one 1\n  two 2\nend of one\n  one 3\n"


def test_the_output_whole_and_in_part(site: Material) -> None:
    write(site.root / "chapters/ch01_one/output.txt", OUTPUT)
    head = "[`output.txt`](output.txt)\n{: .listing }\n\n```text\n"
    assert expanded(site, "chapters/01-one", "{{ output() }}") == f"{head}{OUTPUT}```"
    part = expanded(site, "chapters/01-one", '{{ output("two", "end") }}')
    assert part == f"{head}  two 2\nend of one\n```"
    line = expanded(site, "chapters/01-one", '{{ output("begin") }}')
    assert line == f"{head}begin\n```"


def test_the_output_of_another_program(site: Material) -> None:
    write(site.root / "chapters/ch01_one/demos/small.py", "print('small')\n")
    write(site.root / "chapters/ch01_one/demos/small.txt", "small\n")
    text = expanded(
        site, "chapters/01-one", '{{ code("demos/small.py") }}{{ output(demo="small") }}'
    )
    assert "](../../../files/01-one/demos/small.py.html)" in text
    assert text.endswith(
        "[`demos/small.txt`](demos/small.txt)\n{: .listing }\n\n```text\nsmall\n```"
    )
    refused(site, "chapters/01-one", '{{ output(demo="big") }}', "no captured output demos/big.txt")


def test_a_part_must_be_found_once(site: Material) -> None:
    write(site.root / "chapters/ch01_one/output.txt", OUTPUT)
    refused(site, "chapters/01-one", '{{ output("one") }}', "2 lines begin with 'one'")
    refused(site, "chapters/01-one", '{{ output("three") }}', "0 lines begin with 'three'")
    refused(site, "chapters/01-one", '{{ output("end", "begin") }}', "no line begins with 'begin'")
    refused(site, "setup", "{{ output() }}", "output() belongs on the page of a chapter")


VALUES = r"""
two = 'two (\d)'
last = { pattern = 'one (\d)', match = 2 }
one = 'one (\d)'
far = { pattern = 'one (\d)', match = 3 }
no_group = 'two \d'
small = { pattern = '(small)', file = "demos/small.txt" }
"""


def test_figures_by_name_from_any_page(site: Material) -> None:
    write(site.root / "chapters/ch01_one/output.txt", OUTPUT)
    write(site.root / "chapters/ch01_one/values.toml", VALUES)
    write(site.root / "chapters/ch01_one/demos/small.txt", "small\n")
    text = "{{ out.ch01.two }} {{ out.ch01.last }} {{ out.ch01.small }}"
    assert expanded(site, "setup", text) == "2 3 small"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ch01.one", "values.toml: one must match once in output.txt, and matches 2 times"),
        ("ch01.far", "values.toml: far: match is 3, and output.txt has 2 matches"),
        ("ch01.no_group", "values.toml: no_group: the pattern must have one group, not 0"),
        ("ch01.tow", "values.toml has no tow; it has two, last, one, far, no_group, small"),
        ("ch02.two", "chapters/ch02_two/values.toml has no two; it has nothing"),
        ("ch07.two", "there is no chapter 7; there are 1, 2, 3"),
        ("chapter1.two", "out.chapter1: write a chapter like out.ch09"),
    ],
)
def test_figures_that_are_not_there(site: Material, name: str, message: str) -> None:
    write(site.root / "chapters/ch01_one/output.txt", OUTPUT)
    write(site.root / "chapters/ch01_one/values.toml", VALUES)
    refused(site, "setup", f"\n{{{{ out.{name} }}}}", message)
    refused(site, "setup", f"\n{{{{ out.{name} }}}}", "site/pages/a.en.md:2: ")


# --- trees, commands, problems ------------------------------------------------------------------


def test_the_tree_marks_what_is_new_and_changed(site: Material) -> None:
    text = expanded(site, "chapters/02-two", "{{ tree() }}")
    assert "<details open><summary><code>minisgl/</code></summary>" in text
    rows = re.findall(r'<li class="(\w+)"><a href="([^"]+)"><code>([^<]+)</code></a>', text)
    assert rows == [
        ("changed", "../../../files/02-two/minisgl/__init__.py.html", "__init__.py"),
        ("changed", "../../../files/02-two/minisgl/core.py.html", "core.py"),
        ("new", "../../../files/02-two/minisgl/later.py.html", "later.py"),
    ]
    assert "Files: 3 (1 new, 2 changed)" in text
    assert "共 3 个文件：新增 1 个，改动 2 个" in expanded(
        site, "chapters/02-two", "{{ tree() }}", "zh"
    )


def test_the_commands_of_a_chapter(site: Material) -> None:
    text = expanded(site, "chapters/02-two", "{{ tests() }}")
    assert text == "```sh\npython tools/steps.py start 2\npython tools/steps.py test 2\n```"


def test_problems_and_links(site: Material) -> None:
    assert expanded(site, "chapters/01-one", "{{ problems() }}") == (
        '<ul class="chapter-problems">\n'
        '<li data-problem="021-count"><a href="../../problems/021-count/">021. Count</a> '
        '<span class="difficulty">easy</span></li>\n</ul>'
    )
    assert expanded(site, "setup", "{{ problem(41) }}") == (
        "[041. A &lt;box&gt;](../problems/041-box/)"
    )
    assert expanded(site, "index", "{{ chapter(3) }}", "zh") == "[3. 三](chapters/03-three/)"
    assert expanded(site, "problems/041-box", "{{ page('setup') }}") == "[setup en](../../setup/)"
    refused(site, "setup", "{{ problem(42) }}", "a.en.md:1: there is no problem 42: see python")
    refused(
        site, "setup", "{{ chapter(4) }}", "a.en.md:1: there is no chapter 4; there are 1, 2, 3"
    )
    refused(
        site,
        "setup",
        "{{ page('stup') }}",
        "there is no page stup; there are index, how-to-use, set",
    )


def test_the_figures_of_the_judge(site: Material) -> None:
    names = ("problems", "wrong", "mutants", "rejected", "tests", "right")
    text = " ".join(f"{{{{ strength.{name} }}}}" for name in names)
    assert expanded(site, "judge", text) == "2 4 8 12 6 4"
    change(site.root / "practice/strength.json", '"041-box"', '"041-bag"')
    refused(Material(site.root), "judge", "{{ strength.wrong }}", "has no figures for 041-box")


OPERATORS = """{"torch": "2.13.0", "operators": {
 "abs": {"samples": 1000, "agree": 999, "reason": "a < b", "refused": {"samples": 7, "agree": 4}},
 "none": {"samples": 0, "agree": 0},
 "add": {"samples": 500, "agree": 500}
}}"""


def test_the_figures_of_the_torch_in_the_browser(site: Material) -> None:
    write(site.root / "site/runtime/conformance.json", OPERATORS)
    names = ("torch", "operators", "samples", "agree", "refused", "refused_alike")
    text = " ".join(f"{{{{ conformance.{name} }}}}" for name in names)
    assert expanded(site, "judge", text) == "2.13.0 2 1,500 1,499 7 4"
    assert (
        "<tr><td><code>abs</code></td><td>1000</td><td>999</td><td>4 / 7</td><td>a &lt; b</td></tr>"
    ) in expanded(site, "judge", "{{ conformance.table }}")
    refused(site, "judge", "{{ conformance.share }}", "has no attribute 'share'")
    write(site.root / "site/runtime/conformance.json", "{}")
    refused(site, "judge", "{{ conformance.torch }}", "a.en.md:1: site/runtime/conformance.json")


def test_the_words_of_the_course(site: Material) -> None:
    assert (
        '<tr id="term-kv-cache"><td>KV 缓存</td><td lang="en">KV cache</td><td>留下的东西。</td>'
        '<td><a href="../chapters/02-two/">2</a></td></tr>'
    ) in expanded(site, "glossary", "{{ glossary() }}", "zh")
    assert "<td>What <code>k</code> &lt; v keeps.</td>" in expanded(
        site, "glossary", "{{ glossary() }}"
    )
    change(site.root / "site/pages/glossary.toml", 'zh = "KV 缓存"', "")
    refused(
        site, "glossary", "{{ glossary() }}", "'KV cache' needs en, zh, chapter and a definition"
    )


# --- questions, other projects ------------------------------------------------------------------

CARDS = """[[card]]
id = "one"
kind = "self_test"
[card.question]
en = 'What is "{{ out.ch01.ten }}"?'
zh = "什么？"
[card.answer]
en = "Ten:\\n\\n{{ code('main.py') }}"
zh = "十。"
"""


def test_questions_have_folded_answers_with_directives_of_their_own(site: Material) -> None:
    write(site.root / "chapters/ch01_one/cards.toml", CARDS)
    write(site.root / "chapters/ch01_one/values.toml", "ten = '(10)'\n")
    assert expanded(site, "chapters/01-one", '{{ cards("self_test") }}') == (
        '??? question "What is &quot;10&quot;?"\n'
        "    Ten:\n\n"
        "    [`main.py`](../../../files/01-one/main.py.html)\n"
        "    {: .listing }\n\n"
        "    ```python\n    from minisgl import count\n\n    print(count(4))\n    ```"
    )
    refused(site, "chapters/01-one", '{{ cards("exam") }}', "no card of the kind exam; it has self")
    refused(site, "chapters/02-two", '{{ cards("self_test") }}', "ch02_two/cards.toml: [Errno 2]")
    change(site.root / "chapters/ch01_one/cards.toml", "out.ch01.ten", "out.ch01.tne")
    refused(
        site, "chapters/01-one", '{{ cards("self_test") }}', "ch01_one/cards.toml, one:1: chapters"
    )


COMMIT = "0123456789abcdef0123456789abcdef01234567"
LINKS = f"""[real]
repo = "some/real"
commit = "{COMMIT}"
[real.split]
file = "a/b.py"
symbol = "Node.split"
[real.old]
file = "a/b.py"
commit = "{COMMIT[::-1]}"
[real.fix]
pull = 44
[real.report]
issue = 7
[real.change]
commit = "{COMMIT}"
[short]
repo = "some/short"
commit = "0123"
[short.file]
file = "a.py"
"""


def test_places_in_other_projects(site: Material) -> None:
    write(site.root / "chapters/links.toml", LINKS)
    names = ("split", "old", "fix", "report", "change")
    host = "https://github.com/some/real"
    assert [expanded(site, "setup", f'{{{{ real("real", "{name}") }}}}') for name in names] == [
        f"[real `a/b.py`, `Node.split`]({host}/blob/{COMMIT}/a/b.py)",
        f"[real `a/b.py`]({host}/blob/{COMMIT[::-1]}/a/b.py)",
        f"[real #44]({host}/pull/44)",
        f"[real #7]({host}/issues/7)",
        f"[real `01234567`]({host}/commit/{COMMIT})",
    ]
    refused(site, "setup", '{{ real("unreal", "x") }}', "has no [unreal]; it has real, short")
    refused(site, "setup", '{{ real("real", "x") }}', "has no [real.x]; [real] has split, old, fix")
    refused(site, "setup", '{{ real("short", "file") }}', "[short.file]: a commit of 40 digits")


def make_films(site: Material) -> None:
    """One film of two sentences, in both languages, with a still of the first."""
    film = {
        language: {
            "title": f"A <film> ({language})",
            "seconds": 62.4,
            "poster": f"ch01.{language}.01.webp",
            "said": [
                {"words": "One & two.", "still": f"ch01.{language}.01.webp"},
                {"words": "Three.", "still": None},
            ],
            "files": {f"ch01.{language}.{kind}": "0" for kind in ("mp4", "vtt", "01.webp")},
        }
        for language in ("en", "zh")
    }
    write(site.root / "animations/films.json", json.dumps({"films": {"ch01": film}}))


def test_a_film_has_its_poster_captions_and_stills(site: Material) -> None:
    make_films(site)
    text = expanded(site, "setup", 'a\n\n{{ film("ch01") }}\n\nb')
    assert text == (
        'a\n\n<figure class="film">\n'
        '<video controls preload="none" playsinline width="1280" height="720" '
        'aria-label="A &lt;film&gt; (en)"\n'
        'poster="../../films/ch01.en.01.webp" src="../../films/ch01.en.mp4">\n'
        '<track kind="captions" srclang="en" label="English" src="../../films/ch01.en.vtt">\n'
        '<track kind="captions" srclang="zh" label="中文" src="../../films/ch01.zh.vtt">\n'
        "</video>\n<figcaption>A &lt;film&gt; (en) · 1:02</figcaption>\n</figure>\n"
        '<details class="film-stills"><summary>The film as pictures and words</summary>\n<ol>\n'
        '<li><img loading="lazy" width="640" height="360" alt="" '
        'src="../../films/ch01.en.01.webp"><span>One &amp; two.</span></li>\n'
        "<li><span>Three.</span></li>\n</ol>\n</details>\n\nb"
    )


def test_a_film_comes_in_the_language_of_the_page(site: Material) -> None:
    make_films(site)
    text = expanded(site, "setup", '{{ film("ch01") }}', "zh")
    assert 'src="../../films/ch01.zh.mp4"' in text and "用图片和文字看这段影片" in text
    assert text.index('srclang="zh"') < text.index('srclang="en"')


def test_a_film_must_be_there_once_there_are_films(site: Material) -> None:
    assert expanded(site, "setup", 'a{{ film("ch02") }}b') == "ab"
    make_films(site)
    message = "animations has no film ch02: python animations/render.py ch02"
    refused(site, "setup", '{{ film("ch02") }}', message)
