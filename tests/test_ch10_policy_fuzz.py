"""Chapter 10: any sequence of operations under each policy, beside a model that knows no tree.

The model of ``test_radix_fuzz`` keeps the ends of nodes. Here each cached prefix also has its own
uses: those of every operation that reached its last token. A node ranks as the prefix it ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
import torch
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from test_radix_fuzz import Model, Prefix, row

from minisgl.core import Context, reset_global_ctx, set_global_ctx
from minisgl.kvcache.eviction import EVICTION_POLICIES
from minisgl.kvcache.radix_cache import RadixCacheHandle, RadixPrefixCache

TOKENS = st.lists(st.integers(0, 1), min_size=1, max_size=6).map(tuple)
CHOICE = st.integers(0, 99)


@dataclass
class Uses:
    """Of one prefix."""

    born: int
    used: int
    hits: int = 0
    priority: int = 0


RANKS = {
    "lru": lambda uses: (uses.used,),
    "lfu": lambda uses: (uses.hits, uses.used),
    "fifo": lambda uses: (uses.born,),
    "priority": lambda uses: (uses.priority, uses.used),
}


@dataclass
class PolicyModel(Model):
    """The model with uses by prefix, and a policy."""

    policy: str = "lru"
    uses: dict[Prefix, Uses] = field(default_factory=dict)

    def use(self, whole: Prefix, priority: int) -> None:
        for end in range(1, len(whole) + 1):
            uses = self.uses.setdefault(whole[:end], Uses(self.clock, self.clock))
            uses.used, uses.hits = self.clock, uses.hits + 1
            uses.priority = max(uses.priority, priority)

    def next_out(self) -> Prefix:
        rank = RANKS[self.policy]
        return min(self.leaves(), key=lambda end: (*rank(self.uses[end]), self.ends[end].made))

    def evict(self, size: int) -> list[int]:
        gone: list[int] = []
        while len(gone) < size:
            end = self.next_out()
            start = len(self.parent(end))
            del self.ends[end]
            for length in range(start + 1, len(end) + 1):
                gone.append(self.slots.pop(end[:length]))
                del self.uses[end[:length]]
        return gone


class PolicyMachine(RuleBasedStateMachine):
    policy = "lru"
    unlike_lru = 0  # evictions in which LRU would have begun with another node

    def __init__(self) -> None:
        super().__init__()
        reset_global_ctx()
        set_global_ctx(Context(page_size=1))
        self.cache = RadixPrefixCache(torch.device("cpu"), policy=self.policy)
        self.model = PolicyModel(page_size=1, policy=self.policy)
        self.handles: list[tuple[RadixCacheHandle, Prefix]] = []
        self.slots = 0

    @rule(ids=TOKENS, lock=st.booleans())
    def match(self, ids: Prefix, lock: bool) -> None:
        handle = self.cache.match_prefix(row(ids)).cuda_handle
        found = self.model.match(ids)
        self.model.use(found, 0)
        assert handle.cached_len == len(found)
        if lock and found:
            assert isinstance(handle, RadixCacheHandle)
            self.cache.lock_handle(handle)
            self.handles.append((handle, found))
            self.model.locked.append(found)

    @rule(ids=TOKENS, priority=st.integers(0, 2))
    def insert(self, ids: Prefix, priority: int) -> None:
        slots = list(range(self.slots, self.slots + len(ids)))
        self.slots += len(ids)
        result = self.cache.insert_prefix(row(ids), row(slots), priority=priority)
        found, whole = self.model.insert(ids, slots)
        self.model.use(whole, priority)
        assert (result.cached_len, result.handle.cached_len) == (len(found), len(whole))

    @precondition(lambda self: self.handles)
    @rule(choice=CHOICE)
    def unlock(self, choice: int) -> None:
        handle, prefix = self.handles.pop(choice % len(self.handles))
        self.cache.lock_handle(handle, unlock=True)
        self.model.locked.remove(prefix)

    @precondition(lambda self: self.model.sizes()[0] > 0)
    @rule(choice=CHOICE)
    def evict(self, choice: int) -> None:
        oldest = min(self.model.leaves(), key=lambda end: self.model.uses[end].used)
        type(self).unlike_lru += self.model.next_out() != oldest
        size = 1 + choice % self.model.sizes()[0]
        assert self.cache.evict(size).tolist() == self.model.evict(size)

    @invariant()
    def the_books_are_right(self) -> None:
        self.cache.check_integrity()
        assert tuple(self.cache.size_info) == self.model.sizes()

    @invariant()
    def every_node_has_the_uses_of_the_prefix_that_it_ends(self) -> None:
        for node in self.cache._all_nodes():
            prefix = self.prefix_of(node)
            uses = self.model.uses[prefix]
            assert (node.born, node.hits, node.priority) == (uses.born, uses.hits, uses.priority)
            assert node.timestamp == uses.used

    def prefix_of(self, node) -> Prefix:  # type: ignore[no-untyped-def]
        above = () if node.parent.is_root() else self.prefix_of(node.parent)
        return (*above, *node.key.tolist())


@pytest.mark.parametrize("policy", EVICTION_POLICIES.names)
def test_each_policy_evicts_as_the_model_says(policy: str) -> None:
    class Machine(PolicyMachine):
        pass

    Machine.policy = policy
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=250,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            database=None,
        ),
    )
    # How often depends on what else was imported: Hypothesis draws constants of loaded modules.
    assert policy == "lru" or Machine.unlike_lru > 0, "LRU would have done the same"
