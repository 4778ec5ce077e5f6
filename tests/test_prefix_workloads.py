"""The workloads that prefix structures are compared with: drawn as stated, counted exactly."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from conftest import REPOSITORY
from helpers import QWEN3, build_llm

sys.path.insert(0, str(REPOSITORY / "benchmarks"))

from prefix_structures import PAGE_SIZES, STRUCTURES, growing
from prefix_structures.driving import drive, shares
from prefix_structures.replay import costs, deep_size, replay
from prefix_structures.workloads import LOW, Turn, Workload, draw, stamp, workloads


def client(*turns: tuple[int, int], seed: int = 0) -> list[Turn]:
    """Turns of (tokens added, tokens answered)."""
    random = Random(seed)
    return [
        Turn(draw(random, added), answered, number > 0, [], [])
        for number, (added, answered) in enumerate(turns)
    ]


def for_tiny_model(turns: list[Turn]) -> list[Turn]:
    """The same with token ids that the models of the tests have."""
    return [replace(turn, added=[token % 200 for token in turn.added]) for turn in turns]


def reused(workload: Workload, structure: str) -> list[int]:
    return [one.reused for one in replay(workload, structure).sent]


# --- drawing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["tiny", "short", "long"])
def test_a_workload_is_the_same_every_time(size: str) -> None:
    for name, make in workloads(size).items():
        assert make() == make(), name
        assert make().at_once <= len(make().clients)


def test_conversations_grow_by_200_to_300_tokens_a_turn_and_begin_alike() -> None:
    made = workloads("short")["five_turns_32"]()
    assert len(made.clients) == made.at_once == 32
    heads = {tuple(turns[0].added[:128]) for turns in made.clients}
    assert len(heads) == 1
    for turns in made.clients:
        assert len(turns) == 5
        assert 328 <= len(turns[0].added) <= 428
        assert all(12 <= turn.max_tokens <= 20 for turn in turns)
        for before, after in pairwise(turns):
            assert 200 <= before.max_tokens + len(after.added) <= 300


def test_prompts_with_a_shared_head_come_again_now_and_then() -> None:
    made = workloads("long")["few_shot"]()
    prompts = [tuple(turns[0].added) for turns in made.clients]
    assert len({prompt[:600] for prompt in prompts}) == 1
    assert 100 < len(set(prompts)) < len(prompts) == 400


def test_the_time_is_four_tokens_that_are_new_in_every_prompt() -> None:
    assert stamp(3600 * 14 + 60 * 32 + 10.123) == [LOW + 14, LOW + 32, LOW + 10, LOW + 123]
    made = {name: make() for name, make in workloads("long").items() if name.startswith("agent")}
    plain, first, last = (
        made[f"agent{end}"].clients[0] for end in ("", "_time_first", "_time_last")
    )
    assert [turn.head for turn in first] == [turn.tail for turn in last]
    assert len({tuple(turn.head) for turn in first}) == len(first)
    assert [turn.added for turn in plain] == [turn.added for turn in first]
    assert all(turn.head == turn.tail == [] for turn in plain)


# --- counting -----------------------------------------------------------------------------------


def test_a_conversation_reuses_all_that_was_said_but_the_last_token() -> None:
    """The last token of an answer was never computed, so it has no KV."""
    made = Workload([client((40, 5), (10, 4), (20, 3))], 1)
    assert reused(made, "radix") == reused(made, "trie") == [0, 44, 58]
    assert reused(made, "none") == reused(made, "hash_map") == [0, 0, 0]
    assert reused(made, "hash_blocks") == [0, 32, 48]  # whole blocks of 16
    assert shares(replay(made, "radix").sent) == {
        "prompts": 3,
        "prompt_tokens": 40 + 55 + 79,
        "reused": round(102 / 174, 4),
        "later_prompts": 2,
        "later_prompt_tokens": 55 + 79,
        "later_reused": round(102 / 134, 4),
        "later_computed": round(32 / 134, 4),
    }


def test_three_quarters_of_the_later_prompts_of_conversations_are_reused() -> None:
    """As measured end to end, with short answers; with long ones it is more."""
    made = workloads("short")["five_turns_8"]()
    shown = {name: shares(replay(made, name).sent)["later_reused"] for name in STRUCTURES}
    assert shown["none"] == shown["hash_map"] == 0
    assert shown["radix"] == shown["trie"] > shown["hash_blocks"]
    assert shown["radix"] >= 0.75


def test_a_prefill_batch_holds_more_prompts_where_less_is_computed() -> None:
    """So a first token, which waits for its whole batch, gains less than what was reused."""
    made = Workload([client((900, 2), (40, 2), seed=n) for n in range(4)], 4)
    assert replay(made, "none").prefills == [(2, 1800), (2, 1800), (2, 1884), (2, 1884)]
    assert replay(made, "radix").prefills == [(2, 1800), (2, 1800), (4, 164)]


def test_a_prompt_that_comes_again_is_all_that_the_hash_map_finds() -> None:
    again = [client((40, 2), seed=1), client((40, 2), seed=1), client((42, 2), seed=1)]
    assert reused(Workload(again, 1), "hash_map") == [0, 39, 0]
    assert reused(Workload(again, 1), "radix") == [0, 39, 40]


def test_a_time_at_the_head_spoils_all_and_at_the_tail_little() -> None:
    plain = client((40, 2), (10, 2), (10, 2))
    first = [Turn(t.added, t.max_tokens, t.later, [n, n], []) for n, t in enumerate(plain)]
    last = [Turn(t.added, t.max_tokens, t.later, [], [n, n]) for n, t in enumerate(plain)]
    assert reused(Workload([plain], 1), "radix") == [0, 41, 53]
    assert reused(Workload([first], 1), "radix") == [0, 0, 0]
    assert reused(Workload([last], 1), "radix") == [0, 40, 52]  # not the answer: it came after


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_replay_counts_what_an_engine_with_a_model_does(structure: str) -> None:
    clients = [client((40, 3), (9, 4), (8, 2), seed=n) for n in range(5)]
    made = Workload([for_tiny_model(turns) for turns in clients], 3)
    again = replay(made, structure).sent
    llm = build_llm(QWEN3, cache_type=structure, page_size=PAGE_SIZES[structure])
    sent = drive(llm, made)
    llm.shutdown()
    assert [(one.client, one.prompt_len, one.reused) for one in sent] == [
        (one.client, one.prompt_len, one.reused) for one in again
    ]
    assert [len(one.answer) for one in sent] == [3, 3, 3, 4, 4, 4, 2, 2, 2, 3, 3, 4, 4, 2, 2]
    assert all(one.sent <= one.first_token for one in sent)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_what_an_index_costs_is_told_and_the_cache_is_empty_then(structure: str) -> None:
    timed = replay(Workload([client((64, 2), (32, 2))], 1), structure).timed
    cached = timed.size_info.total_size
    figures = costs(timed)
    assert figures["cached_tokens"] == cached
    assert figures["match_us"] > 0 and figures["insert_us"] > 0
    assert timed.size_info.total_size < 16
    if structure == "none":
        assert cached == 0 and figures["evict_us"] is figures["index_bytes_per_token"] is None
    else:
        assert figures["index_bytes"] >= 4 * cached and figures["evict_us"] > 0


def test_the_size_of_an_object_is_that_of_all_it_holds_once() -> None:
    row = list(range(1000, 1100))
    one = deep_size(row)
    assert one >= 100 * 28 + 800
    assert deep_size([row, row]) == one + sys.getsizeof([row, row])


# --- growing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", [name for name in STRUCTURES if name != "none"])
def test_a_structure_grows_by_whole_conversations(
    structure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1,378 tokens each, of which the first 128 are shared; the hash map keeps every turn whole."""
    monkeypatch.setattr(growing, "available_memory", lambda: 10 * growing.SPARE_BYTES)
    made = growing.GrowingCache(structure)
    assert made.grow(10_000)
    cached, number = made.cache.size_info.total_size, made.conversations
    wanted = {
        "hash_map": 4390 * number,  # 378 + 628 + 878 + 1,128 + 1,378
        "hash_blocks": 128 + 1248 * number,
    }
    assert cached == wanted.get(structure, 128 + 1250 * number) >= 10_000
    last = growing.conversation(number - 1)
    assert made.cache.match_prefix(last).cuda_handle.cached_len >= 1376
    made.cache.check_integrity()


def test_growing_ends_where_memory_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "resident_memory", lambda: 0)
    left = iter([growing.SPARE_BYTES, growing.SPARE_BYTES, growing.SPARE_BYTES - 1])
    monkeypatch.setattr(growing, "available_memory", lambda: next(left))
    (row,) = growing.grow_and_measure("radix", [10**9])
    assert row == {"stopped_at": 128 + 1250 * 64, "why": "less than 3221225472 bytes were left"}
