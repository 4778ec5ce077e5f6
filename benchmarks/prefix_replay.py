"""What five prefix structures reuse of seven workloads, counted without a model.

python benchmarks/prefix_replay.py            about a minute
python benchmarks/prefix_replay.py --quick    tiny workloads: tries that everything runs

The engine's own scheduler and cache manager serve every workload of prefix_structures/workloads.py,
answers of the usual length included; only the model is left out. So token counts are exact.
"""

from __future__ import annotations

import argparse
from typing import Any

import common
from prefix_structures import STRUCTURES
from prefix_structures.driving import shares
from prefix_structures.replay import batches, costs, replay
from prefix_structures.workloads import SEED, workloads


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="tiny workloads")
    size = "tiny" if parser.parse_args().quick else "long"
    figures: dict[str, Any] = {"seed": SEED, "size": size}
    for name, make in workloads(size).items():
        figures[name] = {}
        for structure in STRUCTURES:
            sent, timed, prefills = replay(make(), structure)
            row = figures[name][structure] = shares(sent) | batches(prefills) | costs(timed)
            print(f"{name:17} {structure:11} {row['reused']:6.1%} reused", flush=True)
            common.keep("prefix_replay", "python benchmarks/prefix_replay.py", figures)


if __name__ == "__main__":
    main()
