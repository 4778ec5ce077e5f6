"""What is there without the host, and with a damaged file of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from .conftest import Visit
from .hosting import hosted
from .problem_page import ProblemPage
from .programs import PLAIN, TORCH, solution, wrong

# Resolved when the service worker has every file of the site, Python's too, but those of a folder.
ALL_KEPT = """async (without) => {
  const { scope } = await navigator.serviceWorker.ready;
  const list = await (await fetch(new URL("files.js", scope))).text();
  const names = [...list.matchAll(/"([^"]+)":"/g)].map(([, name]) => name);
  const total = names.filter((name) => !without || !name.startsWith(without)).length;
  let kept = 0;
  for (let tries = 0; tries < 1200; tries++) {
    for (const name of await caches.keys()) kept = (await (await caches.open(name)).keys()).length;
    if (kept === total) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`${kept} files of ${total} are kept`);
}"""


def test_after_one_visit_the_course_needs_no_host(
    visit: Visit, site: Path, complaints: list[str]
) -> None:
    with hosted(site) as host:
        page = visit(f"en/problems/{TORCH}/", base_url=host.address, service_workers="allow")
        page.evaluate(ALL_KEPT, "models/")  # which no page of a problem needs
        host.end()
        page.goto(f"en/problems/{PLAIN}/")
        problem = ProblemPage(page)
        problem.judge(wrong(PLAIN, "float_division"))
        problem.expect_verdict("wrong_answer")
        problem.expect_accepted(solution(PLAIN))
        page.goto("zh/chapters/09-radix-cache/")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Radix Cache")
        page.goto("zh/problems/")
        expect(page.locator("#problems .course-mark.accepted")).to_have_count(1)
    assert complaints == []


def test_the_engine_needs_no_host_after_a_visit_either(
    visit: Visit, site: Path, complaints: list[str]
) -> None:
    with hosted(site) as host:
        page = visit("en/engine-live/", base_url=host.address, service_workers="allow")
        expect(page.locator(".course-engine-list li")).to_have_count(4)
        page.evaluate(ALL_KEPT, "")
        host.end()
        page.reload()
        expect(page.locator(".course-engine-list li")).to_have_count(4)
        page.get_by_role("button", name="Step", exact=True).click()
        expect(page.locator(".course-engine-sentence")).to_contain_text("Step 1, prefill")
    assert complaints == []


def test_a_broken_snapshot_only_costs_time(visit: Visit) -> None:
    page = visit("en/judge/")
    warnings: list[str] = []
    page.on("console", lambda said: warnings.append(said.text))
    page.context.route("**/snapshot.bin", lambda route: route.fulfill(body=b"no snapshot"))
    page.goto(f"en/problems/{TORCH}/")
    ProblemPage(page).expect_accepted(solution(TORCH))
    assert any("without its snapshot" in warning for warning in warnings)
