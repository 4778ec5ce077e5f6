"""The live tree's Python, as a worker has it: chapter 9's minisgl, and a reader's class.

Each test is a process of its own: there torch is the facade, and minisgl that of chapter 9.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from judgelib.library import PROBLEMS
from sitelib import ROOT, live_tree
from sitelib.material import Material

RADIX = PROBLEMS / "193-radix-cache"
SOLUTION = (RADIX / "solution.py").read_text(encoding="utf-8")
PLACES = ("site/runtime", "practice", "tools")
RUN = """
import json, sys
sources, folder, *places = json.loads(sys.argv[1])
sys.path[:0] = places
from course_worker import tree
tree.prepare(json.dumps(sources), folder)
said = []
for name, *arguments in json.load(sys.stdin):
    said.append(json.loads(getattr(tree, name)(*arguments)))
import minisgl, torch
assert minisgl.__file__.startswith(folder) and torch.__version__.endswith("+lite")
json.dump(said, sys.stdout)
"""
Document = dict[str, Any]


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    return live_tree.sources(Material(ROOT))


def test_the_place_in_a_page_has_the_picture_and_says_when_it_starts() -> None:
    chapter = live_tree.live_tree_html("en", "<svg/>", waits=True)
    assert chapter.startswith('<div class="live-tree" data-start="asked">\n<p>With JavaScript,')
    assert '<div class="picture">\n<svg/></div>\n</div>' in chapter
    page = live_tree.live_tree_html("zh", "<svg/>", waits=False)
    assert page.startswith('<div class="live-tree" data-start="at once">\n<p>启用 JavaScript')


def test_the_sources_are_written_beside_the_problems(tmp_path: Path) -> None:
    live_tree.write_sources(Material(ROOT), tmp_path)
    written = json.loads((tmp_path / "radix_tree.json").read_text(encoding="utf-8"))
    assert "def split_at" in written["minisgl/kvcache/radix_cache.py"]
    assert "class Cut" not in written["minisgl/kvcache/radix_cache.py"]  # that is chapter 10's


def run(sources: dict[str, str], folder: Path, *calls: list[Any]) -> list[Any]:
    """What calls of course_worker.tree give. Without site-packages: what is needed is there."""
    start = json.dumps([sources, str(folder), *(str(ROOT / place) for place in PLACES)])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN, start],
        input=json.dumps(calls),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert isinstance(said, list)
    return said


def steps_of(
    sources: dict[str, str],
    folder: Path,
    page_size: int,
    capacity: int | None,
    *operations: Document,
) -> list[list[Document]]:
    """The steps of each operation on a new cache."""
    calls = [["do", json.dumps(operation)] for operation in operations]
    return run(sources, folder, ["start", page_size, capacity], *calls)[1:]


def insert(*tokens: int) -> Document:
    return {"do": "insert", "tokens": tokens}


def match(*tokens: int) -> Document:
    return {"do": "match", "tokens": tokens}


def keys(step: Document) -> list[list[int]]:
    return [node["key"] for node in step["state"]["nodes"][1:]]


def values(step: Document) -> list[list[int]]:
    return [node["value"] for node in step["state"]["nodes"][1:]]


def test_a_match_splits_as_in_chapter_9(sources: dict[str, str], tmp_path: Path) -> None:
    operations = (insert(1, 2, 3, 4), match(1, 2, 9), {"do": "lock", "of": 1})
    first, second, third = steps_of(sources, tmp_path, 1, None, *operations)
    assert keys(first[0]) == [[1, 2, 3, 4]]
    assert keys(second[0]) == [[1, 2], [3, 4]]
    assert third[0]["arguments"] == {"handle": 1, "tokens": [1, 2]}
    assert [node["ref_count"] for node in third[0]["state"]["nodes"]] == [0, 1, 0]


def test_what_is_refused_is_a_step_too(sources: dict[str, str], tmp_path: Path) -> None:
    operations = (insert(1), {"do": "evict", "size": 2}, {"do": "unlock", "of": 0}, match(1))
    _, evicted, unlocked, matched = steps_of(sources, tmp_path, 1, None, *operations)
    assert evicted[0]["error"]["message"] == "cannot evict 2 tokens: 1 are evictable"
    assert unlocked[0]["error"]["message"] == "the handle is not locked"
    assert keys(matched[0]) == [[1]]


def test_slots_are_those_of_free_pages(sources: dict[str, str], tmp_path: Path) -> None:
    operations = (insert(1, 2, 3), insert(1, 2, 7, 8), {"do": "evict", "size": 1}, insert(5, 5))
    one, two, three, four = steps_of(sources, tmp_path, 2, None, *operations)
    assert (keys(one[0]), values(one[0])) == ([[1, 2]], [[0, 1]])
    assert values(two[0]) == [[0, 1], [2, 3]]
    assert three[0]["result"]["slots"] == [2, 3]
    assert values(four[0]) == [[0, 1], [2, 3]]


def test_slots_that_are_named_are_taken(sources: dict[str, str], tmp_path: Path) -> None:
    operation = {**insert(1, 2), "slots": [40, 7]}
    ((step,),) = steps_of(sources, tmp_path, 1, None, operation)
    assert values(step) == [[40, 7]]


def test_where_slots_are_few_something_is_evicted_first(
    sources: dict[str, str], tmp_path: Path
) -> None:
    operations = (insert(1, 2), insert(3, 4), insert(1, 2, 5, 6))
    *_, last = steps_of(sources, tmp_path, 1, 4, *operations)
    assert [step["operation"] for step in last] == ["match", "lock", "evict", "insert", "unlock"]
    assert last[2]["arguments"] == {"size": 2}
    assert keys(last[-1]) == [[1, 2], [5, 6]]
    assert last[-1]["state"]["protected_size"] == 0


def test_what_never_fits_is_refused_and_unlocked(sources: dict[str, str], tmp_path: Path) -> None:
    ((*first, last),) = steps_of(sources, tmp_path, 1, 4, insert(1, 2, 3, 4, 5))
    assert [step["operation"] for step in first] == ["match", "lock", "evict"]
    assert first[-1]["error"]["message"] == "cannot evict 1 tokens: 0 are evictable"
    assert (last["operation"], keys(last)) == ("unlock", [])


def own(sources: dict[str, str], folder: Path, code: str, *calls: tuple[str, Document]) -> Any:
    """What comes of a reader's class, for each call."""
    told = [["own_call", name, json.dumps(arguments)] for name, arguments in calls]
    return run(sources, folder, ["own_start", code, "mine.py", 1], *told)


