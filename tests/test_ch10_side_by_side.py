"""Chapter 10: chapter 9's plain tree and this one, given the same operations, say the same.

Every length, every slot, both sizes, what is refused, and the exact order in which nodes go.
"""

from __future__ import annotations

from typing import Any

import pytest
import torch
from conftest import REPOSITORY
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from steplib.forms import load_form
from steplib.tree import Course

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache

PLAIN = load_form(
    Course(REPOSITORY), 9, "minisgl/kernel/torch_ops.py", "minisgl/kvcache/radix_cache.py"
)
Answer = tuple[Any, ...]
# Runs of equal tokens, cut short or gone on with: prompts meet, part and end within each other.
PROMPTS = st.tuples(st.lists(st.integers(0, 1), min_size=1, max_size=6), st.integers(0, 40))
CHOICE = st.integers(0, 999)


class SideBySide(RuleBasedStateMachine):
    """Handles are pairs, the plain tree's and this one's, whether they are locked or not."""

    page_size = 1
    refusals = evictions = deferred = 0

    def __init__(self) -> None:
        super().__init__()
        reset_global_ctx()
        set_global_ctx(Context(page_size=self.page_size))
        device = torch.device("cpu")
        self.caches: list[Any] = [PLAIN.RadixPrefixCache(device), RadixPrefixCache(device)]
        self.handles: list[list[Any]] = []
        self.slots = 0

    def row(self, prompt: tuple[list[int], int]) -> torch.Tensor:
        runs, cut = prompt
        ids = [token for token in runs for _ in range(self.page_size)]
        return torch.tensor(ids[: len(ids) - cut % (len(ids) + 1)], dtype=torch.int32)

    def both(self, *works: Any) -> list[Any]:
        """What each of the two says, if they say the same; an error is an answer too."""
        said: list[Any] = []
        for work in works:
            try:
                said.append(work())
            except RuntimeError as error:
                said.append(error)
        if isinstance(said[0], RuntimeError):
            type(self).refusals += 1
            assert [str(error) for error in said] == [str(said[0])] * 2
            return []
        return said

    def keep(self, handles: list[Any]) -> None:
        one, two = handles
        assert one.cached_len == two.cached_len
        assert one.get_matched_indices().tolist() == two.get_matched_indices().tolist()
        self.handles.append(handles)

    @rule(prompt=PROMPTS)
    def match(self, prompt: tuple[list[int], int]) -> None:
        ids = self.row(prompt)
        self.keep([cache.match_prefix(ids).cuda_handle for cache in self.caches])

    @rule(prompt=PROMPTS)
    def insert(self, prompt: tuple[list[int], int]) -> None:
        ids = self.row(prompt)
        slots = torch.arange(self.slots, self.slots + len(ids), dtype=torch.int32)
        self.slots += len(ids)
        results = [cache.insert_prefix(ids, slots) for cache in self.caches]
        assert results[0].cached_len == results[1].cached_len
        self.keep([result.handle for result in results])

    @precondition(lambda self: self.handles)
    @rule(choice=CHOICE, unlock=st.booleans())
    def lock(self, choice: int, unlock: bool) -> None:
        """Any handle there ever was, also one that is worthless or not locked."""
        pair = self.handles[-1 - choice % len(self.handles)]
        one, two = zip(self.caches, pair, strict=True)
        self.both(
            lambda: one[0].lock_handle(one[1], unlock), lambda: two[0].lock_handle(two[1], unlock)
        )

    @precondition(lambda self: self.caches[0].evictable_size > 0)
    @rule(choice=CHOICE)
    def evict(self, choice: int) -> None:
        size = 1 + choice % (self.caches[0].evictable_size + 1)
        type(self).evictions += 1
        type(self).deferred += any(node.cuts for node in self.caches[1]._all_nodes())
        said = self.both(*[lambda cache=cache: cache.evict(size) for cache in self.caches])
        if said:
            assert said[0].tolist() == said[1].tolist()

    @invariant()
    def they_say_the_same(self) -> None:
        plain, scaled = self.caches
        scaled.check_integrity()
        assert tuple(plain.size_info) == tuple(scaled.size_info)
        for one, two in self.handles[-8:]:
            said = self.both(one.get_matched_indices, two.get_matched_indices)
            if said:
                assert said[0].tolist() == said[1].tolist()

    @invariant()
    def it_has_no_more_nodes_and_no_more_entries(self) -> None:
        plain, scaled = ([*cache._all_nodes()] for cache in self.caches)
        assert len(scaled) <= len(plain)
        assert len(scaled) + sum(len(node.cuts) for node in scaled) == len(plain)
        assert len(self.caches[1]._order) <= len(scaled)


@pytest.mark.parametrize("page_size", [1, 2, 4, 16])
def test_both_say_the_same_whatever_is_done(page_size: int) -> None:
    class Machine(SideBySide):
        pass

    Machine.page_size = page_size
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=150,
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
            database=None,
        ),
    )
    assert Machine.refusals > 50, "hardly anything was refused"
    assert Machine.evictions > 100, "hardly anything was evicted"
    assert Machine.deferred > 30, "hardly any cut waited when something was evicted"
