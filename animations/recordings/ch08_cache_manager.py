"""Chapter 8: the story of demos/row.py, then a third request that needs more than is free."""

from __future__ import annotations

from typing import Any

from row import Story  # type: ignore[import-not-found]
from tracelib.pages import RecordedPages


def record() -> dict[str, Any]:
    story = Story()
    story.manager = pages = RecordedPages(story.manager)

    def forward(token: int, *reqs: Any) -> None:
        story.forward(token, *reqs)
        pages.computed(reqs)

    a, b = story.admit(0, 1, 2, 3, 4), story.admit(1, 1, 2, 3, 4, 5, 6, 7)
    forward(8, a, b)
    pages.cache_req(a, finished=False)
    pages.cache_req(b, finished=False)
    forward(9, a, b)
    story.end(a)
    story.end(b)
    c = story.admit(0, *range(20, 31))
    forward(31, c)
    pages.check_integrity(story.running)
    return pages.trace.document()
