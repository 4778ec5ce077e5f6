"""The server of tools/course.py serve, which sends the policy of each page as a header too."""

from __future__ import annotations

from .conftest import Visit
from .problem_page import ProblemPage
from .programs import TORCH, solution


def test_a_problem_is_judged(visit: Visit, served: str) -> None:
    page = visit("", base_url=served)
    page.wait_for_url("**/en/")
    page.goto(f"en/problems/{TORCH}/")
    ProblemPage(page).expect_accepted(solution(TORCH))
