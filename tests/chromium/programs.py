"""Programs for the problems."""

from __future__ import annotations

from judgelib.library import PROBLEMS

RADIX = "193-radix-cache"
PLAIN = "081-align-and-pages"  # small, and without torch
TORCH = "001-rms-norm"


def solution(problem: str) -> str:
    return (PROBLEMS / problem / "solution.py").read_text(encoding="utf-8")


def starter(problem: str) -> str:
    return (PROBLEMS / problem / "starter.py").read_text(encoding="utf-8")


def wrong(problem: str, name: str) -> str:
    return (PROBLEMS / problem / "wrong" / f"{name}.py").read_text(encoding="utf-8")


def dividing(body: str) -> str:
    """A program for PLAIN that is right but for what its first function does first."""
    inner = "".join(f"    {line}\n" for line in body.splitlines())
    return f"def div_ceil(x, page_size):\n{inner}    return -(-x // page_size)\n" + "\n\n".join(
        ["", *solution(PLAIN).split("\n\n\n")[1:]]
    )
