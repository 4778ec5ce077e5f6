"""Small programs give the same on torch and the browser's torch, memory layout and errors too."""

from __future__ import annotations

import warnings
from typing import Any

import lite
import lite_expressions
import pytest
import torch


def shown(value: Any, side: Any) -> str:
    """A tensor with all that can be seen of it; everything else as Python writes it."""
    if isinstance(value, side.Tensor):
        layout = f"strides {tuple(value.stride())} offset {value.storage_offset()}"
        return f"{value.dtype} {tuple(value.shape)} {layout}: {value.tolist()}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({', '.join(shown(part, side) for part in value)})"
    return repr(value)


def outcome(program: str, side: Any) -> str:
    """What its expression gives, or the class and the first line of an error, and the warnings."""
    *statements, last = program.split("; ")
    names = {"torch": side, "nn": side.nn, "F": side.nn.functional}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # of whatever is collected just now
        try:
            for statement in statements:
                exec(statement, names)
            text = shown(eval(last, names), side)
        except Exception as error:
            text = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
        finally:
            side.use_deterministic_algorithms(False)
    return text + "".join(f" [{str(warning.message)[:60]}]" for warning in caught)


@pytest.mark.parametrize("group", ["WRITING", "ARGUMENTS", "REDUCING", "ASKING", "CHOOSING"])
def test_a_program_gives_the_same_on_both(group: str) -> None:
    programs = getattr(lite_expressions, group)
    assert programs
    for program in programs:
        assert (program, outcome(program, lite.torch)) == (program, outcome(program, torch))
