"""The site, built once and hosted; Chromium; and a new profile for each visit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from sitelib import BUILD
from sitelib.building import build_site
from sitelib.server import make_server

from .hosting import Host, hosted
from .launching import FLAGS, find_chromium

SECONDS = 60  # how long anything is waited for, on a busy machine
WIDE = {"width": 1280, "height": 800}


class Visit(Protocol):
    def __call__(self, path: str, **options: Any) -> Page: ...


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site."""
    build_site()
    return BUILD / "site"


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as host:
        yield host


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """The address at which tools/course.py serve has the site."""
    with make_server(site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=SECONDS * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test have complained of: a test that means it takes it out."""
    return []


@pytest.fixture
def visit(chromium: Browser, host: Host, complaints: list[str]) -> Iterator[Visit]:
    """Opens a page of the site, by its path, in a new profile.

    A test fails for every error in a console, and for every request to another host.
    """
    contexts = []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            complaints.append(said.text)

    def open_page(path: str, **options: Any) -> Page:
        # Without its worker the site is not copied into every profile: test_offline.py has it.
        usual = {"service_workers": "block", "locale": "en-US", "viewport": WIDE}
        context = chromium.new_context(**{"base_url": host.address, **usual, **options})
        contexts.append(context)
        context.set_default_timeout(SECONDS * 1000)
        context.on("console", hear)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("request", lambda request: complaints.extend(leaving(request.url)))
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def leaving(address: str) -> list[str]:
    """A complaint about a request to another host, or none."""
    allowed = ("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:")
    return [] if address.startswith(allowed) else [f"another host was asked: {address}"]
