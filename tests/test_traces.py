"""Traces: recorded from the engine as it is, of the form that their schema says, and consistent."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
import record
import torch
from conftest import REPOSITORY
from helpers import PROMPTS, QWEN3, build_llm, t
from llm_steps import send
from radix_trees import make_cache
from steplib.tree import Course
from tracelib.recording import TraceError
from tracelib.scheduling import RecordedScheduler
from tracelib.trees import RecordedCache, path_of

from minisgl.message import AbortBackendMsg

TRACES = sorted((REPOSITORY / "animations" / "traces").glob("*.json"))
SCHEMA = json.loads((REPOSITORY / "tools/tracelib/trace.schema.json").read_text("utf-8"))


def load(name: str) -> dict[str, Any]:
    trace: dict[str, Any] = json.loads(Path(TRACES[0].parent / f"{name}.json").read_text("utf-8"))
    return trace


def check_form(trace: dict[str, Any]) -> None:
    """Against the part of the schema that is for its kind, for the sake of the message."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    (part,) = [
        one for one in SCHEMA["oneOf"] if one["properties"]["kind"]["const"] == trace["kind"]
    ]
    document = {**part, "$defs": SCHEMA["$defs"], "required": SCHEMA["required"]}
    jsonschema.validate(trace, document)
    jsonschema.validate(trace, SCHEMA)


# --- the traces of the films --------------------------------------------------------------------


def test_every_recording_has_its_trace() -> None:
    assert [file.stem for file in TRACES] == record.names() != []


@pytest.mark.parametrize("name", record.names())
def test_a_trace_is_what_the_engine_of_its_chapter_does(name: str) -> None:
    text = (REPOSITORY / "animations" / "traces" / f"{name}.json").read_text("utf-8")
    assert record.record(Course(REPOSITORY), name) == text, f"python animations/record.py {name}"


@pytest.mark.parametrize("file", TRACES, ids=lambda file: file.stem)
def test_a_trace_has_the_form_of_the_schema(file: Path) -> None:
    check_form(load(file.stem))


def test_the_film_of_chapter_9_shows_what_its_main_printed() -> None:
    output = (REPOSITORY / "chapters/ch09_radix_cache/output.txt").read_text("utf-8")
    steps = load("ch09_radix_cache")["steps"]
    match, evictions = steps[3], [step for step in steps if step["operation"] == "evict"]
    assert f"match [1,2,3,9]: 3 tokens, slots {match['result']['slots']};" in output
    for step in evictions[:2]:
        assert f"slots that are free now: {step['result']['slots']}\n" in output
    state = steps[4]["state"]
    assert f"evictable, protected: {state['evictable_size'], state['protected_size']}" in output


def test_the_film_of_chapter_7_shows_what_its_main_printed() -> None:
    output = (REPOSITORY / "chapters/ch07_scheduler/output.txt").read_text("utf-8")
    printed = re.findall(r"^(prefill|decode) +(\d+) tokens of (\[.*\]),", output, re.MULTILINE)
    results = [step["result"] for step in load("ch07_scheduler")["steps"]]
    assert printed == [
        (one["phase"], str(len(one["slots"])), str([request["uid"] for request in one["requests"]]))
        for one in results
    ]


@pytest.mark.parametrize("name", ["ch04_kv_pool", "ch07_scheduler", "ch08_cache_manager"])
def test_each_page_is_in_one_place_at_every_step(name: str) -> None:
    trace = load(name)
    size = trace["setup"]["page_size"]
    for state in (trace["start"], *(step["state"] for step in trace["steps"])):
        own = [s // size for row in state["rows"] for s in row["slots"][row["shared_len"] :: size]]
        places = state["free"] + state["cached"] + own
        assert sorted(places) == list(range(trace["setup"]["num_pages"]))


# --- a radix cache ------------------------------------------------------------------------------


def test_a_recorded_cache_answers_as_the_cache_does() -> None:
    cache = RecordedCache(make_cache())
    assert cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).cached_len == 0
    handle = cache.match_prefix(t(1, 2, 9)).cuda_handle
    assert handle.get_matched_indices().tolist() == [10, 11]
    cache.lock_handle(handle)
    assert tuple(cache.size_info) == (2, 2)
    assert cache.evict(1).tolist() == [12, 13]
    cache.check_integrity()
    names = [step["operation"] for step in cache.trace.steps]
    assert names == ["insert", "match", "lock", "evict"]
    check_form(cache.trace.document())


