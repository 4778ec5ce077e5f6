"""Prompts through minisgl in a process of its own, on whatever torch can be imported there.

Jobs come as a JSON list on the standard input; what came of each goes to the standard output, with
a word on what was imported.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import torch
import transformers

from minisgl.core import SamplingParams
from minisgl.llm import LLM


class CheckedLLM(LLM):
    """Looks for every page before each forward, and counts what is computed."""

    def _forward(self, forward_input: Any) -> Any:
        running = self.decode_manager.running_reqs
        self.cache_manager.check_integrity(running)
        batch = forward_input.batch
        self.batches.append([batch.phase, len(batch.reqs), len(batch.input_ids)])
        return super()._forward(forward_input)

    def answer(self, prompts: list[Any], params: list[dict[str, Any]]) -> dict[str, Any]:
        """Every token and text, and the batches: phase, requests and tokens of each."""
        self.batches: list[list[Any]] = []
        answers = self.generate(prompts, [SamplingParams(**p) for p in params])
        return {"answers": [dict(answer) for answer in answers], "batches": self.batches}


def run(job: dict[str, Any]) -> dict[str, Any]:
    """One engine, and its calls one after the other."""
    llm = CheckedLLM(job["model"], device="cpu", dtype="float32", **job["options"])
    try:
        results = [llm.answer(prompts, params) for prompts, params in job["calls"]]
        llm.cache_manager.check_integrity()
        free = len(llm.cache_manager.free_slots)
        cached = llm.cache_manager.prefix_cache.size_info.total_size
        return {"calls": results, "free": free, "cached": cached}
    finally:
        llm.shutdown()


def main() -> None:
    jobs = json.load(sys.stdin)
    found = {
        "torch": torch.__version__,
        "transformers": str(transformers.__file__),
        "others": [name for name in ("numpy", "tokenizers", "tqdm.auto") if name in sys.modules],
        "results": [run(job) for job in jobs],
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
