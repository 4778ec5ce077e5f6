"""How near the browser's torch is to torch, measured on torch's own samples.

Every operator of torch's list that site/runtime/torch offers runs on both, on every sample and in
every form: as a function, a method, in place, as a sign. Results, dtypes, shapes, aliasing, strides
of views, what happens to the arguments, and the class of an error must agree.

examples:
  python tools/conformance.py                    measure all and write site/runtime/conformance.json
  python tools/conformance.py --op add --op sum  these only, and show the first differences in full
  python tools/conformance.py --check            measure all, compare with the file, write nothing
  python tools/conformance.py --missing          operators of torch's list that are not offered
  python tools/conformance.py --fuzz 100000 --seed 7    random programs of views and writes

Exit status: 0 when all is well, 1 when something differs (with --check: when the file is not up to
date, an operator agrees on under 99 % of its samples, or fewer than 120 are offered), 2 for a wrong
command line, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from conformlib import database, fuzzing, table
from conformlib.measuring import Measured, measure, offered


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/conformance.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--op", action="append", metavar="NAME", help="only this operator; may be repeated"
    )
    what.add_argument("--check", action="store_true", help="write nothing; fail if not all is well")
    what.add_argument("--missing", action="store_true", help="list what is not offered")
    what.add_argument("--fuzz", type=int, metavar="N", help="run N random programs on both")
    parser.add_argument("--seed", type=int, default=1, help="of the random programs (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    return parser


def main(argv: list[str] | None = None) -> int:
    args = make_parser().parse_args(argv)
    try:
        if args.fuzz is not None:
            return fuzz(args.fuzz, args.seed)
        if args.missing:
            return missing()
        if args.op:
            return show(args.op)
        return whole(args.check, args.jobs)
    except KeyboardInterrupt:
        print("\nconformance.py: stopped; nothing is written", file=sys.stderr)
        return 130


def whole(is_check: bool, jobs: int) -> int:
    """Measure everything, and write the table or compare with it."""
    known = table.samples_known()
    # The largest first, so that no process has to be waited for at the end.
    names = sorted(offered(), key=lambda name: (-known.get(name, 0), name))
    measured = list(measure_all(names, jobs))
    samples = sum(one.samples for one in measured)
    agree = sum(one.agree for one in measured)
    refused = sum(one.refused for one in measured)
    alike = sum(one.refused_alike for one in measured)
    print(
        f"{len(measured)} operators agree on {agree:,} of {samples:,} samples"
        f" and on {alike:,} of {refused:,} calls that torch refuses"
    )
    if not is_check:
        table.TABLE.write_text(table.text_of(table.table_of(measured)), encoding="utf-8")
    problems = table.problems_of(measured)
    for problem in problems:
        print(problem)
    return 1 if is_check and problems else 0


def measure_all(names: list[str], jobs: int) -> Iterator[Measured]:
    """Measure in several processes, with a line that says how far it is."""
    begin = time.monotonic()
    samples = 0
    os.environ["PYTHONHASHSEED"] = "0"  # some samples come out of sets, in an order of their own
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max(jobs, 1), mp_context=context) as pool:
        waiting = {pool.submit(measure, name): name for name in names}
        try:
            for done, future in enumerate(as_completed(waiting), 1):
                for one in future.result():
                    samples += one.samples
                    yield one
                seconds = time.monotonic() - begin
                say(f"{done}/{len(names)} operators, {samples:,} samples, {seconds:.0f} s")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            say("")


def say(text: str) -> None:
    """The progress line; nothing where nobody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def show(names: list[str]) -> int:
    """Measure some operators and print their first differences in full."""
    status = 0
    here = {name: known for known, names in offered().items() for name in names}
    for name in names:
        if name not in here:
            known = "is not offered" if name in database.operator_infos() else "is not in the list"
            print(f"{name} {known}: see python tools/conformance.py --missing")
            status = 1
            continue
        for one in measure(here[name]):
            refused = f", {one.refused_alike} of {one.refused} refused" if one.refused else ""
            print(f"{one.name}: {one.agree} of {one.samples} samples agree{refused}")
            for reason, count in sorted(one.skipped.items()):
                print(f"  left out: {count} ({reason})")
            if one.other_layout:
                print(f"  new results lie otherwise: {one.other_layout} ({one.first_layout})")
            for text in one.in_full:
                print(text)
            status |= bool(one.first)
    return status


def missing() -> int:
    """Operators of torch's list that the facade does not offer."""
    print("\n".join(sorted(set(database.operator_infos()) - set(offered()))))
    return 0


def fuzz(count: int, seed: int) -> int:
    """Run random programs on both, and print one that differs, made short."""
    begin = time.monotonic()

    def progress(done: int) -> None:
        say(f"{done:,}/{count:,} programs, {time.monotonic() - begin:.0f} s")

    found = fuzzing.run(count, seed, progress)
    say("")
    print(found or f"{count:,} programs of seed {seed} agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
