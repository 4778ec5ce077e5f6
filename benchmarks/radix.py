"""Our radix caches beside those of mini-sglang, SGLang and vLLM: the same operations on each.

  python benchmarks/radix.py --mini-sglang CHECKOUT --packages FOLDER
  python benchmarks/radix.py --quick            what is here, small trees, nothing is kept

CHECKOUT is a checkout of https://github.com/sgl-project/mini-sglang. FOLDER has the packages of the
others and what they need, without all the rest that they name:

  python -m pip install --no-deps --target FOLDER sglang vllm cbor2 apache-tvm-ffi

What is not there is left out, with the reason in the results.
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
    for name in NAMES:
        try:
            cache = open_contestant(name, arguments)
        except MissingError as error:
            print(f"left out: {name}: {error}")
            figures["left_out"][name] = str(error)
            continue
        figures["contestants"][name] = measure(cache, arguments)
    rounds = 2 if arguments.quick else 10
    figures["parts_of_insert_fork"] = parts.measure_parts(Prompts(SEED), 200, rounds)
    figures["ratios"] = ratios(figures["contestants"])
    for line, ratio in figures["ratios"].items():
        print(f"{line}: {ratio}")
    if not arguments.quick:
        command = "python benchmarks/radix.py --mini-sglang CHECKOUT --packages FOLDER"
        common.keep("radix", command, figures)
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
    for shape in ("leaves of 16 tokens", "rows of 80 to 1000 tokens"):
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
    if shape == "leaves of 16 tokens":
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


def ratios(found: dict[str, Any]) -> dict[str, float]:
    """The figures that the course promises, as far as the contestants for them are there."""
    trees = {name: one["trees"] for name, one in found.items()}
    ours, lines = found["chapter 10"], {}
    place = "50000 leaves, pages of 1"
    for other in ("mini-sglang", "SGLang"):
        if other not in found or place not in ours["trees"]:
            continue
        for name in ("evict_16", "evict_16_with_uses", "evict_4096", "match_whole", "match_new",
                     "match_fork", "insert_new", "insert_fork", "lock", "read_slots"):  # fmt: skip
            ratio = trees[other][place][name] / trees["chapter 10"][place][name]
            lines[f"{name} at 50,000 leaves, {other} / chapter 10"] = round(ratio, 2)
        for names in (("match_whole", "match_new", "match_fork"), ("insert_new", "insert_fork")):
            theirs, own = (
                sum(trees[one][place][name] for name in names) for one in (other, "chapter 10")
            )
            line = f"{names[0].partition('_')[0]}, all kinds, {other} / chapter 10"
            lines[line] = round(theirs / own, 2)
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