def test_what_an_operation_touched_in_the_tree_of_chapter_9() -> None:
    insert, match, evict = (load("ch09_radix_cache")["steps"][place] for place in (1, 3, 5))
    assert insert["touched"]["split"] == [{"node": 1, "first": 2, "at": 2}]
    assert insert["touched"]["made"] == [3]
    assert match["touched"]["path"] == [{"node": 2, "length": 2}, {"node": 5, "length": 1}]
    assert evict["touched"]["evicted"] == [1, 3] and evict["touched"]["freed"] == [13, 20, 21]
    assert insert["words"] == {
        "en": "insert [1, 2, 5, 6]: 2 of 4 tokens in whole pages cached before; "
        "node [1, 2, 3, 4] is split into [1, 2] and [3, 4]; new node [5, 6].",
        "zh": "插入 [1, 2, 5, 6]：整页共 4 个 token，其中 2 个原来就在；"
        "节点 [1, 2, 3, 4] 分裂成 [1, 2] 和 [3, 4]；新节点 [5, 6]。",
    }


def test_what_is_refused_is_recorded_and_changes_nothing() -> None:
    cache = RecordedCache(make_cache())
    cache.insert_prefix(t(1, 2), t(5, 6))
    with pytest.raises(RuntimeError):
        cache.evict(3)
    with pytest.raises(ValueError, match="2 tokens, but 1 slots"):
        cache.insert_prefix(t(1, 2), t(5))
    one, two = cache.trace.steps[1:]
    assert one["error"]["type"] == "RuntimeError" and two["error"]["type"] == "ValueError"
    assert one["state"] == two["state"] == cache.trace.steps[0]["state"]
    assert one["words"]["en"].startswith("evicting 3 is refused: cannot evict 3 tokens")


def test_a_path_goes_by_whole_pages() -> None:
    nodes: list[dict[str, Any]] = [
        {"id": 0, "parent": None, "key": []},
        {"id": 1, "parent": 0, "key": [1, 2, 3, 4]},
        {"id": 2, "parent": 0, "key": [1, 9]},
        {"id": 3, "parent": 1, "key": [5, 6]},
    ]
    assert path_of(nodes, [1, 2, 3, 4, 5, 7], 2) == [{"node": 1, "length": 4}]
    assert path_of(nodes, [1, 2, 3, 8], 2) == [{"node": 1, "length": 2}]
    assert path_of(nodes, [1, 2, 3, 8], 1) == [{"node": 1, "length": 3}]
    assert path_of(nodes, [1, 3], 2) == [] == path_of(nodes, [], 1)


@pytest.mark.parametrize("page_size", [1, 2])
def test_random_operations_leave_a_trace_that_adds_up(page_size: int) -> None:
    draw = random.Random(page_size)
    cache = RecordedCache(make_cache(page_size))
    locked: list[Any] = []
    next_slot = 0
    for _ in range(120):
        tokens = t(*(draw.randrange(3) for _ in range(draw.randrange(1, 9))))
        choice = draw.choice(["insert", "match", "unlock", "evict"])
        if choice == "insert":
            slots = torch.arange(next_slot, next_slot + len(tokens), dtype=torch.int32)
            next_slot += len(tokens)
            cache.insert_prefix(tokens, slots)
        elif choice == "match":
            locked.append(cache.match_prefix(tokens).cuda_handle)
            cache.lock_handle(locked[-1])
        elif choice == "unlock" and locked:
            cache.lock_handle(locked.pop(draw.randrange(len(locked))), unlock=True)
        elif choice == "evict":
            cache.evict(draw.randint(0, cache.size_info.evictable_size))
    trace = json.loads(json.dumps(cache.trace.document()))
    check_form(trace)
    for before, step in pairwise([{"state": trace["start"]}, *trace["steps"]]):
        check_step(before["state"], step)


def check_step(before: dict[str, Any], step: dict[str, Any]) -> None:
    """Sizes and slots of a state are those of its nodes, and what was touched explains it."""
    old, new = ({node["id"]: node for node in one["nodes"]} for one in (before, step["state"]))
    free = sum(len(node["key"]) for node in new.values() if node["ref_count"] == 0)
    total = sum(len(node["key"]) for node in new.values())
    assert (step["state"]["evictable_size"], step["state"]["protected_size"]) == (
        free,
        total - free,
    )
    touched = step["touched"]
    gone = [slot for number in touched["evicted"] for slot in old[number]["value"]]
    assert sorted(gone) <= sorted(touched["freed"])
    assert set(old) - set(new) == set(touched["evicted"])
    assert set(new) - set(old) == set(touched["made"]) | {cut["first"] for cut in touched["split"]}
    slots = [slot for node in new.values() for slot in node["value"]]
    assert len(slots) == len(set(slots)) and not set(slots) & set(touched["freed"])


