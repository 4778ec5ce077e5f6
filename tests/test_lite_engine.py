"""The engine, unchanged, on the browser's torch: the tokens are those of real torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY, TREE
from helpers import FAMILIES, tiny_model
from lite_process import STAND_INS, run

STORY = REPOSITORY / "site" / "models" / "tiny-story"
WORKER = Path(__file__).with_name("lite_engine_worker.py")

SHARED = "<|im_start|>user\nTell me a story about a dog, a boat and the sea."
PROMPTS = [
    f"{SHARED}<|im_end|>\n<|im_start|>assistant\n",
    f"{SHARED} Make it short.<|im_end|>\n<|im_start|>assistant\n",
    "Once upon a time",
    f"{SHARED}<|im_end|>\n<|im_start|>assistant\n",
]
GREEDY = {"max_tokens": 8, "ignore_eos": True}
SAMPLED = [
    {"max_tokens": 6, "temperature": 1.0, "seed": 1},
    {"max_tokens": 6, "temperature": 0.7, "top_k": 8, "seed": 2},
    {"max_tokens": 6, "temperature": 1.3, "top_p": 0.9, "seed": 3},
    {"max_tokens": 6, "temperature": 0.9, "top_k": 20, "top_p": 0.8, "seed": 4},
]
OPTIONS = {"max_running_req": 4, "max_seq_len_override": 128, "num_page_override": 256}


def run_jobs(jobs: list[dict[str, Any]], lite: bool) -> Any:
    """What the worker made of the jobs."""
    done = run(WORKER, lite=lite, folders=[TREE], given=json.dumps(jobs))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def job(model: Path, calls: list[Any], **options: Any) -> dict[str, Any]:
    return {"model": str(model), "options": OPTIONS | options, "calls": calls}


def jobs() -> dict[str, dict[str, Any]]:
    """Every run that is compared, by name."""
    all_greedy, alone = [GREEDY] * len(PROMPTS), [[[prompt], [GREEDY]] for prompt in PROMPTS[:3]]
    found = {}
    for cache_type in ("naive", "radix"):
        for page_size in (1, 4):
            calls = [[PROMPTS, all_greedy], [PROMPTS[:2], SAMPLED[:2]]]
            found[f"{cache_type}, pages of {page_size}"] = job(
                STORY, calls, cache_type=cache_type, page_size=page_size
            )
    found["sampled"] = job(STORY, [[PROMPTS, SAMPLED]])
    found["one by one"] = job(STORY, alone, cache_type="radix", page_size=4)
    found["a small budget"] = job(
        STORY, [[PROMPTS, all_greedy]], cache_type="radix", max_extend_tokens=8
    )
    found["a small pool"] = job(
        STORY,
        [[PROMPTS, all_greedy], [PROMPTS[::-1], all_greedy]],
        cache_type="radix",
        page_size=4,
        max_seq_len_override=64,
        num_page_override=16,
    )
    for family in FAMILIES:
        calls = [[["The capital of France is", "1, 2, 3"], [GREEDY] * 2]]
        found[family] = job(tiny_model(family), calls, cache_type="radix")
    return found


NAMES = [
    "naive, pages of 1", "naive, pages of 4", "radix, pages of 1", "radix, pages of 4", "sampled",
    "one by one", "a small budget", "a small pool", *FAMILIES,
]  # fmt: skip


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, Any], dict[str, Any], Any]:
    """The results by name on each side, and what the browser's side could import."""
    assert STORY.is_dir(), f"{STORY} is missing: see tools/story_model"
    named = jobs()
    assert list(named) == NAMES
    real, lite = (run_jobs(list(named.values()), lite) for lite in (False, True))
    results = [dict(zip(named, found.pop("results"), strict=True)) for found in (real, lite)]
    return results[0], results[1], lite


def test_the_browsers_side_has_nothing_but_its_runtime(both: Any) -> None:
    _, _, lite = both
    assert lite["torch"].endswith("+lite")
    assert Path(lite["transformers"]).is_relative_to(STAND_INS)
    assert lite["others"] == []


@pytest.mark.parametrize("name", NAMES)
def test_tokens_texts_and_batches_are_those_of_real_torch(name: str, both: Any) -> None:
    """Pages and tree nodes too: integrity is checked before every forward, on both sides."""
    real, lite, _ = both
    assert lite[name] == real[name]


def greedy_tokens(result: dict[str, Any]) -> list[list[int]]:
    """The tokens of the first prompts, however many calls they came in."""
    answers = [answer for call in result["calls"] for answer in call["answers"]]
    return [answer["token_ids"] for answer in answers[:3]]


def test_no_cache_page_size_or_batch_changes_a_token(both: Any) -> None:
    _, lite, _ = both
    expected = greedy_tokens(lite["naive, pages of 1"])
    for name in [*NAMES[1:4], "one by one", "a small budget", "a small pool"]:
        assert greedy_tokens(lite[name]) == expected, name


def prefilled(call: dict[str, Any]) -> int:
    """Prompt tokens that a call computed."""
    return sum(tokens for phase, _, tokens in call["batches"] if phase == "prefill")


def test_a_prefix_is_computed_once(both: Any) -> None:
    """Fails if the runs above agree only because nothing is ever reused."""
    _, lite, _ = both
    (_, naive), (_, radix) = (lite[f"{c}, pages of 1"]["calls"] for c in ("naive", "radix"))
    assert prefilled(radix) == 2 < prefilled(naive)


def test_a_small_pool_has_to_evict(both: Any) -> None:
    _, lite, _ = both
    found = lite["a small pool"]
    first, again = found["calls"]
    assert found["free"] + found["cached"] // 4 == 16
    assert len(PROMPTS) < prefilled(again) < prefilled(first)
