"""Four prefix structures alone, with up to ten million cached tokens: memory and time.

python benchmarks/prefix_scale.py            about two minutes and 5 GB of memory, on Linux
python benchmarks/prefix_scale.py --quick    up to a hundred thousand tokens

What is cached are five-turn conversations of 1,378 tokens, the first 128 the same in all. Each
structure grows in a process of its own, whose memory is what the index takes. Measured are a match
of a whole conversation, the insertion of one turn more, and evictions of 16 and 4,096 tokens.
"""

from __future__ import annotations

import argparse
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

import common
from prefix_structures import STRUCTURES
from prefix_structures.growing import SAMPLES, SEED, grow_and_measure

SIZES = [100_000, 1_000_000, 10_000_000]
QUICK_SIZES = [100_000]


def _work(structure: str, sizes: list[int], out: Connection) -> None:
    for row in grow_and_measure(structure, sizes):
        out.send(row)
    out.close()


def rows_of(structure: str, sizes: list[int]) -> Any:
    """The figures of one structure as they come, from a process that starts with nothing."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(structure, sizes, theirs))
    process.start()
    theirs.close()
    try:
        while True:
            yield ours.recv()
    except EOFError:  # it has said all, or was killed
        process.join()
        if process.exitcode != 0:
            yield {"why": f"its process ended with status {process.exitcode}"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="up to a hundred thousand tokens")
    sizes = QUICK_SIZES if parser.parse_args().quick else SIZES
    figures: dict[str, Any] = {"seed": SEED, "samples": SAMPLES, "complete": False}
    for structure in STRUCTURES[1:]:
        figures[structure] = {}
        for row in rows_of(structure, sizes):
            size = next((size for size in sizes if str(size) not in figures[structure]), None)
            figures[structure]["end" if "why" in row else str(size)] = row
            print(f"{structure:11} {row}", flush=True)
            common.keep("prefix_scale", "python benchmarks/prefix_scale.py", figures)
    figures["complete"] = True
    common.keep("prefix_scale", "python benchmarks/prefix_scale.py", figures)


if __name__ == "__main__":
    main()
