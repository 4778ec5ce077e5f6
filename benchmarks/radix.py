"""Our radix caches beside those of mini-sglang, SGLang and vLLM: the same operations on each.

  python benchmarks/radix.py --mini-sglang CHECKOUT --packages FOLDER
  python benchmarks/radix.py --quick            what is here, small trees, nothing is kept

CHECKOUT is a checkout of https://github.com/sgl-project/mini-sglang. FOLDER has the packages of the
others and what they need, without all the rest that they name:

  python -m pip install --no-deps --target FOLDER sglang vllm cbor2 apache-tvm-ffi

What is not there is left out, with the reason in the results, which are then in build/benchmarks:
the pages show figures of all of them.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import common
import torch
from radixlib import contestants, parts, workloads
from radixlib.contestants import Contestant
from radixlib.foreign import MissingError
from radixlib.workloads import Prompts, Slots

SEED = 2026
NAMES = ("chapter 10", "chapter 9", "mini-sglang", "SGLang", "vLLM")
LEAVES = (100, 1000, 10_000, 50_000, 100_000, 1_000_000)
LENGTHS = [16, 80, 250, 1000, 4000, 16_000, 64_000]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mini-sglang", type=Path, default=Path("mini-sglang"))
    parser.add_argument("--packages", type=Path, default=Path("packages"))
    parser.add_argument("--quick", action="store_true", help="small trees, nothing is kept")
    parser.add_argument("--memory-of", nargs=2, metavar=("NAME", "SHAPE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.memory_of is not None:
        name, shape = arguments.memory_of
        print(memory_of(open_contestant(name, arguments), shape, arguments.quick))
        return 0
    figures: dict[str, Any] = {"seed": SEED, "contestants": {}, "left_out": {}}
    caches: list[Contestant] = []
    for name in NAMES:
        try:
            caches.append(open_contestant(name, arguments))
        except MissingError as error:
            print(f"left out: {name}: {error}")
            figures["left_out"][name] = str(error)
    figures["in_turn"] = in_turn(caches, arguments.quick)
    for cache in caches:
        found = figures["contestants"][cache.name] = measure(cache, arguments)
        if not arguments.quick:  # these were taken side by side
            page_size = 16 if cache.name == "vLLM" else 1
            place = f"50000 leaves, pages of {page_size}"
            found["trees"][place] |= figures["in_turn"][cache.name]
    rounds = 2 if arguments.quick else 10
    figures["parts_of_insert_fork"] = parts.measure_parts(Prompts(SEED), 200, rounds)
    figures["ratios"] = ratios(figures)
    for line, ratio in figures["ratios"].items():
        print(f"{line}: {ratio}")
    if not arguments.quick:
        command = "python benchmarks/radix.py --mini-sglang CHECKOUT --packages FOLDER"
        # The pages show all of them: a run without some does not take the place of one with all.
        folder = common.TRIALS if figures["left_out"] else common.RESULTS
        common.keep("radix", command, figures, folder)
    return 0


def open_contestant(name: str, arguments: argparse.Namespace) -> Contestant:
    """Raises: MissingError, if it is not there."""
    makers: dict[str, Callable[[], Contestant]] = {
        "chapter 10": contestants.chapter_10,
        "chapter 9": contestants.chapter_9,
        "mini-sglang": lambda: contestants.mini_sglang(arguments.mini_sglang, arguments.packages),
        "SGLang": lambda: contestants.SGLang(arguments.packages),
        "vLLM": lambda: contestants.VLLM(arguments.packages),
    }
    return makers[name]()


def measure(cache: Contestant, arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything about one of them. Times are microseconds."""
    quick = arguments.quick
    found: dict[str, Any] = {"version": cache.version, "trees": {}}
    for page_size in (1, 16):
        for leaves in LEAVES[:3] if quick else LEAVES:
            if page_size == 1 and cache.name == "vLLM":
                continue  # its blocks are of 16: a block of one token has no use
            found["trees"][f"{leaves} leaves, pages of {page_size}"] = one_tree(
                cache, page_size, leaves, quick
            )
            print(f"{cache.name}: {leaves} leaves, pages of {page_size}", flush=True)
    prompts = Prompts(SEED)
    found["long"] = workloads.measure_long(cache, prompts, LENGTHS)
    found["fragments"] = workloads.measure_fragments(cache, prompts, length=64_000, count=2000)
    found["all_used"] = all_used(cache, 5000 if quick else 50_000)
    found["memory"] = memory(cache.name, arguments)
    return found


def in_turn(caches: list[Contestant], quick: bool) -> dict[str, dict[str, float]]:
    """All of them at 50,000 leaves, a round each in turn: a slow spell of the machine hits all.

    The ratios are those of these figures.
    """
    leaves, rounds = (1000, 2) if quick else (50_000, 7)
    found: dict[str, dict[str, float]] = {cache.name: {} for cache in caches}
    tools = {}
    for cache in caches:
        page_size = 16 if cache.name == "vLLM" else 1
        prompts, slots = tools[cache.name] = Prompts(SEED), Slots()
        cache.make(page_size, capacity=leaves * 80 + 4_000_000)
        workloads.grow(cache, prompts, slots, leaves)
    for _ in range(rounds):
        for cache in caches:
            prompts, slots = tools[cache.name]
            page_size = 16 if cache.name == "vLLM" else 1
            figures = workloads.measure_rows(cache, prompts, slots, page_size, 100, 1)
            figures |= workloads.measure_eviction(cache, prompts, slots, leaves, most_seconds=0.2)
            best = found[cache.name]
            best.update({key: min(best.get(key, value), value) for key, value in figures.items()})
    return {name: {k: round(v, 3) for k, v in sorted(one.items())} for name, one in found.items()}


