"""Chapter 7: ``LLM.generate``: what goes in, what comes out, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers import PROMPTS, QWEN3, build_llm, greedy, hf_greedy
from llm_steps import all_is_free, ids_of, trace


@pytest.fixture
def llm() -> Iterator[Any]:
    llm = build_llm(QWEN3)
    yield llm
    llm.shutdown()


def test_texts_and_rows_of_ids_may_be_mixed(llm: Any) -> None:
    ids = ids_of(llm, PROMPTS[0])
    answers = llm.generate([PROMPTS[0], ids, tuple(ids)], greedy(4))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["token_ids"] == hf_greedy(QWEN3, [ids], 4)[0]


def test_the_text_is_that_of_the_tokens_without_special_ones(llm: Any) -> None:
    (answer,) = llm.generate([PROMPTS[2]], greedy(8))
    assert set(answer) == {"text", "token_ids", "finish_reason"}
    assert answer["text"] == llm.tokenizer.decode(answer["token_ids"], skip_special_tokens=True)


def test_each_prompt_has_its_own_parameters(llm: Any) -> None:
    answers = llm.generate(PROMPTS[:3], [greedy(5), greedy(1), greedy(3)])
    assert [len(a["token_ids"]) for a in answers] == [5, 1, 3]


def test_no_prompts_no_answers(llm: Any) -> None:
    assert llm.generate([], greedy(4)) == []


@pytest.mark.parametrize(
    ("prompts", "params", "message"),
    [
        ("hello", greedy(1), "prompts must be a list: put the one prompt into brackets"),
        (["a", "b"], [greedy(1)], "2 prompts, but 1 sampling_params"),
        (["a", ""], greedy(1), "prompt 1 has 0 tokens: it must have 1 to 255"),
        (["a", [1] * 256], greedy(1), "prompt 1 has 256 tokens: it must have 1 to 255"),
    ],
)
def test_what_cannot_be_answered_is_an_error_before_anything_runs(
    llm: Any, prompts: Any, params: Any, message: str
) -> None:
    """Fails if the good prompt before the bad one is left in the queue."""
    steps = trace(llm)
    with pytest.raises(ValueError, match=message):
        llm.generate(prompts, params)
    assert all_is_free(llm)
    assert steps == []


def test_the_progress_bar_shows_on_request_only(
    llm: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    llm.generate(PROMPTS[:3], greedy(2))
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    llm.generate(PROMPTS[:3], greedy(2), progress=True)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "requests: 100%" in captured.err
    assert "3/3" in captured.err
