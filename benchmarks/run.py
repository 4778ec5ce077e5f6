"""Everything that is measured, then the report and the plots: one command.

python benchmarks/run.py                       all of it, about three quarters of an hour
python benchmarks/run.py prefix_structures     one part, or some
python benchmarks/run.py --quick               small sizes: tries that everything runs
python benchmarks/run.py report                measures nothing, writes report and plots anew

The results are benchmarks/results/*.json, report.md and plots/*.svg beside them; with --quick they
are in build/benchmarks instead. A part that cannot run here says why, and the others go on. Ctrl-C
stops; what was measured until then is kept. The plots need: pip install -e '.[benchmarks]'
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from reportlib.writing import write_plots, write_report

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# The programs of each part, and what makes each of them quick.
PARTS: dict[str, dict[str, list[str]]] = {
    "prefix_structures": {
        "prefix_replay.py": ["--quick"],
        "prefix_end_to_end.py": ["--quick"],
        "prefix_scale.py": ["--quick"],
    },
    "radix": {"radix.py": ["--quick"]},
    "engine": {"engine.py": ["--model", "tiny-qwen3", "--rounds", "1"]},
    "attention_forms": {"attention_forms.py": []},
    "linear_forms": {"linear_forms.py": []},
    "browser": {"browser.py": []},
    "live_tree": {"live_tree.py": ["--rounds", "5"]},
    "problem_page": {"problem_page.py": ["--rounds", "1"]},
}
REPORT = "report"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/run.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}, {REPORT}")
    parser.add_argument("--quick", action="store_true", help="small sizes, results in build/")
    parser.add_argument("--mini-sglang", help="for radix: a checkout of mini-sglang")
    parser.add_argument("--packages", help="for radix: a folder with SGLang's and vLLM's packages")
    args = parser.parse_args()
    unknown = [part for part in args.parts if part not in (*PARTS, REPORT)]
    if unknown:
        parser.error(f"no part {unknown[0]}: choose from {', '.join(PARTS)}, {REPORT}")
    results = ROOT / "build" / "benchmarks" if args.quick else HERE / "results"
    results.mkdir(parents=True, exist_ok=True)
    parts = [part for part in args.parts or PARTS if part != REPORT]
    failed: list[str] = []
    try:
        for part in parts:
            failed += run_part(part, args, results)
    except KeyboardInterrupt:
        print("\nstopped: what was measured until now is kept", flush=True)
        failed.append("stopped")
    failed += write_all(results)
    if failed:
        print(f"not all is well: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def run_part(part: str, args: argparse.Namespace, results: Path) -> list[str]:
    """Run a part's programs, one after the other; those that failed."""
    failed = []
    for program, quick in PARTS[part].items():
        options = [*quick] if args.quick else []
        if part == "radix":
            for name in ("mini_sglang", "packages"):
                value = getattr(args, name)
                options += [f"--{name.replace('_', '-')}", value] if value else []
        print(f"== {program} {' '.join(options)}", flush=True)
        begin = time.monotonic()
        environment = os.environ | {"BENCHMARK_RESULTS": str(results)}
        done = subprocess.run([sys.executable, str(HERE / program), *options], env=environment)
        print(f"== {program}: {time.monotonic() - begin:.0f} s", flush=True)
        if done.returncode != 0:
            failed.append(f"{program} ended with status {done.returncode}")
    return failed


def write_all(results: Path) -> list[str]:
    """Write the report and the plots; what could not be written."""
    write_report(results)
    print(f"written: {os.path.relpath(results / 'report.md')}")
    try:
        plots = write_plots(results)
    except ImportError:
        return ["the plots need matplotlib: pip install -e '.[benchmarks]' -c constraints.txt"]
    print(f"written: {len(plots)} plots in {os.path.relpath(results / 'plots')}")
    return []


if __name__ == "__main__":
    sys.exit(main())
