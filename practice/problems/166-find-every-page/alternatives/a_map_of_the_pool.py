"""Draws a map with one entry for each page and counts the owners of each."""

from typing import NamedTuple


class Findings(NamedTuple):
    missing: list
    twice: list
    dangling: list
    misaligned: list


class Survey:
    """Which page begins at each slot of the pool, and what was found so far."""

    def __init__(self, num_pages, page_size):
        self.page_size = page_size
        self.page_at = {page * page_size: page for page in range(num_pages)}
        self.owners = [0] * num_pages
        self.cached = [False] * num_pages
        self.read = [False] * num_pages
        self.bad = []

    def visit(self, slots, found):
        rest = slots
        while rest:
            piece, rest = rest[: self.page_size], rest[self.page_size :]
            page = self.page_at.get(piece[0])
            in_order = all(slot == piece[0] + place for place, slot in enumerate(piece))
            if page is None or not in_order or len(piece) < self.page_size:
                self.bad.append(piece[0])
            else:
                found(page)

    def own(self, page):
        self.owners[page] += 1

    def cache(self, page):
        self.owners[page] += 1
        self.cached[page] = True

    def share(self, page):
        self.read[page] = True


def check_integrity(num_pages, page_size, free, cached, running):
    survey = Survey(num_pages, page_size)
    for slot in free:
        if slot in survey.page_at:
            survey.own(survey.page_at[slot])
        else:
            survey.bad.append(slot)
    for node in cached:
        survey.visit(node, survey.cache)
    for row, cached_len in running:
        survey.visit(row[:cached_len], survey.share)
        survey.visit(row[cached_len:], survey.own)
    pages = range(num_pages)
    return Findings(
        [page for page in pages if not survey.owners[page]],
        [page for page in pages if survey.owners[page] >= 2],
        [page for page in pages if survey.read[page] and not survey.cached[page]],
        sorted(set(survey.bad)),
    )
