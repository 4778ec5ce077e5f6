"""What is not offered, in words that say how to get on."""

from __future__ import annotations

LOCALLY = "run this on your own machine: python3 tools/course.py check sets it up"


def not_offered(what: str) -> ValueError:
    """The error for something that a tokenizer's files ask for and that is not offered."""
    return ValueError(f"{what} is not in the browser's transformers; {LOCALLY}")
