"""What a program may do to the page: the verdict comes, the page goes on, the text is there."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Visit
from .problem_page import ProblemPage
from .programs import PLAIN, dividing, solution

ADDRESS = f"en/problems/{PLAIN}/"
FOR_EVER = dividing("while True:\n    pass")


def test_an_endless_loop_ends_with_the_time_limit(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(FOR_EVER)
    problem.expect_verdict("time_limit")
    expect(problem.summary).to_have_text(
        "not done after 5 seconds: does a loop never end? test_example_30_tokens_in_pages_of_16 "
        "was running"
    )
    problem.expect_code(FOR_EVER)
    problem.expect_accepted(solution(PLAIN))


def test_an_endless_loop_ends_with_the_stop_button(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(FOR_EVER)
    expect(problem.status).to_contain_text("Running test_example_30_tokens_in_pages_of_16")
    problem.stop.click()
    expect(problem.summary).to_have_text("Stopped.")
    expect(problem.stop).to_be_disabled()
    problem.expect_code(FOR_EVER)
    problem.expect_accepted(solution(PLAIN))


def test_stop_works_while_python_loads(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.submit.click()
    problem.stop.click()
    expect(problem.summary).to_have_text("Stopped.")
    problem.expect_accepted(solution(PLAIN))


def test_a_flood_of_prints(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(dividing("while True:\n    print('x' * 100)"))
    problem.expect_verdict("output_limit")
    expect(problem.results).to_contain_text("Printed (the middle is left out)")
    assert len(problem.results.inner_text()) < 20_000
    problem.expect_accepted(solution(PLAIN))


def test_a_memory_bomb(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(dividing("much = bytes(1 << 29)\ntoo_much = bytes((1 << 31) - 100)"))
    problem.expect_verdict("memory_limit")
    problem.expect_accepted(solution(PLAIN))


def test_an_interpreter_that_is_ended(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(dividing("import os\nos._exit(3)"))
    problem.expect_verdict("crashed")
    expect(problem.summary).to_contain_text("exit status 3")
    problem.expect_accepted(solution(PLAIN))


def test_an_interpreter_that_crashes(visit: Visit, complaints: list[str]) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(
        dividing(
            "from functools import partial\n"
            "call = lambda self: self(self)\n"
            "for _ in range(100_000):\n"
            "    call = partial(call)\n"
            "call(call)"
        )
    )
    problem.expect_verdict("crashed")
    problem.expect_accepted(solution(PLAIN))
    assert complaints[0].startswith("Pyodide has suffered a fatal error")
    complaints.clear()


def test_a_program_does_not_reach_the_browser(visit: Visit) -> None:
    problem = ProblemPage(visit(ADDRESS))
    problem.judge(dividing("import js\njs.fetch('https://example.org/')"))
    problem.expect_verdict("runtime_error")
    problem.judge(dividing("import pyodide_js"))
    problem.expect_verdict("runtime_error")
    problem.expect_accepted(solution(PLAIN))


WAYS_OUT = """async () => {
  const refused = [];
  self.addEventListener("securitypolicyviolation", (event) => refused.push(event.blockedURI));
  await fetch("https://example.org/fetch").catch(() => {});
  await import("https://example.org/module").catch(() => {});
  await new Promise((done) => (new WebSocket("wss://example.org/socket").onerror = done));
  return refused;
}"""


def test_the_policy_of_the_page_holds_for_the_worker_too(
    visit: Visit, complaints: list[str]
) -> None:
    """Whatever a program finds: the host of the site has sent no policy with the worker."""
    page = visit(ADDRESS)
    expect(page.get_by_text("Python is ready")).to_be_visible()
    worker = next(worker for worker in page.workers if worker.url.startswith("blob:"))
    assert worker.evaluate(WAYS_OUT) == [
        "https://example.org/fetch",
        "https://example.org/module",
        "wss://example.org/socket",
    ]
    complaints.clear()  # of the module the browser tells before it refuses it
