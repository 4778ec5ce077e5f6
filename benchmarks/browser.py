"""How long Python in the browser takes: until a first verdict, to import torch, for products.

python benchmarks/browser.py               all of it, about two minutes on two cores
python benchmarks/browser.py --rounds 9    more visits

Needs Chromium (Debian: apt install chromium) and the Python package playwright.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import common

sys.path.insert(0, str(common.HERE.parent / "practice"))

from kernel.problem import load_problem
from playwright.sync_api import BrowserContext, Playwright, sync_playwright
from sitelib import BUILD, ROOT, WEB, node, snapshot
from sitelib.incremental import Builder
from sitelib.server import HOST, Handler

HERE = Path(__file__).resolve().parent
PAGE = HERE / "browser_page"
PROBLEM = ROOT / "practice" / "problems" / "081-align-and-pages"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
VISITS = 3  # with one profile: the first is cold, the last has all that a browser keeps
WANTED = {  # milliseconds
    "import torch": 30,
    "64x64 @ 64x64": 15,
    "linear layers of a token": 12,
}


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The page, its worker and build/python, as a static host would serve them; their address."""
    python = Builder(BUILD).run(snapshot.step())
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        shutil.copytree(python, site / "python")
        for name in ("index.html", "page.js"):
            shutil.copyfile(PAGE / name, site / name)
        options = ["--bundle", "--format=esm", "--loader:.py=text", "--log-level=warning"]
        esbuild = [str(WEB / "node_modules" / "esbuild" / "bin" / "esbuild"), *options]
        node.run([*esbuild, str(PAGE / "worker.ts"), f"--outfile={site / 'worker.js'}"])
        server = ThreadingHTTPServer((HOST, 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/"
        finally:
            server.shutdown()
            server.server_close()


@contextlib.contextmanager
def chromium(playwright: Playwright, profile: str) -> Iterator[BrowserContext]:
    """A browser that keeps what it caches in the folder ``profile``."""
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path="/usr/bin/chromium", args=FLAGS
    )
    try:
        yield context
    finally:
        context.close()


def in_page(context: BrowserContext, address: str, function: str, request: Any) -> Any:
    """What a function of page.js gives.

    Raises:
        RuntimeError: if the page asked another host for anything.
    """
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))  # a route would turn caches off
    page.goto(address)
    page.wait_for_function("() => 'firstResult' in globalThis")
    answer = page.evaluate(function, request)
    strange = [url for url in asked if not url.startswith((address, "data:"))]
    if strange:
        raise RuntimeError(f"the page asked other hosts: {strange}")
    if answer["warnings"]:
        raise RuntimeError(f"{request}: {answer['warnings']}")
    return answer


def first_results(playwright: Playwright, address: str, rounds: int) -> dict[str, Any]:
    """Milliseconds until the verdict on a right program, by way and by visit."""
    problem = json.dumps(load_problem(PROBLEM).to_json())
    request = {"problem": problem, "code": (PROBLEM / "solution.py").read_text(encoding="utf-8")}
    times: dict[str, list[list[int]]] = {}
    for _ in range(rounds):
        for way in ("snapshot", "plain"):
            visits = times.setdefault(way, [[] for _ in range(VISITS)])
            with tempfile.TemporaryDirectory() as profile:
                for visit in visits:
                    with chromium(playwright, profile) as context:
                        asked = {**request, "snapshot": way == "snapshot"}
                        answer = in_page(context, address, "firstResult", asked)
                    if answer["status"] != "accepted":
                        raise RuntimeError(f"{way}: the solution of {PROBLEM.name} is {answer}")
                    visit.append(round(answer["milliseconds"]))
    return {
        way: {
            name: {"least": min(visit), "median": round(statistics.median(visit)), "all": visit}
            for name, visit in zip(("cold", "second visit", "third visit"), visits, strict=True)
        }
        for way, visits in times.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="new profiles for each way")
    rounds = parser.parse_args().rounds
    version = subprocess.run(["/usr/bin/chromium", "--version"], capture_output=True, text=True)
    package = json.loads((WEB / "node_modules" / "pyodide" / "package.json").read_text())
    figures: dict[str, Any] = {
        "chromium": version.stdout.split()[1],
        "pyodide": package["version"],
        "processes running before": round(os.getloadavg()[0], 1),  # more than cores: ratios only
    }
    with served() as address, sync_playwright() as playwright:
        with tempfile.TemporaryDirectory() as profile, chromium(playwright, profile) as context:
            asked = {"what": "measure", "snapshot": True}
            answer = in_page(context, address, "inWorker", asked)
            figures["milliseconds"] = answer["figures"]
        figures["first verdict, milliseconds"] = first_results(playwright, address, rounds)
    sizes = node.run([str(PAGE / "sizes.mjs"), str(BUILD / "python")])
    figures["bytes"] = json.loads(sizes)
    for name, most in WANTED.items():
        least = figures["milliseconds"][name]["least"]
        print(f"{name}: {least} ms, {'under' if least < most else 'NOT under'} {most}")
    print(json.dumps(figures["first verdict, milliseconds"], indent=1))
    common.keep("browser", "python benchmarks/browser.py", figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
