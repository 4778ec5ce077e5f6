"""Random programs of views, broadcasting and writes run alike on torch and the browser's torch.

Hypothesis draws them; the same seed draws the same ones. More of them:
python tools/conformance.py --fuzz 1000000 --seed 7
"""

from __future__ import annotations

import pytest
from conformlib import fuzzing
from conformlib.sides import lite
from conformlib.table import PROGRAMS

PARTS = 4


@pytest.mark.parametrize("seed", range(PARTS))
def test_random_programs_run_alike(seed: int) -> None:
    assert fuzzing.run(PROGRAMS // PARTS, seed) is None


def test_a_wrong_facade_is_found_by_a_short_program(monkeypatch: pytest.MonkeyPatch) -> None:
    side = lite()
    lines = ["a = torch.arange(4).reshape(2, 2)", "b = a.t()", "c = a[1]", "b.zero_()"]
    assert fuzzing.difference(lines, side) is None

    monkeypatch.setattr(side.module.Tensor, "zero_", lambda self: self.clone())
    assert fuzzing.difference(lines, side) == "a has 1, not 0, as its element 1 (int64)"
    found = fuzzing.run(2_000, 0)
    assert found is not None
    assert "this program differs: a has " in found
    assert ".zero_()" in found.splitlines()[-1]


def test_programs_are_the_same_for_the_same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[str]] = []
    monkeypatch.setattr(fuzzing, "check", lambda lines, side: drawn.append(lines))
    for seed in (7, 7, 8):
        assert fuzzing.run(50, seed) is None
    first, again, other = drawn[:50], drawn[50:100], drawn[100:]
    assert first == again != other
