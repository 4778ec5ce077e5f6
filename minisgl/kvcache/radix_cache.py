"""The radix cache at scale: a prefix tree over token ids whose costs do not grow with the tree.

It answers as chapter 9's plain form does, and under LRU it evicts exactly what that evicts. Three
things are done otherwise:

- **An order in place of a walk.** Who is evicted next is read off an order (``eviction.py``).
- **Deferred cuts.** A match that ends inside a node must not refresh the rest of it. It does not
  split the node, it notes how far it came: a cut (``Cut``). The split is made when the two parts
  must be told apart: when one is locked, evicted, or continued otherwise. So reads alone make no
  nodes, and a full match compares one run however many matches ended within it. A cut costs a few
  words, and no run has more of them than pages. (mini-sglang and SGLang split at once, and a run
  that was read in many lengths stays in pieces. To merge pieces again would copy whole runs, and
  take away nodes in which handles end.)
- **Bytes in place of tensors.** Keys and slots are kept as bytes, on the host. A prompt becomes
  bytes once, and a tensor is made only of what an operation gives back. (Slots of a GPU are copied
  to the host for that, and back when a row of the page table takes them.)

Invariants:

1. Keys are whole pages, never empty; siblings differ in their first page.
2. A node's ``ref_count`` is the number of its own locks, those on handles that end in it, plus the
   counts of its children. A locked handle ends where its node ends.
3. ``evictable_size`` and ``protected_size`` are the tokens of nodes with ref_count 0 and above 0.
4. The tree owns its keys and slots: nobody else's tensor shares their memory.
5. Cuts lie inside their node, in order. Every node that may be evicted is in the order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

import torch

from minisgl.core import get_global_ctx
from minisgl.kernel.torch_ops import ITEM_BYTES, fast_compare_key, row_from_bytes, row_to_bytes
from minisgl.utils import align_down

from .base import BaseCacheHandle, BasePrefixCache, InsertResult, MatchResult, SizeInfo
from .eviction import EVICTION_POLICIES, Cut, EvictionOrder, Usage

KeyFn = Callable[[bytes, int], Hashable]
END_OF_CUT = attrgetter("end")


def make_key_fn(page_size: int) -> KeyFn:
    """What a child is filed under: the page of a row that begins at a byte."""
    page_bytes = page_size * ITEM_BYTES
    return lambda ids, start: ids[start : start + page_bytes]


class RadixTreeNode(Usage):
    """A run of tokens, the slots of their KV, and what follows.

    As ``Usage`` it tells the uses of the whole run; those of a part are in ``cuts``.

    Attributes:
        children: by their first page.
        own_locks: locks on handles that end in this node.
        ref_count: locks on this node and below.
        uid: the order in which nodes were made, which breaks ties.
        start, end: tokens from the start of the prompt to this run, and to its end.
        queued: whether the eviction order has it.
        evicted: whether it was taken out of the tree; handles that end in it are worthless.
    """

    __slots__ = (
        "_parent", "children", "cuts", "end", "evicted", "key_bytes", "key_fn", "length",
        "own_locks", "queued", "ref_count", "slot_bytes", "start", "uid",
    )  # fmt: skip

    def __init__(
        self, key_fn: KeyFn, timestamp: int, uid: int, key: bytes = b"", slots: bytes = b""
    ) -> None:
        # Making a node is much of what an insertion costs: what Usage and set_key_value would do is
        # written out.
        self.born = self.timestamp = timestamp
        self.hits = 1
        self.priority = self.own_locks = self.ref_count = 0
        self.key_fn = key_fn
        self.uid = uid
        self.children: dict[Hashable, RadixTreeNode] = {}
        self.cuts: list[Cut] = []
        self.queued = self.evicted = False
        self._parent: RadixTreeNode | None = None
        self.start = self.end = 0
        self.key_bytes, self.slot_bytes = key, slots
        self.length = len(key) // ITEM_BYTES

    def set_key_value(self, key: bytes, slots: bytes) -> None:
        assert len(key) == len(slots) > 0, "a node holds one slot for each of its tokens"
        self.key_bytes, self.slot_bytes = key, slots
        self.length = len(key) // ITEM_BYTES

    def set_parent(self, parent: RadixTreeNode) -> None:
        """Hang this node below ``parent``, in the place of a child with the same first page."""
        self._parent = parent
        self.start, self.end = parent.end, parent.end + self.length
        parent.children[self.key_fn(self.key_bytes, 0)] = self

    @property
    def key(self) -> torch.Tensor:
        return row_from_bytes([self.key_bytes])

    @property
    def value(self) -> torch.Tensor:
        return row_from_bytes([self.slot_bytes])

    @property
    def parent(self) -> RadixTreeNode:
        assert self._parent is not None, "the root has no parent"
        return self._parent

    def is_root(self) -> bool:
        return self._parent is None

    def is_evictable(self) -> bool:
        """Only leaves may go: without an inner node its children would be out of reach."""
        return not self.children and self.ref_count == 0 and self._parent is not None

    def locks_below(self) -> int:
        """Locks on handles that end below this node."""
        return sum(child.ref_count for child in self.children.values())

    def use_until(self, end: int, now: int) -> Cut:
        """A use ended inside this node: note how far it came."""
        place = bisect_left(self.cuts, end, key=END_OF_CUT)
        if place < len(self.cuts) and self.cuts[place].end == end:
            self.cuts[place].use(now)
        else:
            self.cuts.insert(place, Cut(end, now))
        return self.cuts[place]

    def split_at(self, pos: int, uid: int) -> RadixTreeNode:
        """Cut this node in two and return the new first part, tokens [0, pos).

        The node itself becomes the second part, so locked handles that end in it still end where
        they did; every lock on it went through the first part too, which takes over the count. The
        first part was also used by all that came at least as far as ``pos``.
        """
        assert 0 < pos < self.length
        at, key, slots = pos * ITEM_BYTES, self.key_bytes, self.slot_bytes
        first = RadixTreeNode(self.key_fn, self.timestamp, uid, key[:at], slots[:at])
        first.born, first.hits, first.priority = self.born, self.hits, self.priority
        first.ref_count = self.ref_count
        if self.cuts:
            self._share_cuts(first, self.start + pos)
        first.set_parent(self.parent)
        self.set_key_value(key[at:], slots[at:])
        self.set_parent(first)
        return first

    def _share_cuts(self, first: RadixTreeNode, end: int) -> None:
        """Give the part up to ``end`` its uses and its cuts; one at ``end`` itself is made now."""
        place = bisect_left(self.cuts, end, key=END_OF_CUT)
        for cut in self.cuts[place:]:
            first.absorb(cut)
        first.cuts = self.cuts[:place]
        self.cuts = [cut for cut in self.cuts[place:] if cut.end > end]

    def __repr__(self) -> str:
        return f"RadixTreeNode({self.key.tolist()} -> {self.value.tolist()}, {self.ref_count=})"


@dataclass(eq=False)
class RadixCacheHandle(BaseCacheHandle):
    """A prefix that ends in ``node``, perhaps before its end, or above if that was split since."""

    node: RadixTreeNode

    def path(self) -> list[RadixTreeNode]:
        """The node in which the prefix ends and all above it, the root excepted.

        Raises:
            RuntimeError: if the prefix was evicted since the handle was given out.
        """
        node = self.node
        while node.start >= self.cached_len and not node.is_root():
            node = node.parent
        if node.evicted:
            raise RuntimeError("the handle's prefix was evicted: match it again")
        path = []
        while not node.is_root():
            path.append(node)
            node = node.parent
        return path

    def get_matched_indices(self) -> torch.Tensor:
        path = self.path()
        parts = [node.slot_bytes for node in reversed(path)]
        if path and self.cached_len < path[0].end:
            parts[-1] = parts[-1][: (self.cached_len - path[0].start) * ITEM_BYTES]
        return row_from_bytes(parts)


class RadixPrefixCache(BasePrefixCache):
    """The tree, its clock and its counters. The page size is that of the global context.

    Recency is counted in operations, not read from a clock on the wall, so that the same operations
    evict the same nodes on every machine and on every rank.

    Args:
        policy: a name in ``EVICTION_POLICIES``.
    """

    def __init__(self, device: torch.device, policy: str = "lru") -> None:
        self.device = device
        self.page_size = get_global_ctx().page_size
        self.key_fn = make_key_fn(self.page_size)
        self._clock = 0
        self._nodes_made = 0
        self.root_node = RadixTreeNode(self.key_fn, timestamp=0, uid=0)
        self._order = EvictionOrder(EVICTION_POLICIES[policy])
        self.evictable_size = 0
        self.protected_size = 0

    def reset(self) -> None:
        if self.protected_size > 0:
            raise RuntimeError(f"cannot reset: {self.protected_size} tokens are locked")
        self.evict(self.evictable_size)

    @property
    def size_info(self) -> SizeInfo:
        return SizeInfo(self.evictable_size, self.protected_size)

    def match_prefix(self, input_ids: torch.Tensor) -> MatchResult:
        node, matched_len = self._tree_walk(row_to_bytes(input_ids))
        if matched_len < node.end:
            node.use_until(matched_len, self._clock)
        return MatchResult(RadixCacheHandle(matched_len, node))

    def insert_prefix(
        self, input_ids: torch.Tensor, indices: torch.Tensor, priority: int = 0
    ) -> InsertResult:
        """As the base class says. The priority, 0 or more, is given to the whole prefix."""
        ids, slots = row_to_bytes(input_ids), row_to_bytes(indices)
        if len(ids) != len(slots):
            raise ValueError(f"{len(input_ids)} tokens, but {len(indices)} slots")
        if priority < 0:
            raise ValueError(f"a priority is 0 or more, not {priority}")
        insert_len = align_down(len(ids) // ITEM_BYTES, self.page_size)
        node, cached_len = self._tree_walk(ids)
        if cached_len < insert_len:
            if cached_len < node.end:  # a fork
                node = self._split(node, cached_len)
                node.use(self._clock)
            begin, end = cached_len * ITEM_BYTES, insert_len * ITEM_BYTES
            key, value = ids[begin:end], slots[begin:end]
            leaf = RadixTreeNode(self.key_fn, self._clock, self._next_uid(), key, value)
            leaf.set_parent(node)
            self.evictable_size += leaf.length
            self._order.add(leaf)
            node = leaf
        if insert_len < node.end:
            cut = node.use_until(insert_len, self._clock)
            cut.priority = max(cut.priority, priority)
            self._prioritize(node.parent, priority)
        elif priority > 0:
            self._prioritize(node, priority)
        return InsertResult(cached_len, RadixCacheHandle(insert_len, node))

    def _tree_walk(self, ids: bytes) -> tuple[RadixTreeNode, int]:
        """Follow a row of tokens down the tree as far as whole pages match.

        Returns the last node reached and the length matched. Whole nodes count as used now. Where
        the match ends inside the last node, the caller says what becomes of its first part.
        """
        self._clock = now = self._clock + 1
        node, at, page = self.root_node, 0, self.page_size * ITEM_BYTES
        # This loop is most of what a match costs: key_fn and use are written out in it. What is
        # left of less than a page, or nothing, is no key of a child.
        while (child := node.children.get(ids[at : at + page])) is not None:
            node, key = child, child.key_bytes
            if not ids.startswith(key, at):
                common = fast_compare_key(key, ids, at) // ITEM_BYTES
                return node, node.start + align_down(common, self.page_size)
            at += len(key)
            node.timestamp = now
            node.hits += 1
        return node, at // ITEM_BYTES

    def _prioritize(self, node: RadixTreeNode, priority: int) -> None:
        """Raise a node and all above it, none of which has ever less."""
        while node.priority < priority and not node.is_root():
            node.priority = priority
            node = node.parent

    def _split(self, node: RadixTreeNode, end: int) -> RadixTreeNode:
        """Make a cut that lies ``end`` tokens from the start of the prompt."""
        return node.split_at(end - node.start, self._next_uid())

    def _next_uid(self) -> int:
        self._nodes_made += 1
        return self._nodes_made

    def lock_handle(self, handle: BaseCacheHandle, unlock: bool = False) -> None:
        assert isinstance(handle, RadixCacheHandle)
        path = handle.path()
        if not path:
            return
        ends_inside = handle.cached_len < path[0].end
        if unlock and (ends_inside or path[0].own_locks == 0):
            raise RuntimeError("the handle is not locked")
        if ends_inside:
            path[0] = self._split(path[0], handle.cached_len)
        path[0].own_locks += -1 if unlock else 1
        for node in path:  # a request needs its whole prefix, not only the last run of it
            if unlock:
                node.ref_count -= 1
                if node.ref_count == 0:
                    self.protected_size -= node.length
                    self.evictable_size += node.length
            else:
                if node.ref_count == 0:
                    self.evictable_size -= node.length
                    self.protected_size += node.length
                node.ref_count += 1
        if path[0].is_evictable():
            self._order.add(path[0])

    def evict(self, size: int) -> torch.Tensor:
        if not 0 <= size <= self.evictable_size:
            raise RuntimeError(f"cannot evict {size} tokens: {self.evictable_size} are evictable")
        evicted: list[bytes] = []
        evicted_size = 0
        while evicted_size < size:
            leaf = self._order.pop()
            if leaf.cuts:  # only what lies behind the last of them is as old as the whole
                self._split(leaf, leaf.cuts[-1].end)
            parent = leaf.parent
            self._remove_leaf(leaf)
            evicted.append(leaf.slot_bytes)
            evicted_size += leaf.length
            if parent.is_evictable():
                self._order.add(parent)
        return row_from_bytes(evicted).to(self.device)

    def _remove_leaf(self, leaf: RadixTreeNode) -> None:
        del leaf.parent.children[self.key_fn(leaf.key_bytes, 0)]
        leaf.evicted = True  # from now on a handle that ends here can be told from a live one
        self.evictable_size -= leaf.length

    def _all_nodes(self) -> Iterator[RadixTreeNode]:
        """Every node but the root, parents first."""
        stack = list(self.root_node.children.values())
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children.values())

    def check_integrity(self) -> None:
        evictable = protected = 0
        slots: set[int] = set()
        for node in self._all_nodes():
            fault = self._find_fault(node)
            if fault is not None:
                raise RuntimeError(f"{node!r}: {fault}")
            slots.update(node.value.tolist())
            if node.ref_count == 0:
                evictable += node.length
            else:
                protected += node.length
        if (evictable, protected) != self.size_info:
            raise RuntimeError(f"sizes are {self.size_info}, the tree has {evictable, protected}")
        if len(slots) != evictable + protected:
            raise RuntimeError("a slot is in the tree twice")

    def _find_fault(self, node: RadixTreeNode) -> str | None:
        """What is wrong with a node and its place in the tree; None if nothing is."""
        if node.length == 0 or node.length % self.page_size != 0:
            return "its key is not made of whole pages"
        if node.parent.children.get(self.key_fn(node.key_bytes, 0)) is not node:
            return "it is not filed under its first page"
        if (node.start, node.end) != (node.parent.end, node.parent.end + node.length):
            return "it does not start where its parent ends, or is of another length"
        if node.ref_count != node.own_locks + node.locks_below():
            return "its count is not that of its own locks and its children's"
        ends = [node.start, *(cut.end for cut in node.cuts), node.end]
        if any(one >= two or one % self.page_size for one, two in pairwise(ends)):
            return "its cuts are not in order, at whole pages"
        if node.is_evictable() and not node.queued:
            return "it may be evicted, but is not in the order"
        return None
