"""The server of tools/course.py serve, which sends the policy of each page as a header too."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sitelib.server import make_server

from .conftest import Visit
from .problem_page import ProblemPage
from .programs import TORCH, solution


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """The address of the site."""
    with make_server(site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_a_problem_is_judged(visit: Visit, served: str) -> None:
    page = visit("", base_url=served)
    page.wait_for_url("**/en/")
    page.goto(f"en/problems/{TORCH}/")
    ProblemPage(page).expect_accepted(solution(TORCH))
