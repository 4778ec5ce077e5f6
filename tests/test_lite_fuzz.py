"""Random programs of views, broadcasting and writes run alike on torch and the browser's torch.

Every program has a seed of its own. More of them: python tools/conformance.py --fuzz 1000000
"""

from __future__ import annotations

import random

import pytest
from conformlib import fuzzing, programs
from conformlib.sides import lite

PROGRAMS = 20_000
CHUNKS = 4


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_random_programs_run_alike(seed: int) -> None:
    for number, failure in fuzzing.run(PROGRAMS // CHUNKS, seed):
        assert failure is None, (
            f"program {number} of seed {seed}: {failure.difference}\n{failure.text}"
        )


def test_a_wrong_facade_is_found_and_the_program_made_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    side = lite()
    lines = ["a = torch.arange(4).reshape(2, 2)", "b = a.t()", "c = a[1]", "b.zero_()"]
    assert fuzzing.difference(lines, side) is None

    monkeypatch.setattr(side.module.Tensor, "zero_", lambda self: self.clone())
    found = fuzzing.difference(lines, side)
    assert found == "a has 1, not 0, as its element 1 (int64)"
    short = fuzzing.shortened(fuzzing.Failure(lines, found), side)
    assert short.lines == [lines[0], lines[1], lines[3]]


def test_a_program_is_the_same_for_the_same_seed() -> None:
    steps = list(programs.STEPS)
    one, again, other = (fuzzing.Program(random.Random(seed), steps).lines for seed in (7, 7, 8))
    assert one == again != other
