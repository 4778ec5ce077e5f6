"""What prefix reuse is worth end to end: five structures, seven workloads, a real model.

python benchmarks/prefix_end_to_end.py            about a quarter of an hour on two idle cores
python benchmarks/prefix_end_to_end.py --quick    tiny workloads on a tiny model

smollm2-135m in float32 on the CPU. Answers are short, 12 to 20 tokens in the conversations, so that
all can be measured in that time: so the first token makes up most of a request, and output tokens a
second are those of servers that read much and say little. The pool holds all of a workload, so
nothing is evicted. Every run is counted again without a model, and must have reused as much.
With 32 conversations at once, two structures are left out that compute as much as others do.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from pathlib import Path
from typing import Any

import common
import models
from prefix_structures import PAGE_SIZES, STRUCTURES
from prefix_structures.driving import Sent, drive, shares
from prefix_structures.replay import MAX_EXTEND_TOKENS, replay
from prefix_structures.workloads import SEED, Workload, workloads

from minisgl.core import SamplingParams
from minisgl.llm import LLM
from minisgl.utils import align_up

LEFT_OUT = {("five_turns_32", "hash_map"), ("five_turns_32", "trie")}  # as none, and as radix
COMMAND = "python benchmarks/prefix_end_to_end.py"


def serve(path: Path, workload: Workload, structure: str) -> tuple[list[Sent], float]:
    """A workload on a new engine: every prompt, and the seconds that it all took."""
    page_size = PAGE_SIZES[structure]
    llm = LLM(
        path,
        device="cpu",
        dtype="float32",
        cache_type=structure,
        page_size=page_size,
        max_running_req=workload.at_once,
        max_seq_len_override=workload.longest,
        max_extend_tokens=MAX_EXTEND_TOKENS,
        num_page_override=align_up(workload.slots, page_size) // page_size,
    )
    try:
        llm.generate(
            [[1] * 8], SamplingParams(max_tokens=1)
        )  # the first forward of a process takes longer
        begin = time.perf_counter()
        return drive(llm, workload), time.perf_counter() - begin
    finally:
        llm.shutdown()


def figures_of(sent: list[Sent], seconds: float) -> dict[str, Any]:
    later = [1000 * (one.first_token - one.sent) for one in sent if one.later]
    output = sum(len(one.answer) for one in sent)
    return {
        **shares(sent),
        "ttft_ms": {
            "median": round(statistics.median(later), 1),
            "p95": round(percentile(later, 95), 1),
        },
        "output_tokens": output,
        "output_tokens_per_s": round(output / seconds, 2),
        "seconds": round(seconds, 2),
    }


def percentile(values: list[float], share: float) -> float:
    """The least value that is at least as large as ``share`` percent of all."""
    return sorted(values)[math.ceil(len(values) * share / 100) - 1]


def counts(sent: list[Sent]) -> list[tuple[int, int]]:
    return [(one.prompt_len, one.reused) for one in sent]


def compare(row: dict[str, Any], none: dict[str, Any]) -> None:
    """Add how a structure stands to no cache at all."""
    row["ttft_share"] = round(row["ttft_ms"]["median"] / none["ttft_ms"]["median"], 4)
    row["ttft_times_as_fast"] = round(none["ttft_ms"]["median"] / row["ttft_ms"]["median"], 2)
    row["output_times_as_fast"] = round(row["output_tokens_per_s"] / none["output_tokens_per_s"], 2)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="tiny workloads on a tiny model")
    quick = parser.parse_args().quick
    path = models.ensure("tiny-qwen3" if quick else "smollm2-135m")
    size = "tiny" if quick else "short"
    figures: dict[str, Any] = {
        "seed": SEED, "size": size, "model": path.name, "dtype": "float32", "device": "cpu",
        "max_extend_tokens": MAX_EXTEND_TOKENS, "complete": False,
        "left_out": sorted(" ".join(pair) for pair in LEFT_OUT),
    }  # fmt: skip
    for name, make in workloads(size).items():
        rows = figures[name] = {}
        answers: dict[str, list[list[int]]] = {}
        for structure in STRUCTURES:
            if (name, structure) in LEFT_OUT:
                continue
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
            sent, seconds = serve(path, make(), structure)
            again = replay(make(), structure)
            if counts(sent) != counts(again.sent):
                raise RuntimeError(f"{name}, {structure}: the replay reuses other tokens")
            answers[structure] = [one.answer for one in sent]
            row = rows[structure] = figures_of(sent, seconds) | {"load": load}
            compare(row, rows["none"])
            row["answers_as_without_cache"] = sum(
                one == two for one, two in zip(answers[structure], answers["none"], strict=True)
            )
            print(
                f"{name:17} {structure:11} {row['later_reused']:6.1%} of later prompts reused, "
                f"first token {row['ttft_ms']['median']:8.1f} ms, {seconds:6.1f} s",
                flush=True,
            )
            common.keep("prefix_end_to_end", COMMAND, figures)
    figures["complete"] = True
    common.keep("prefix_end_to_end", COMMAND, figures)


if __name__ == "__main__":
    main()