# --- somebody else's class ----------------------------------------------------------------------


class Node(SimpleNamespace):
    """What a reader's node might be."""


def broken_cache(root: Node) -> Any:
    sizes = SimpleNamespace(evictable_size=0, protected_size=0)
    return SimpleNamespace(page_size=1, root_node=root, size_info=sizes)


def leaf(**attributes: Any) -> Node:
    usual = {"key": t(1), "value": t(2), "children": {}, "ref_count": 0, "timestamp": 0}
    return Node(**{**usual, **attributes})


@pytest.mark.parametrize(
    ("child", "message"),
    [
        (leaf(key=[1, 2]), "key of a node must be a tensor, not list"),
        (Node(key=t(1), value=t(2), children={}), "a node (Node) has no ref_count"),
        (Node(value=t(2)), "a node (Node) has no key"),
        (leaf(children=[]), "children of a node must be a dict, not list"),
    ],
)
def test_a_tree_that_cannot_be_read_is_a_sentence(child: Node, message: str) -> None:
    with pytest.raises(TraceError, match=re.escape(message)):
        RecordedCache(broken_cache(leaf(children={1: child})))


def test_a_tree_with_a_circle_is_a_sentence() -> None:
    root = leaf()
    root.children = {1: leaf(children={1: root})}
    with pytest.raises(TraceError, match="the tree has a node twice"):
        RecordedCache(broken_cache(root))


def test_a_handle_from_elsewhere_is_a_sentence() -> None:
    cache = make_cache()
    handle = cache.match_prefix(t(1)).cuda_handle
    with pytest.raises(TraceError, match="not given out by the cache since it is recorded"):
        RecordedCache(cache).lock_handle(handle)


# --- a scheduler --------------------------------------------------------------------------------


def test_what_became_of_each_request() -> None:
    llm = build_llm(QWEN3, max_running_req=2)
    try:
        recorded = RecordedScheduler(llm)
        for uid, length in enumerate((1, 3, 2, 2)):
            send(llm, uid, PROMPTS[uid], max_tokens=length)
        llm.normal_loop()
        llm.inbox.put(AbortBackendMsg(3))
        llm.normal_loop()
        llm.inbox.put(AbortBackendMsg(1))
        llm.normal_loop()
        recorded.give_back()
        llm.normal_loop()
    finally:
        llm.shutdown()
    nothing: dict[str, list[int]] = {key: [] for key in SCHEDULED}
    assert [step["touched"] for step in recorded.trace.steps] == [
        {**nothing, "arrived": [0, 1, 2, 3], "admitted": [0, 1], "finished": [0]},
        {**nothing, "admitted": [2], "aborted": [3]},
        {**nothing, "decoded": [2], "finished": [2], "aborted": [1]},
    ]
    check_form(recorded.trace.document())


SCHEDULED = ("arrived", "admitted", "chunked", "decoded", "finished", "aborted")


def test_a_step_that_fails_is_recorded() -> None:
    llm = build_llm(QWEN3)
    try:
        recorded = RecordedScheduler(llm)
        llm.inbox.put(AbortBackendMsg(0))
        send(llm, 1, PROMPTS[1], max_tokens=1)
        llm.engine._engine.sampler = None
        with pytest.raises(AttributeError):
            llm.normal_loop()
    finally:
        llm.shutdown()
    (step,) = recorded.trace.steps
    assert step["error"]["type"] == "AttributeError" and step["state"]["rows"] == []


def test_a_part_of_a_prompt_is_a_chunk_until_the_rest_is_computed() -> None:
    """No scheduler of the course cuts a prompt yet: states and batches as one would give them."""
    llm = build_llm(QWEN3)
    try:
        recorded = RecordedScheduler(llm)
        recorded._prompts[0] = 6
        states: list[dict[str, Any]] = [
            {"waiting": [{"uid": 0}], "rows": []},
            {"waiting": [], "rows": [{"uid": 0}]},
            {"waiting": [], "rows": [{"uid": 0}]},
        ]
        touched = [
            recorded._touched(before, {"state": after, "result": prefill(device_len)})
            for (before, after), device_len in zip(pairwise(states), (4, 6), strict=True)
        ]
    finally:
        llm.shutdown()
    nothing: dict[str, list[int]] = {key: [] for key in SCHEDULED}
    assert touched == [{**nothing, "admitted": [0], "chunked": [0]}, nothing]


def prefill(device_len: int) -> dict[str, Any]:
    return {"phase": "prefill", "requests": [{"uid": 0, "device_len": device_len}]}
