"""Which node of a prefix tree goes next: four policies, and an order kept without a walk.

A policy gives each node a rank, the smallest goes first. Ranks may grow while a node waits, but
never fall; that is all that the order asks of a policy.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from minisgl.utils import Registry

if TYPE_CHECKING:
    from .radix_cache import RadixTreeNode


class Usage:
    """What a policy may ask about a run of cached tokens. Times are operations of the cache.

    Attributes:
        born: when the tokens were cached.
        timestamp: when they were used last.
        hits: how many operations used them, the one that cached them included.
        priority: the highest that an insertion gave them.
    """

    __slots__ = ("born", "hits", "priority", "timestamp")

    def __init__(self, now: int) -> None:
        self.born = self.timestamp = now
        self.hits = 1
        self.priority = 0

    def use(self, now: int) -> None:
        self.timestamp = now
        self.hits += 1

    def absorb(self, other: Usage) -> None:
        """Count the uses of ``other`` as this one's too."""
        self.timestamp = max(self.timestamp, other.timestamp)
        self.hits += other.hits
        self.priority = max(self.priority, other.priority)


class Cut(Usage):
    """A place in a node where uses ended: those of the tokens before it, but not of the rest.

    Attributes:
        end: tokens from the start of the prompt to the cut.
    """

    __slots__ = ("end",)

    def __init__(self, end: int, now: int) -> None:
        super().__init__(now)
        self.end = end


Rank = Any  # a number, or a tuple of numbers of one length for all nodes
EvictionPolicy = Callable[[Usage], Rank]
EVICTION_POLICIES: Registry[EvictionPolicy] = Registry("eviction policy")


@EVICTION_POLICIES.register("lru")
def least_recently_used(usage: Usage) -> Rank:
    return usage.timestamp


@EVICTION_POLICIES.register("lfu")
def least_frequently_used(usage: Usage) -> Rank:
    return usage.hits, usage.timestamp


@EVICTION_POLICIES.register("fifo")
def first_in_first_out(usage: Usage) -> Rank:
    return usage.born


@EVICTION_POLICIES.register("priority")
def lowest_priority(usage: Usage) -> Rank:
    return usage.priority, usage.timestamp


class EvictionOrder:
    """The nodes that may go, each once, the next one first.

    Using, locking and unlocking a node, or hanging a child below it, changes nothing here: an entry
    is looked at again when its turn comes. If its node cannot go then, it is dropped; if the node's
    rank has grown, it is put back. So an eviction pays once for each use since the node was looked
    at last, whoever used it how often, and there are never more entries than nodes.

    Most nodes come with a rank above all others, a new leaf under LRU always: for them a queue is
    enough, which costs the same at any size. The rest, such as a parent whose last child has gone,
    waits in a heap. The next one is at the head of the one or of the other.
    """

    def __init__(self, policy: EvictionPolicy) -> None:
        self._policy = policy
        self._in_turn: deque[tuple[Rank, int, RadixTreeNode]] = deque()
        self._late: list[tuple[Rank, int, RadixTreeNode]] = []

    def __len__(self) -> int:
        return len(self._in_turn) + len(self._late)

    def add(self, node: RadixTreeNode) -> None:
        """A node may go from now on."""
        if not node.queued:
            node.queued = True
            self._put(node)

    def pop(self) -> RadixTreeNode:
        """Take out the node that goes next; of equal ranks the one that was made first.

        Raises:
            IndexError: if no node may go.
        """
        while True:
            rank, _, node = self._next()
            if not node.is_evictable():
                node.queued = False
            elif rank != self._policy(node):
                self._put(node)
            else:
                node.queued = False
                return node

    def _put(self, node: RadixTreeNode) -> None:
        entry = self._policy(node), node.uid, node
        if not self._in_turn or self._in_turn[-1] < entry:
            self._in_turn.append(entry)
        else:
            heapq.heappush(self._late, entry)

    def _next(self) -> tuple[Rank, int, RadixTreeNode]:
        if self._late and (not self._in_turn or self._late[0] < self._in_turn[0]):
            return heapq.heappop(self._late)
        return self._in_turn.popleft()
