"""Chapter 8: pages, from the free list to a row and back, and the check that none is lost."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from desk import Desk
from helpers import t

PAGE_SIZES = [1, 2, 4, 16]


def test_a_page_is_known_by_its_first_slot() -> None:
    assert Desk(num_pages=3, page_size=4).free == [0, 4, 8]


def test_a_row_holds_every_slot_of_its_pages_in_order() -> None:
    """Five tokens are two pages of four; the row already knows where the next three will go."""
    desk = Desk(num_pages=4, page_size=4)
    desk.manager.free_slots = t(12, 4, 0, 8)
    req = desk.admit(0, [1, 2, 3, 4, 5])
    desk.manager.allocate_paged([req])
    assert desk.row(req, 9) == [12, 13, 14, 15, 4, 5, 6, 7, -1]
    assert desk.free == [0, 8]


def test_requests_of_a_batch_get_pages_of_their_own() -> None:
    desk = Desk(num_pages=4, page_size=2)
    first, second = desk.admit(0, [1, 2, 3]), desk.admit(1, [1])
    desk.manager.allocate_paged([first, second])
    assert desk.row(first, 4) == [0, 1, 2, 3]
    assert desk.row(second, 2) == [4, 5]
    desk.check()


def test_a_new_page_is_taken_only_when_the_last_is_full() -> None:
    """Fails if each decoded token takes a page, or if the first token past a page has none."""
    desk = Desk(num_pages=4, page_size=4)
    req = desk.admit(0, [1, 2, 3], max_tokens=8)
    pages_free = []
    for _ in range(7):  # computes 3, 4, 5 … 9 tokens
        desk.compute(req)
        pages_free.append(len(desk.free))
        desk.check()
    assert pages_free == [3, 3, 2, 2, 2, 2, 1]
    assert desk.row(req, 12) == list(range(12))


@pytest.mark.parametrize("page_size", PAGE_SIZES)
def test_missing_size_is_what_a_request_may_still_ask_for(page_size: int) -> None:
    """Held and missing add up to the pages of its whole life, at every step of it."""
    desk = Desk(num_pages=64, page_size=page_size)
    req = desk.admit(0, range(7), max_tokens=20)
    whole_life = -(-27 // page_size) * page_size
    for _ in range(20):
        desk.compute(req)
        held = (desk.manager.num_pages - len(desk.free)) * page_size
        assert desk.manager.missing_size(req) == whole_life - held
    assert desk.manager.missing_size(req) < page_size + 1
    desk.finish(req)
    desk.check()


def test_a_cached_prefix_counts_as_held() -> None:
    desk = Desk(num_pages=16, page_size=2)
    desk.run_whole(0, [1, 2, 3, 4, 5])
    req = desk.admit(1, [1, 2, 3, 4, 5], max_tokens=4)
    assert req.cached_len == 4
    assert desk.manager.missing_size(req) == 10 - 4


def test_an_allocation_that_cannot_be_met_changes_nothing() -> None:
    """Fails if the first request of the batch has got its pages when the second gets none."""
    desk = Desk(num_pages=3, page_size=2)
    first, second = desk.admit(0, [1, 2]), desk.admit(1, [1, 2, 3, 4, 5])
    with pytest.raises(RuntimeError, match="cannot evict 2 of 0 tokens"):
        desk.manager.allocate_paged([first, second])
    assert desk.free == [0, 2, 4]
    assert desk.row(first, 2) == [-1, -1]
    desk.check()
    desk.compute(first)
    desk.check()


# --- integrity -----------------------------------------------------------------------------------


def lose_a_page(desk: Desk) -> None:
    desk.manager.free_slots = desk.manager.free_slots[1:]


def free_a_page_twice(desk: Desk) -> None:
    desk.manager.free_slots = torch.cat([desk.manager.free_slots[1:], desk.manager.free_slots[-1:]])


def free_a_running_page(desk: Desk) -> None:
    own = desk.manager.page_table[0, :1]
    desk.manager.free_slots = torch.cat([desk.manager.free_slots[1:], own])


def free_half_a_page(desk: Desk) -> None:
    desk.manager.free_slots = desk.manager.free_slots + 1


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lose_a_page, "5 free, 0 cached and 2 running pages are not the 8 of the pool"),
        (free_a_page_twice, "in two places"),
        (free_a_running_page, "in two places"),
        (free_half_a_page, "misaligned"),
    ],
)
def test_the_check_finds_pages_that_are_not_where_they_should_be(damage: Any, message: str) -> None:
    desk = Desk(num_pages=8, page_size=2)
    desk.compute(desk.admit(0, [1, 2, 3]))
    desk.check()
    damage(desk)
    with pytest.raises(RuntimeError, match=message):
        desk.manager.check_integrity(desk.running)


def test_a_request_that_is_forgotten_is_a_leak() -> None:
    desk = Desk(num_pages=8, page_size=2)
    desk.compute(desk.admit(0, [1, 2, 3]))
    with pytest.raises(RuntimeError, match="6 free, 0 cached and 0 running pages"):
        desk.manager.check_integrity([])


def test_the_check_looks_into_the_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails if only the counts are compared: a damaged tree may have the right size."""
    desk = Desk(num_pages=2)

    def damaged() -> None:
        raise RuntimeError("the tree is damaged")

    monkeypatch.setattr(desk.cache, "check_integrity", damaged)
    with pytest.raises(RuntimeError, match="the tree is damaged"):
        desk.manager.check_integrity()