def one_tree(cache: Contestant, page_size: int, leaves: int, quick: bool) -> dict[str, float]:
    prompts, slots = Prompts(SEED), Slots()
    count, rounds = (50, 2) if quick else (200, 5)
    cache.make(page_size, capacity=leaves * 80 + count * (rounds + 1) * 3000)
    seconds = workloads.grow(cache, prompts, slots, leaves)
    figures = workloads.measure_eviction(cache, prompts, slots, leaves, most_seconds=10)
    figures |= workloads.measure_rows(cache, prompts, slots, page_size, count, rounds)
    figures["build_seconds"] = seconds
    cache.make(page_size, capacity=page_size)  # lets the old one go
    gc.collect()
    return {name: round(figure, 3) for name, figure in sorted(figures.items())}


def all_used(cache: Contestant, leaves: int) -> dict[str, float]:
    """Under the system prompts, all leaves are used once, oldest first."""
    cache.make(16, capacity=leaves * 80)
    prompts, slots = Prompts(SEED), Slots()
    rows = [torch.cat([prompts.heads[i % 64], prompts.tokens(16)]) for i in range(leaves)]
    for row in rows:
        cache.insert(cache.prepare(row), slots.take(len(row)))
    return workloads.measure_after_all_used(cache, rows)


def memory(name: str, arguments: argparse.Namespace) -> dict[str, float]:
    """Bytes for each cached token, each shape of tree in a process of its own."""
    options = ["--mini-sglang", arguments.mini_sglang, "--packages", arguments.packages]
    found = {}
    for shape in ("leaves_of_16_tokens", "rows_of_80_to_1000_tokens"):
        done = subprocess.run(
            [sys.executable, __file__, *map(str, options), "--memory-of", name, shape]
            + ["--quick"] * arguments.quick,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        found[shape] = float(done.stdout.split()[-1])
    return found


def memory_of(cache: Contestant, shape: str, quick: bool) -> float:
    """Bytes a token, keys, slots, nodes and all; what vLLM's pool takes at its start included."""
    leaves, count = (5000, 500) if quick else (100_000, 10_000)
    prompts = Prompts(SEED)
    if shape == "leaves_of_16_tokens":
        rows = [torch.cat([prompts.heads[i % 64], prompts.tokens(16)]) for i in range(leaves)]
    else:
        rows = prompts.rows(count, 16)
    slots = [torch.arange(len(row), dtype=torch.int32) for row in rows]
    tokens = sum(len(row) // 16 * 16 - workloads.HEAD_LEN for row in rows)
    gc.collect()
    before = resident_bytes()
    cache.make(16, capacity=tokens + 64 * workloads.HEAD_LEN)
    for row, own in zip(rows, slots, strict=True):
        cache.insert(cache.prepare(row), own)
    gc.collect()
    return round((resident_bytes() - before) / tokens, 2)


def resident_bytes() -> int:
    """Memory that this process has in use; Linux says it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def ratios(figures: dict[str, Any]) -> dict[str, float]:
    """The figures that the course promises, as far as the contestants for them are there."""
    together, ours = figures["in_turn"], figures["contestants"]["chapter 10"]
    own, lines = together["chapter 10"], {}
    for other in [name for name in ("mini-sglang", "SGLang") if name in together]:
        theirs = together[other]
        for name in sorted(own):
            lines[f"{name}, {other} / chapter 10"] = round(theirs[name] / own[name], 2)
        for kind in ("match", "insert"):
            names = [name for name in own if name.startswith(kind)]
            ratio = sum(theirs[name] for name in names) / sum(own[name] for name in names)
            lines[f"{kind}, all kinds, {other} / chapter 10"] = round(ratio, 2)
    long = ours["long"]["64000"]
    lines["a match of 64,000 tokens / torch.equal"] = round(long["match"] / long["torch_equal"], 2)
    lines["a match of 64,000 tokens / memcmp"] = round(long["match"] / long["memcmp"], 2)
    pair = ours["fragments"]
    lines["a full match after 2,000 others / before"] = round(pair["after"] / pair["before"], 2)
    first = pair["first_after"] / pair["first_before"]
    lines["the first full match after 2,000 others / before"] = round(first, 2)
    small, big = "1000 leaves, pages of 1", "1000000 leaves, pages of 1"
    if big in ours["trees"]:
        growth = ours["trees"][big]["evict_16"] / ours["trees"][small]["evict_16"]
        lines["evict(16) at 1,000,000 leaves / at 1,000"] = round(growth, 2)
    return lines


if __name__ == "__main__":
    sys.exit(main())