INSERTED = ("insert", {"tokens": [1, 2], "slots": [10, 11]})
MATCHED = ("match", {"tokens": [1, 3]})


def test_a_class_of_a_reader(sources: dict[str, str], tmp_path: Path) -> None:
    calls = (INSERTED, MATCHED, ("lock", {"handle": 1}), ("evict", {"size": 1}))
    begun, inserted, matched, locked, evicted = own(sources, tmp_path, SOLUTION, *calls)
    assert (begun["error"], begun["sizes"]) == (None, [0, 0])
    assert inserted["result"] == {"cached_len": 2, "slots": [10, 11], "found_len": 0}
    assert [node["key"] for node in matched["nodes"]] == [[], [1], [2]]
    assert (locked["result"], locked["sizes"]) == (None, [1, 1])
    assert [node["ref_count"] for node in locked["nodes"]] == [0, 1, 0]
    assert evicted["result"] == {"slots": [11]}


def test_what_is_printed_and_what_is_raised(sources: dict[str, str], tmp_path: Path) -> None:
    code = SOLUTION.replace("        self.clock += 1\n", "        print(1)\n        1 / 0\n")
    _, inserted = own(sources, tmp_path, code, INSERTED)
    line = code.splitlines().index("        1 / 0") + 1
    message = {"type": "ZeroDivisionError", "message": "division by zero", "line": line}
    assert inserted["error"] == {"kind": "raised", **message}
    assert inserted["printed"] == "1\n"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("x = 1", {"kind": "missing"}),
        ("while True: print('x' * 99)", {"kind": "flood"}),
        ("import js", {"kind": "raised", "type": "ModuleNotFoundError", "line": 1}),
        ("raise SystemExit", {"kind": "raised", "type": "SystemExit", "line": 1}),
        ("x = (", {"kind": "raised", "type": "SyntaxError", "line": 1}),
    ],
)
def test_a_program_that_does_not_begin(
    sources: dict[str, str], tmp_path: Path, code: str, error: Document
) -> None:
    (begun,) = own(sources, tmp_path, code)
    assert error.items() <= begun["error"].items()
    assert (begun["sizes"], begun["nodes"]) == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("InsertResult(cached_len,", "InsertResult(None,", ["int", "NoneType"]),
        ("return torch.cat([torch.empty", "return list([torch.empty", ["Tensor", "list"]),
        ("SizeInfo(self.evictable_size, self", "list((self.evictable_size, self", None),
        (
            "self.value = value",
            "self.value = value.long()",
            ["torch.int32, 1-D", "torch.int64, 1-D"],
        ),
    ],
)
def test_a_wrong_type_is_named(
    sources: dict[str, str], tmp_path: Path, old: str, new: str, error: list[str] | None
) -> None:
    assert old in SOLUTION
    code = SOLUTION.replace(old, new)
    if error is None:
        code = code.replace("self.protected_size)", "self.protected_size))", 1)
        error = ["SizeInfo", "list"]
    said = own(sources, tmp_path, code, INSERTED)[-1]["error"]
    assert [said["kind"], said["wanted"], said["got"]] == ["wrong_type", *error]


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ("leaf.children[1] = leaf", {"why": "twice", "key": "[1, 2]"}),
        ("leaf.children = None", {"why": "attribute", "name": "children", "type": "NoneType"}),
        ("leaf.key = 'ab'", {"why": "attribute", "name": "key", "type": "str"}),
        ("del leaf.key", {"why": "without", "name": "key"}),
        ("self.root.children = [leaf] * 2000", {"why": "large"}),
        ("self.root = self.root.children", {"why": "no_root"}),
    ],
)
def test_a_tree_that_is_none_is_said_to_be_none(
    sources: dict[str, str], tmp_path: Path, after: str, why: Document
) -> None:
    place = "            self.evictable_size += leaf.length\n"
    assert place in SOLUTION
    code = SOLUTION.replace(place, f"{place}            {after}\n")
    _, inserted = own(sources, tmp_path, code, INSERTED)
    assert (inserted["no_tree"], inserted["nodes"], inserted["error"]) == (why, None, None)
    assert inserted["sizes"] == [2, 0]
