"""The judge of the practice problems.

  python practice/judge.py                     where you stand, and what to do next
  python practice/judge.py list [--chapter N] [--todo]
  python practice/judge.py start 193           writes practice/workspace/193_radix_cache.py
  python practice/judge.py show 193            the task once more
  python practice/judge.py test 193 [FILE]     the verdict; exit status 0 only if accepted
  python practice/judge.py watch 193 [FILE]    judges at every save, until Ctrl-C
  python practice/judge.py hint 193            the next hint
  python practice/judge.py solution 193        the reference, after a try (or with --now)
  python practice/judge.py progress [--export FILE | --import FILE]
  python practice/judge.py check NNN… | --all [--write]     for authors: are the judges strong?
  python practice/judge.py doctor              what this machine can run, and how to get the rest

Everywhere: --lang en|zh, --runtime torch|lite (lite: the browser's torch), --workspace DIR; and
--json for list, test, progress, check and doctor.
Exit status: 0 when all is well, 1 when a program is not accepted or something is missing, 2 for a
wrong command line, 130 after Ctrl-C.
"""

# Nothing newer than Python 3.8 in this file: an older Python must get far enough to say so.
import argparse
import os
import signal
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))


def make_parser():  # type: ignore[no-untyped-def]
    """The command line."""
    common = argparse.ArgumentParser(add_help=False)
    quiet = argparse.SUPPRESS  # so that what stands before the command is not forgotten after it
    common.add_argument("--lang", choices=("en", "zh"), default=quiet)
    common.add_argument("--runtime", choices=("torch", "lite"), default=quiet)
    common.add_argument("--workspace", metavar="DIR", default=quiet)
    common.add_argument("--json", action="store_true", default=quiet)
    parser = argparse.ArgumentParser(
        prog="judge.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[common],
        usage="python practice/judge.py [COMMAND] …",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name, about):  # type: ignore[no-untyped-def]
        return commands.add_parser(name, help=about, description=about, parents=[common])

    one = command("list", "all problems, by chapter")
    one.add_argument("--chapter", type=int, metavar="N", help="only those of one chapter")
    one.add_argument("--todo", action="store_true", help="only those that are not accepted yet")
    for name, about in (
        ("start", "write the file to fill in (never over one that is there) and show the task"),
        ("show", "show the task"),
        ("hint", "show the next hint"),
    ):
        command(name, about).add_argument("problem", help="its number or name: 193, radix-cache")
    for name, about in (("test", "judge a program"), ("watch", "judge a program at every save")):
        one = command(name, about)
        one.add_argument("problem", help="its number or name: 193, radix-cache")
        one.add_argument("file", nargs="?", help="another file than the one in the workspace")
    one = command("solution", "show the reference, after a try")
    one.add_argument("problem", help="its number or name: 193, radix-cache")
    one.add_argument("--now", action="store_true", help="without a try")
    one = command("progress", "what is done; to and from a file")
    which = one.add_mutually_exclusive_group()
    which.add_argument("--export", metavar="FILE", help="write it, the code included, to a file")
    which.add_argument("--import", metavar="FILE", dest="import_from", help="take in such a file")
    one = command("check", "for authors: hold problems to their standard")
    one.add_argument("problems", nargs="*", metavar="NNN")
    one.add_argument("--all", action="store_true", help="all of them, and the whole")
    one.add_argument("--write", action="store_true", help="record the figures in strength.json")
    command("doctor", "what this machine can run")
    return parser


def main(arguments=None):  # type: ignore[no-untyped-def]
    """Run one command; returns the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - that is what is being said
        version = ".".join(map(str, sys.version_info[:2]))
        print("judge.py needs Python 3.11 or newer, and this is " + version, file=sys.stderr)
        return 2
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until this process ends
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = make_parser().parse_args(arguments)
    for name in ("SIGTERM", "SIGHUP"):  # an end that lets the judged program be ended too
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), lambda number, frame: sys.exit(128 + number))
    try:
        from judgelib.dispatch import run

        return run(options)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # `judge.py list | head` has seen enough
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
