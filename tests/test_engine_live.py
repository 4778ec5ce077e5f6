"""The engine that a reader watches: its glue, as a worker calls it, on the browser's torch and on
real torch.

Each side is a process of its own, which serves the same prompts.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import REPOSITORY, TREE
from lite_process import run

STORY = REPOSITORY / "site" / "models" / "tiny-story"
FOLDERS = [TREE, *(REPOSITORY / "site/runtime/course_worker", REPOSITORY / "tools")]
WORKER = """
import json, sys
import torch
import engine

said = []
for settings, messages in json.load(sys.stdin):
    said.append([json.loads(engine.start(sys.argv[1], json.dumps(settings)))["view"]])
    said[-1] += [json.loads(engine.add(json.dumps(one))) for one in messages]
    while not said[-1][-1].get("done", True):  # what is too long has nothing to step
        said[-1].append(json.loads(engine.step()))
json.dump([torch.__version__, said], sys.stdout)
"""
View = dict[str, Any]

SETTINGS = {"page_size": 4, "pool": 96, "budget": 32, "max_tokens": 6}
HEAD = "You are Dot. You tell little stories."


def chat(user: str, system: str = HEAD) -> list[dict[str, str]]:
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


SHARED = [chat("Hello!"), chat("What is 3 + 4?")]
RUNS: dict[str, tuple[dict[str, int], list[Any]]] = {
    "shared": (SETTINGS, SHARED),
    "together": ({**SETTINGS, "budget": 256}, SHARED),
    "small": ({**SETTINGS, "pool": 48}, [*SHARED, chat("你好！", "一")]),
    "long": ({**SETTINGS, "pool": 8}, SHARED[:1]),
}


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    """What each side says, by run: real torch first."""
    file = tmp_path_factory.mktemp("engine") / "worker.py"
    file.write_text(WORKER, encoding="utf-8")
    found = []
    for lite in (False, True):
        given = json.dumps(list(RUNS.values()))
        done = run(file, str(STORY), lite=lite, folders=FOLDERS, given=given)
        assert done.returncode == 0, done.stderr
        version, said = json.loads(done.stdout)
        assert version.endswith("+lite") == lite
        found.append(dict(zip(RUNS, said, strict=True)))
    return found[0], found[1]


@pytest.mark.parametrize("name", RUNS)
def test_every_view_is_that_of_real_torch(name: str, both: Any) -> None:
    """Texts, batches, pages and tree, after every step."""
    real, lite = both
    assert lite[name] == real[name]


def steps(views: list[View]) -> list[View]:
    return [view for view in views if view.get("batch")]


def prefills(views: list[View]) -> list[list[tuple[int, int]]]:
    """Tokens computed and reused by each request of each prefill batch."""
    return [
        [(one["computed"], one["reused"]) for one in view["batch"]["requests"]]
        for view in steps(views)
        if view["batch"]["phase"] == "prefill"
    ]


def test_a_prefix_is_reused_once_it_is_in_the_tree(both: Any) -> None:
    _, lite = both
    first, second = (request["prompt_len"] for request in lite["shared"][-1]["requests"])
    ((one,), (two,)) = prefills(lite["shared"])
    assert one == (first, 0)
    assert sum(two) == second
    assert two[1] == 16  # the whole pages that both prompts begin with
    assert prefills(lite["together"]) == [[(first, 0), (second, 0)]]


def test_texts_grow_until_all_is_done(both: Any) -> None:
    _, lite = both
    last = lite["shared"][-1]
    assert last["done"]
    assert [request["state"] for request in last["requests"]] == ["finished"] * 2
    assert last["requests"][1]["text"].startswith("3 + 4 =")
    assert last["requests"][1]["reason"] == "length"
    lengths = [view["requests"][0]["generated"] for view in steps(lite["shared"])]
    assert lengths == sorted(lengths)


def test_every_page_has_one_state_and_its_owners(both: Any) -> None:
    _, lite = both
    views = steps(lite["shared"])
    pages = views[1]["pages"]
    assert len(pages) == SETTINGS["pool"] // SETTINGS["page_size"]
    shared = views[1]["batch"]["requests"][0]["reused"] // SETTINGS["page_size"]
    both_read = [page for page in pages if page["uids"] == [0, 1]]
    assert len(both_read) == shared
    assert {page["state"] for page in both_read} == {"protected"}
    for page in pages:
        assert (page["state"] in ("protected", "written")) == bool(page["uids"])
        assert page["state"] != "written" or len(page["uids"]) == 1
    last = {page["state"] for page in views[-1]["pages"]}
    assert last == {"free", "evictable"}


def test_the_pages_of_a_step_are_those_that_it_wrote(both: Any) -> None:
    _, lite = both
    for view in steps(lite["shared"]):
        computed = sum(one["computed"] for one in view["batch"]["requests"])
        assert 1 <= len(view["computed_pages"]) <= computed


def test_a_small_pool_lets_wait_and_evicts(both: Any) -> None:
    _, lite = both
    views = steps(lite["small"])
    assert views[0]["requests"][1]["state"] == "waiting"
    assert sum(view["evicted"] for view in views) > 0
    assert views[-1]["done"]


def test_a_prompt_that_never_fits_is_told_to_be_too_long(both: Any) -> None:
    _, lite = both
    _, answer = lite["long"]
    assert answer["too_long"]["most"] == 7
    assert answer["too_long"]["tokens"] > 7
