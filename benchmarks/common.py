"""What the benchmarks share: where they run, how they time, and how they keep results."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
# Trial runs have their results elsewhere: they must not take the place of those that are shown.
RESULTS = Path(os.environ.get("BENCHMARK_RESULTS", HERE / "results")).resolve()
TRIALS = HERE.parent / "build" / "benchmarks"
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools")]


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "threads": torch.get_num_threads(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "transformers": version("transformers"),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def seconds(work: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def best_of(work: Callable[[], Any], repeats: int) -> float:
    """Seconds of the fastest of some runs, after one that is not counted."""
    work()
    return min(seconds(work) for _ in range(repeats))


def interleaved(works: dict[str, Callable[[], Any]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each work in each round, taken in turn, so that a slow spell hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(seconds(work))
    return times


def keep(name: str, command: str, figures: dict[str, Any], folder: Path = RESULTS) -> None:
    """Write figures to NAME.json among the results, with the command and the machine."""
    document = {"schema": 1, "command": command, "machine": machine(), "figures": figures}
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    scratch = file.with_suffix(".new")  # so that Ctrl-C leaves the whole of one or of the other
    scratch.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8", newline="\n")
    scratch.replace(file)
    print(f"written: {os.path.relpath(file)}", flush=True)
