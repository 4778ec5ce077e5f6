"""Chapter 7: the six requests of its main, four at a time."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tracelib.scheduling import RecordedScheduler

from minisgl.core import SamplingParams
from minisgl.llm import LLM

PROMPTS = [
    "The capital of France is",
    "One, two, three,",
    "Name a primary color.",
    "Spell cat.",
    "The sea is",
    "What is 2 + 2?",
]
LENGTHS = [12, 4, 8, 6, 10, 5]


def record() -> dict[str, Any]:
    llm = LLM(
        Path(os.environ["MINISGL_MODELS"]) / "tiny-qwen3",
        device="cpu",
        dtype="float32",
        max_running_req=4,
        max_seq_len_override=64,
        num_page_override=96,
    )
    recorded = RecordedScheduler(llm)
    llm.generate(PROMPTS, [SamplingParams(max_tokens=n, ignore_eos=True) for n in LENGTHS])
    recorded.give_back()
    llm.shutdown()
    return recorded.trace.document()
