"""The browser's tqdm: silent where it is told to be, else one line at the end."""

from __future__ import annotations

import re
import runpy

import pytest
from lite_process import STAND_INS
from stand_ins import load

tqdm = runpy.run_path(str(STAND_INS / "tqdm.py"))["tqdm"]


def test_a_disabled_bar_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with tqdm(total=2, desc="requests", disable=True) as bar:
        bar.update()
    assert capsys.readouterr() == ("", "")


def test_a_bar_says_at_its_end_how_many_are_done(capsys: pytest.CaptureFixture[str]) -> None:
    with tqdm(total=3, desc="requests") as bar:
        bar.update()
        bar.update(2)
        assert capsys.readouterr() == ("", "")
    bar.close()
    out, errors = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"requests: 3/3 \[\d+\.\d s\]\n", errors)


def test_a_model_of_transformers_is_refused_with_a_sentence() -> None:
    transformers = load("transformers")
    with pytest.raises(ImportError, match=r"AutoModel is not in the browser's transformers; run"):
        transformers.AutoModel  # noqa: B018
    assert not hasattr(transformers, "__wrapped__")
