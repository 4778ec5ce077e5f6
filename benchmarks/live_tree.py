"""How long a step of the live tree takes with 200 nodes: from the click until it is drawn.

python benchmarks/live_tree.py               builds the site, then about a minute
python benchmarks/live_tree.py --rounds 50

Insertions, matches and evictions are asked of the real cache in Python; back and forward only show
another step. "Drawn" is when the frame with the new picture has been painted. Needs Chromium
(Debian: apt install chromium) and the Python package playwright.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
from typing import Any

import common
from browser import FLAGS
from playwright.sync_api import Page, sync_playwright
from problem_page import served

NODES = 200
WANTED = 50  # milliseconds
PAUSE = 60  # milliseconds between two steps
# From a click on a button until the frame after the change is painted.
STEP = """async (name) => {
  const named = (one) => one.textContent === name || one.ariaLabel === name;
  const button = [...document.querySelectorAll(".live-tree button")].find(named);
  const place = document.querySelector(".course-tree-place");
  const changed = new Promise((done) => {
    const observer = new MutationObserver(() => (observer.disconnect(), done()));
    observer.observe(place, { childList: true });
  });
  const from = performance.now();
  button.click();
  await changed;
  await new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  }));
  return performance.now() - from;
}"""


def grown(draws: random.Random) -> list[list[int]]:
    """Rows whose insertion makes a tree of about NODES nodes."""
    rows: list[list[int]] = []
    while len(rows) < NODES * 3 // 4:
        row = [draws.randint(1, 40) for _ in range(draws.randint(1, 8))]
        if rows and draws.random() < 0.8:
            shared = draws.choice(rows)
            row = shared[: draws.randint(1, len(shared))] + row
        rows.append(row[:30])
    return rows


def measure(page: Page, rows: list[list[int]], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each step, by its kind."""
    draws = random.Random(1)
    times: dict[str, list[float]] = {}
    for name in ("Insert", "Match", "Evict", "One step back", "One step forward"):
        times[name] = []
        for _ in range(rounds):
            if name in ("Insert", "Match"):
                shared = draws.choice(rows)
                row = [*shared[: draws.randint(1, len(shared))], draws.randint(1, 40)]
                page.get_by_label("Tokens: numbers").fill(" ".join(map(str, row)))
            elif name == "Evict":
                page.get_by_label("Tokens to evict").fill("1")
            times[name].append(float(page.evaluate(STEP, name)))
            page.wait_for_timeout(PAUSE)
    return times


def node_count(page: Page) -> int:
    """Counted in the tree as text: of a large tree not all is drawn."""
    as_text = page.get_by_text("The tree as text").first
    as_text.click()
    count = page.locator(".course-tree-text li").count()
    as_text.click()
    return count


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=30, help="steps of each kind (default: 30)")
    rounds = parser.parse_args().rounds
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        print("live_tree.py: no Chromium here: apt install chromium", file=sys.stderr)
        return 1
    rows = grown(random.Random(0))
    operations = ";".join("i" + ".".join(map(str, row)) for row in rows)
    figures: dict[str, Any] = {}
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        site = address.partition("/en/")[0]
        page.goto(f"{site}/en/radix-tree/#tree=1&ops={operations}")
        done = page.locator(".course-tree-place", has_text=f"{len(rows)} / {len(rows)}")
        done.wait_for(timeout=60_000)
        figures["nodes"] = node_count(page)
        for name, times in measure(page, rows, rounds).items():
            figures[name] = {
                "median": round(statistics.median(times), 1),
                "most": round(max(times), 1),
            }
            median, most = figures[name].values()
            print(f"{name:16} {median:6} ms in the median, {most:6} at most, wanted {WANTED}")
        version = browser.version
        browser.close()
    print(f"{figures['nodes']} nodes")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    told = {"chromium": version, "load": load, "milliseconds": figures}
    common.keep("live_tree", "python benchmarks/live_tree.py", told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
