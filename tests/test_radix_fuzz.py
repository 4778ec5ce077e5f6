"""Any sequence of operations on the radix cache, beside a model that knows no tree.

The model keeps a set of prefixes, those at which a node would end, and looks everything else up by
comparing prefixes. It predicts every length, every slot and the exact order of eviction.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

import pytest
import torch
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache import BaseCacheHandle
from minisgl.kvcache.radix_cache import RadixCacheHandle, RadixPrefixCache

Prefix = tuple[int, ...]
# Two tokens, and runs of a few pages: prefixes meet, part and end within each other all the time.
# (Tuples cut short, for Hypothesis prefers short lists, and a tree of short runs has few leaves.)
PAGES = st.tuples(*[st.integers(0, 1)] * 5)
SELDOM = st.integers(0, 3).map(lambda number: number == 3)
CUT = st.integers(0, 80)  # how much of the five pages is left out


def row(values: Prefix | list[int]) -> torch.Tensor:
    return torch.tensor(list(values), dtype=torch.int32)


@dataclass
class End:
    """A prefix at which a node ends: when it was used last, and when it was made."""

    used: int
    made: int


@dataclass
class Model:
    """What a prefix cache with node-wise LRU eviction must do."""

    page_size: int
    ends: dict[Prefix, End] = field(default_factory=dict)
    slots: dict[Prefix, int] = field(default_factory=dict)  # of the last token of each prefix
    locked: list[Prefix] = field(default_factory=list)
    clock: int = 0
    nodes: int = 0

    def cached(self, ids: Prefix) -> Prefix:
        """The longest cached prefix in whole pages."""
        length = 0
        while length + self.page_size <= len(ids) and ids[: length + self.page_size] in self.slots:
            length += self.page_size
        return ids[:length]

    def match(self, ids: Prefix) -> Prefix:
        self.clock += 1
        found = self.cached(ids)
        if found and found not in self.ends:
            self.nodes += 1
            self.ends[found] = End(self.clock, self.nodes)
        for end, state in self.ends.items():
            if found[: len(end)] == end:
                state.used = self.clock
        return found

    def insert(self, ids: Prefix, slots: list[int]) -> tuple[Prefix, Prefix]:
        whole = ids[: len(ids) // self.page_size * self.page_size]
        found = self.match(whole)
        if len(found) < len(whole):
            self.nodes += 1
            self.ends[whole] = End(self.clock, self.nodes)
            for i in range(len(found), len(whole)):
                self.slots[whole[: i + 1]] = slots[i]
        return found, whole

    def is_locked(self, prefix: Prefix) -> bool:
        return any(lock[: len(prefix)] == prefix for lock in self.locked)

    def sizes(self) -> tuple[int, int]:
        protected = sum(self.is_locked(prefix) for prefix in self.slots)
        return len(self.slots) - protected, protected

    def parent(self, end: Prefix) -> Prefix:
        shorter = [one for one in self.ends if one != end and end[: len(one)] == one]
        return max(shorter, key=len, default=())

    def leaves(self) -> list[Prefix]:
        """What could go next: the ends that nobody holds and nothing follows."""
        inner = {self.parent(end) for end in self.ends}
        return [end for end in self.ends if end not in inner and not self.is_locked(end)]

    def evict(self, size: int) -> list[int]:
        gone: list[int] = []
        while len(gone) < size:
            end = min(self.leaves(), key=lambda one: (self.ends[one].used, self.ends[one].made))
            start = len(self.parent(end))
            del self.ends[end]
            gone += [self.slots.pop(end[: i + 1]) for i in range(start, len(end))]
        return gone


class RadixMachine(RuleBasedStateMachine):
    """Every rule does one thing to both, and compares what they say."""

    page_size = 1
    telling_evictions = 0  # those in which the oldest leaf is not the one that was made first

    def __init__(self) -> None:
        super().__init__()
        reset_global_ctx()
        set_global_ctx(Context(page_size=self.page_size))
        self.cache = RadixPrefixCache(torch.device("cpu"))
        self.model = Model(self.page_size)
        self.handles: list[tuple[RadixCacheHandle, Prefix]] = []
        self.let_go: list[tuple[RadixCacheHandle, Prefix, End | None]] = []
        self.next_slot = count()

    def tokens(self, pages: Prefix, cut: int) -> Prefix:
        """Pages of equal tokens, and a last one that may be short."""
        ids = [token for token in pages for _ in range(self.page_size)]
        return tuple(ids[: len(ids) - cut % (len(ids) + 1)])

    @initialize(rows=st.lists(st.tuples(PAGES, CUT), min_size=3, max_size=8))
    def grow(self, rows: list[tuple[Prefix, int]]) -> None:
        """To begin with a tree that has something to evict."""
        for pages, cut in rows:
            self.insert(pages, cut, lock=False)

    @rule(pages=PAGES, cut=CUT, lock=SELDOM)
    def match(self, pages: Prefix, cut: int, lock: bool) -> None:
        self._match(self.tokens(pages, cut), lock)

    @precondition(lambda self: self.model.ends)
    @rule(choice=st.integers(0, 99), lock=SELDOM)
    def match_what_is_there(self, choice: int, lock: bool) -> None:
        """Hits of whole nodes, which chance alone seldom makes: they change the order of use."""
        self._match(list(self.model.ends)[choice % len(self.model.ends)], lock)

    def _match(self, ids: Prefix, lock: bool) -> None:
        handle = self.cache.match_prefix(row(ids)).cuda_handle
        found = self.model.match(ids)
        assert handle.cached_len == len(found)
        expected = [self.model.slots[found[: i + 1]] for i in range(len(found))]
        assert handle.get_matched_indices().tolist() == expected
        self._keep(handle, found, lock)

    @rule(pages=PAGES, cut=CUT, lock=SELDOM)
    def insert(self, pages: Prefix, cut: int, lock: bool) -> None:
        ids = self.tokens(pages, cut)
        slots = [next(self.next_slot) for _ in ids]
        own_ids, own_slots = row(ids), row(slots)
        result = self.cache.insert_prefix(own_ids, own_slots)
        own_ids.fill_(-1)  # the caller's rows are the caller's again
        own_slots.fill_(-1)
        found, whole = self.model.insert(ids, slots)
        assert (result.cached_len, result.handle.cached_len) == (len(found), len(whole))
        self._keep(result.handle, whole, lock)

    def _keep(self, handle: BaseCacheHandle, prefix: Prefix, lock: bool) -> None:
        assert isinstance(handle, RadixCacheHandle)
        if lock:
            self.cache.lock_handle(handle)
            self.handles.append((handle, prefix))
            self.model.locked.append(prefix)
        else:
            self.let_go.append((handle, prefix, self.model.ends.get(prefix)))

    @precondition(lambda self: self.handles)
    @rule(choice=st.integers(0, 99))
    def unlock(self, choice: int) -> None:
        handle, prefix = self.handles.pop(choice % len(self.handles))
        self.cache.lock_handle(handle, unlock=True)
        self.model.locked.remove(prefix)
        if prefix and prefix not in self.model.locked:
            with pytest.raises(RuntimeError, match="not locked"):
                self.cache.lock_handle(handle, unlock=True)
        self._keep(handle, prefix, lock=False)

    @precondition(lambda self: self.let_go)
    @rule(choice=st.integers(0, 99))
    def lock_again(self, choice: int) -> None:
        """A handle from before works as long as its very node is there, however it was split. The
        same prefix, evicted and inserted anew, is another node."""
        handle, prefix, end = self.let_go.pop(choice % len(self.let_go))
        if self.model.ends.get(prefix) is end:
            self._keep(handle, prefix, lock=True)
            return
        with pytest.raises(RuntimeError, match="was evicted"):
            self.cache.lock_handle(handle)

    @precondition(lambda self: self.model.sizes()[0] > 0)
    @rule(choice=st.integers(0, 999))
    def evict(self, choice: int) -> None:
        """Mostly a part of what could go, so that it matters who goes first."""
        evictable = self.model.sizes()[0]
        with pytest.raises(RuntimeError, match="cannot evict"):
            self.cache.evict(evictable + 1)
        size = 1 + choice % evictable
        leaves = self.model.leaves()
        by_use = min(leaves, key=lambda end: self.model.ends[end].used)
        by_making = min(leaves, key=lambda end: self.model.ends[end].made)
        type(self).telling_evictions += by_use != by_making
        assert self.cache.evict(size).tolist() == self.model.evict(size)

    @precondition(lambda self: not self.handles)
    @rule()
    def reset(self) -> None:
        self.cache.reset()
        self.model.ends.clear()
        self.model.slots.clear()

    @invariant()
    def sizes_and_slots_are_the_models(self) -> None:
        self.cache.check_integrity()
        assert tuple(self.cache.size_info) == self.model.sizes()
        slots = [slot for node in self.cache._all_nodes() for slot in node.value.tolist()]
        assert sorted(slots) == sorted(self.model.slots.values())

    @invariant()
    def locked_handles_keep_their_slots(self) -> None:
        for handle, prefix in self.handles:
            expected = [self.model.slots[prefix[: i + 1]] for i in range(len(prefix))]
            assert handle.get_matched_indices().tolist() == expected

    @invariant()
    def counts_are_the_locks_that_end_here_and_below(self) -> None:
        for node in self.cache._all_nodes():
            own = sum(handle.path()[:1] == [node] for handle, _ in self.handles)
            assert node.ref_count == own + node.locks_below()


@pytest.mark.parametrize("page_size", [1, 2, 4, 16])
def test_any_sequence_of_operations_is_as_the_model_says(page_size: int) -> None:
    class Machine(RadixMachine):
        pass

    Machine.page_size = page_size
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=300,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            database=None,
        ),
    )
    assert Machine.telling_evictions >= 5, "the order of eviction was hardly put to the test"
