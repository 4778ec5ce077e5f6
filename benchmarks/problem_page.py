"""How long a reader waits on a problem's page: from opening 193 to the verdict on its reference.

python benchmarks/problem_page.py               builds the site, then about a minute
python benchmarks/problem_page.py --rounds 5

cold   a browser that has never been here: from the request for the page to the verdict
warm   Python is ready before the program is there: from the click to the first verdict
next   another verdict, for a reader who has read the last one: from the click to the verdict
loop   an endless loop is stopped by hand: from that click to the verdict on the reference

The verdict is the reference's, all tests, in the page that readers get, served on 127.0.0.1.
Needs Chromium (Debian: apt install chromium) and the Python package playwright.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import common
from browser import FLAGS
from playwright.sync_api import Page, sync_playwright
from sitelib import BUILD, ROOT
from sitelib.building import build_site
from sitelib.server import HOST, Handler

PROBLEM = "193-radix-cache"
LOOP = "while True:\n    pass\n"
WANTED = {"cold": 2500, "warm": 500, "next": 100, "loop": 1000}  # milliseconds
PAUSE = 3000  # milliseconds in which a reader reads, and the page makes a spare worker
# From a click on a button to the moment at which the page shows a verdict.
CLICK = """([name, verdict]) => new Promise((resolve) => {
  const from = performance.now();
  const seen = () => {
    if (document.querySelector(verdict)) {
      observer.disconnect();
      resolve(performance.now() - from);
    }
  };
  const observer = new MutationObserver(seen);
  const root = document.getElementById("problem");
  observer.observe(root, { subtree: true, childList: true, attributes: true });
  [...root.querySelectorAll("button")].find((one) => one.textContent === name).click();
})"""
ACCEPTED = ".course-summary.accepted"


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The site, as a static host would serve it; its address."""
    build_site()
    handler = functools.partial(Handler, directory=str(BUILD / "site"))
    with ThreadingHTTPServer((HOST, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{HOST}:{server.server_port}/en/problems/{PROBLEM}/"
        finally:
            server.shutdown()


def fill(page: Page, code: str) -> None:
    page.get_by_label("Your program").fill(code)


def visit(page: Page, address: str, reference: str) -> dict[str, float]:
    """One reader's first visit; milliseconds by what was waited for."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    fill(page, reference)
    page.get_by_role("button", name="Submit", exact=True).click()
    page.locator(ACCEPTED).wait_for(timeout=60_000)
    figures = {"cold": (time.perf_counter() - began) * 1000}
    page.wait_for_timeout(PAUSE)
    figures["next"] = statistics.median(again(page, "Submit") for _ in range(5))
    fill(page, LOOP)
    page.get_by_role("button", name="Submit", exact=True).click()
    page.locator(".course-status", has_text="Running").wait_for()
    page.get_by_role("button", name="Stop", exact=True).click()
    began = time.perf_counter()
    fill(page, reference)
    page.get_by_role("button", name="Submit", exact=True).click()
    page.locator(ACCEPTED).wait_for(timeout=60_000)
    figures["loop"] = (time.perf_counter() - began) * 1000
    page.goto(address)
    page.locator(".course-status", has_text="Python is ready").wait_for(timeout=60_000)
    figures["warm"] = again(page, "Submit")
    return figures


def again(page: Page, button: str) -> float:
    """Judge what is in the editor; the verdict that is shown goes first."""
    page.evaluate(
        "document.querySelector('.course-summary.accepted')?.classList.remove('accepted')"
    )
    return float(page.evaluate(CLICK, [button, ACCEPTED]))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3, help="visits (default: 3)")
    rounds = parser.parse_args().rounds
    reference = (ROOT / "practice" / "problems" / PROBLEM / "solution.py").read_text("utf-8")
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        print("problem_page.py: no Chromium here: apt install chromium", file=sys.stderr)
        return 1
    visits = []
    with served() as address, sync_playwright() as playwright:
        for number in range(rounds):
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            visits.append(visit(browser.new_page(), address, reference))
            version = browser.version
            browser.close()
            print(f"visit {number + 1} of {rounds}", flush=True)
    figures = {
        name: {
            "least": round(min(one[name] for one in visits)),
            "median": round(statistics.median(one[name] for one in visits)),
            "wanted": wanted,
        }
        for name, wanted in WANTED.items()
    }
    for name, figure in figures.items():
        least, median, wanted = figure.values()
        print(f"{name:5} {least:6} ms at best, {median:6} in the median, wanted {wanted}")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    common.keep(
        "problem_page",
        "python benchmarks/problem_page.py",
        {"chromium": version, "load": load, "milliseconds": figures},
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
