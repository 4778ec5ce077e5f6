"""JupyterLab on the notebooks of the course: tools/course.py lab runs this with .venv's Python.

    python tools/lab.py                  copy the notebooks, open JupyterLab in the browser
    python tools/lab.py --port 9000      at that port of this machine (default: a free one)
    python tools/lab.py --no-open        open no browser

The notebooks of chapters/ are copied to workspace/notebooks, where git sees no change. A copy that
has changes of yours is never written again: when the course has a newer notebook, that is put
beside it.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
from pathlib import Path

from notebooklib.copies import FOLDER, copy_notebooks
from running import course_command

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = Path(__file__).resolve().parent / "lab_settings"  # no news, no updates
FIRST_PORT = 8888  # where JupyterLab is by habit


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tools/lab.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--port", type=int, metavar="N", help="default: one that is free")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    return parser


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    args = make_parser().parse_args(arguments)
    try:
        for line in copy_notebooks(root):
            print(line)
        port = free_port() if args.port is None else args.port
    except OSError as error:
        again = course_command("lab")
        print(f"lab: {error.filename}: {error.strerror}: mend that, then {again}", file=sys.stderr)
        return 1
    if not is_free(port):
        other = course_command(f"lab --port {free_port()}")
        print(f"lab: port {port} is in use: {other}", file=sys.stderr)
        return 1
    print(f"starting JupyterLab at port {port}; Ctrl-C ends it; its address follows", flush=True)
    # Before any kernel is looked for: .venv's own, whatever kernels the reader has elsewhere.
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    from jupyterlab.labapp import LabApp  # heavy: not for --help

    LabApp.launch_instance(lab_arguments(root, port, open_browser=not args.no_open))
    return 0


def lab_arguments(root: Path, port: int, *, open_browser: bool) -> list[str]:
    """What JupyterLab is started with: on this machine alone, and asking no other one anything."""
    return [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",  # for the links to files of the course
        "--ServerApp.answer_yes=True",  # Ctrl-C ends it, without a question
        "--ServerApp.allow_root=True",  # as in a container; it listens to this machine alone
        "--log-level=WARN",
        f"--ServerApp.open_browser={open_browser}",
        f"--LabApp.default_url=/lab/tree/{FOLDER}",
        f"--LabApp.app_settings_dir={SETTINGS}",
        "--LabApp.extension_manager=readonly",
        "--KernelManager.transport_encryption=auto",
    ]


def free_port() -> int:
    """The habitual port of JupyterLab, or any other that nobody uses."""
    return FIRST_PORT if is_free(FIRST_PORT) else _port(0)


def is_free(port: int) -> bool:
    try:
        return _port(port) == port
    except (OSError, OverflowError):
        return False


def _port(port: int) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", port))
        return probe.getsockname()[1]


if __name__ == "__main__":
    sys.exit(main())
