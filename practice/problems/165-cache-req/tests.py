from typing import NamedTuple

import torch
from kernel.testing import SKIP, Machine, explore
from solution import CacheManager, Req


class Handle:
    """A cached prefix: its tokens, and the slots where they lay when it was found."""

    def __init__(self, prefix, slots):
        self.prefix, self.slots, self.cached_len = prefix, slots, len(slots)

    def __repr__(self):
        return f"Handle({self.prefix}, {self.slots})"

    def get_matched_indices(self):
        return torch.tensor(self.slots, dtype=torch.int32)


class InsertResult(NamedTuple):
    cached_len: int
    handle: Handle


class PageCache:
    """One entry for each cached page, by the whole prefix that it ends.

    ``calls`` notes what is asked of it, ``inserted`` the last tokens and slots that came.
    """

    def __init__(self, page_size):
        self.page_size, self.slots_at, self.locks, self.calls = page_size, {}, {}, []
        self.inserted = self.newest = None

    def prefixes(self, tokens):
        size = self.page_size
        return [tuple(tokens[:end]) for end in range(size, len(tokens) + 1, size)]

    def put(self, tokens, slots):
        for end, prefix in enumerate(self.prefixes(tokens), start=1):
            own = slots[(end - 1) * self.page_size : end * self.page_size]
            self.slots_at.setdefault(prefix, own)

    def find(self, tokens):
        found, slots = (), []
        for prefix in self.prefixes(tokens):
            if prefix not in self.slots_at:
                break
            found, slots = prefix, slots + self.slots_at[prefix]
        return Handle(found, slots)

    def insert_prefix(self, input_ids, indices):
        self.inserted = (input_ids.tolist(), indices.tolist())
        self.calls.append(f"insert {len(input_ids)}")
        found_len = self.find(self.inserted[0]).cached_len
        self.put(*self.inserted)
        self.newest = self.find(self.inserted[0])
        return InsertResult(found_len, self.newest)

    def lock_handle(self, handle, unlock=False):
        self.calls.append(f"{'unlock' if unlock else 'lock'} {handle.cached_len}")
        for prefix in self.prefixes(handle.prefix):
            self.locks[prefix] = self.locks.get(prefix, 0) + (-1 if unlock else 1)

    def locked(self):
        """Locks by prefix, where there are any."""
        return {prefix: self.locks[prefix] for prefix in sorted(self.locks) if self.locks[prefix]}

    def forget_unlocked(self):
        """Drop every page without a lock; returns their first slots."""
        gone = [prefix for prefix in self.slots_at if not self.locks.get(prefix)]
        return [self.slots_at.pop(prefix)[0] for prefix in gone]

    def first_slots(self):
        return [slots[0] for slots in self.slots_at.values()]


def pool(page_size, free):
    """An empty cache, and a manager of three rows whose free pages begin at ``free``."""
    table = torch.full((3, 16), -1, dtype=torch.int32)
    cache = PageCache(page_size)
    return cache, CacheManager(page_size, table, torch.tensor(free, dtype=torch.int32), cache)


def computed(manager, row, tokens, slots, prefix=()):
    """A request that has the KV of ``tokens`` in ``slots``, and found ``prefix`` when it came.

    One more token, 99, was sampled: it has no KV yet.
    """
    cache = manager.prefix_cache
    handle = cache.find(prefix)
    cache.lock_handle(handle)
    cache.calls.clear()
    manager.page_table[row, : len(slots)] = torch.tensor(slots, dtype=torch.int32)
    manager.held_len[row] = len(slots)
    ids = torch.tensor([*tokens, 99], dtype=torch.int32)
    return Req(ids, table_idx=row, cached_len=len(tokens), cache_handle=handle)


def test_example_somebody_was_quicker():
    cache, manager = pool(page_size=2, free=[6])
    cache.put([1, 2], [8, 9])
    req = computed(manager, row=0, tokens=[1, 2, 3, 4, 5], slots=[0, 1, 2, 3, 4, 5])
    manager.cache_req(req, finished=False)
    assert manager.page_table[0, :6].tolist() == [8, 9, 2, 3, 4, 5], (
        "a request that runs on reads the slots of the cache"
    )
    assert sorted(manager.free_slots.tolist()) == [0, 6], "duplicate pages are free"
    assert cache.find([1, 2, 3, 4]).slots == [8, 9, 2, 3], (
        "the tokens whose KV is in the pool are inserted, with their slots"
    )
    assert req.cache_handle.cached_len == 4, "a request that runs on holds the new handle"
    assert cache.locked() == {(1, 2): 1, (1, 2, 3, 4): 1}, (
        "its prefix is locked once, and nothing else"
    )


def test_example_the_end_of_a_request():
    cache, manager = pool(page_size=2, free=[])
    cache.put([1, 2], [8, 9])
    slots = [8, 9, 0, 1, 2, 3, 4, 5]
    req = computed(manager, row=1, tokens=[1, 2, 3, 4, 5], slots=slots, prefix=[1, 2])
    manager.cache_req(req, finished=True)
    assert sorted(manager.free_slots.tolist()) == [2, 4], (
        "a finished request frees its tail and all pages beyond"
    )
    assert cache.find([1, 2, 3, 4]).slots == [8, 9, 0, 1], "what was generated is cached too"
    assert manager.held_len[1] == 0, "a finished row holds nothing"
    assert cache.locked() == {}, "a finished request locks nothing"


def test_nothing_was_cached():
    cache, manager = pool(1, free=[])
    req = computed(manager, 2, [1, 2, 3], [5, 3, 4])
    manager.cache_req(req, finished=False)
    assert cache.inserted == ([1, 2, 3], [5, 3, 4]), (
        "the tokens whose KV is in the pool are inserted, with their slots"
    )
    assert manager.free_slots.tolist() == [], "the pages that the cache took are not free"
    assert req.cache_handle is cache.newest, "a request that runs on holds the new handle"
    assert manager.held_len == [0, 0, 3], "a row that runs on holds as much as before"


def test_less_than_a_page():
    _, manager = pool(4, free=[12])
    req = computed(manager, 0, [1, 2, 3], [4, 5, 6, 7])
    manager.cache_req(req, finished=False)
    assert manager.free_slots.tolist() == [12], (
        "the page that is not full goes on being the request's own"
    )
    assert manager.held_len == [4, 0, 0], "a row that runs on holds as much as before"
    manager.cache_req(req, finished=True)
    assert sorted(manager.free_slots.tolist()) == [4, 12], (
        "a finished request frees its tail and all pages beyond"
    )


def test_two_equal_prompts_in_one_batch():
    cache, manager = pool(1, free=[])
    one = computed(manager, 0, [1, 2, 3, 4], [0, 1, 2, 3])
    two = computed(manager, 1, [1, 2, 3, 4], [4, 5, 6, 7])
    manager.cache_req(one, finished=False)
    manager.cache_req(two, finished=False)
    assert manager.page_table[1, :4].tolist() == [0, 1, 2, 3], (
        "a request that runs on reads the slots of the cache"
    )
    assert sorted(manager.free_slots.tolist()) == [4, 5, 6, 7], "duplicate pages are free"
    manager.cache_req(two, finished=True)
    manager.cache_req(one, finished=True)
    assert sorted(manager.free_slots.tolist()) == [4, 5, 6, 7], (
        "the pages that the cache took are not free"
    )
    assert cache.locked() == {}, "at the end no lock is left"


def test_duplicates_of_a_finished_request():
    cache, manager = pool(4, free=[])
    cache.put([1, 2, 3, 4], [20, 21, 22, 23])
    req = computed(manager, 0, [1, 2, 3, 4, 5], [8, 9, 10, 11, 0, 1, 2, 3])
    manager.cache_req(req, finished=True)
    assert sorted(manager.free_slots.tolist()) == [0, 8], (
        "the free list holds the first slot of each page"
    )


def test_order_of_the_locks():
    cache, manager = pool(2, free=[])
    cache.put([1, 2], [8, 9])
    req = computed(manager, 0, [1, 2, 3, 4, 5], [8, 9, 0, 1, 2, 3], prefix=[1, 2])
    manager.cache_req(req, finished=False)
    assert cache.calls == ["insert 5", "lock 4", "unlock 2"], (
        "insert first, then lock the new prefix, unlock the old one last"
    )
    cache.calls.clear()
    manager.cache_req(req, finished=True)
    assert cache.calls == ["insert 5", "unlock 4"], "a finished request locks nothing"


class PoolMachine(Machine):
    """The reader's manager beside the tokens and slots of each running request."""

    def draw_start(self, draws):
        return (draws.below(2), draws.between(4, 16))

    def start(self, large, num_pages):
        self.page_size = 4 if large else 1
        self.pages = [page * self.page_size for page in range(num_pages)]
        self.step(f"cache, manager = pool({self.page_size}, free={self.pages})")
        self.cache, self.manager = pool(self.page_size, self.pages)
        self.free, self.running = self.pages, {}

    def draw(self, draws):
        names = ("prefill", "decode", "keep") * 3 + ("finish", "finish", "evict")
        name, row = draws.pick(names), draws.below(3)
        if name != "prefill":
            return (name, row) if name != "evict" else (name,)
        common = draws.pick(((), (1, 1, 1, 1), (1, 1, 1, 2)))
        return (name, row, common + tuple(draws.between(1, 2) for _ in range(draws.between(1, 6))))

    def take(self, count):
        """All slots of free pages, which are taken off the reader's free list."""
        taken = self.free[:count]
        left = [slot for slot in self.manager.free_slots.tolist() if slot not in taken]
        self.manager.free_slots = torch.tensor(left, dtype=torch.int32)
        return [slot + offset for slot in taken for offset in range(self.page_size)]

    def prefill(self, row, tokens):
        """A prompt comes and is computed; it gets one page more than it needs."""
        prefix = self.cache.find(tokens[:-1])
        count = -(-len(tokens) // self.page_size) - len(prefix.slots) // self.page_size + 1
        if row in self.running or not tokens or count > len(self.free):
            return SKIP
        slots = prefix.slots + self.take(count)
        self.step(f"req{row} = computed(manager, {row}, {tokens}, {slots}, {prefix.prefix})")
        req = computed(self.manager, row, tokens, slots, prefix.prefix)
        self.running[row] = [req, list(tokens), slots, prefix.prefix]
        return self.compare()

    def decode(self, row):
        """The KV of the newest token, 99, is written, into a new page where one is needed."""
        if row not in self.running:
            return SKIP
        req, tokens, slots, _ = self.running[row]
        full = len(tokens) == len(slots)
        if len(tokens) == 16 or (full and not self.free):
            return SKIP
        if full:
            more = self.take(1)
            self.step(f"# a page more for req{row}: {more}")
            self.manager.page_table[row, len(slots) : len(slots) + self.page_size] = torch.tensor(
                more, dtype=torch.int32
            )
            slots += more
            self.manager.held_len[row] = len(slots)
        tokens.append(99)
        self.step(f"req{row}.input_ids = torch.tensor({[*tokens, 99]}, dtype=torch.int32)")
        self.step(f"req{row}.cached_len = {len(tokens)}")
        req.input_ids = torch.tensor([*tokens, 99], dtype=torch.int32)
        req.cached_len = len(tokens)
        return self.compare()

    def cache_req(self, row, finished):
        req, tokens, slots, _ = self.running[row]
        self.cache.inserted = None
        self.step(f"manager.cache_req(req{row}, finished={finished})")
        self.manager.cache_req(req, finished=finished)
        assert self.cache.inserted == (tokens, slots[: len(tokens)]), (
            "the tokens whose KV is in the pool are inserted, with their slots"
        )

    def keep(self, row):
        if row not in self.running:
            return SKIP
        self.cache_req(row, False)
        req, tokens, slots, _ = self.running[row]
        cached = self.cache.find(tokens)
        self.running[row][2:] = [cached.slots + slots[cached.cached_len :], cached.prefix]
        assert req.cache_handle is self.cache.newest, "a request that runs on holds the new handle"
        return self.compare()

    def finish(self, row):
        if row not in self.running:
            return SKIP
        self.cache_req(row, True)
        del self.running[row]
        assert self.manager.held_len[row] == 0, "a finished row holds nothing"
        return self.compare()

    def evict(self):
        """All that is not locked is free again."""
        self.step("free(cache.forget_unlocked())")
        gone = torch.tensor(self.cache.forget_unlocked(), dtype=torch.int32)
        self.manager.free_slots = torch.cat([self.manager.free_slots, gone])
        return self.compare()

    def compare(self):
        taken, locks = self.cache.first_slots(), {}
        for row, (_, _, slots, prefix) in self.running.items():
            assert self.manager.page_table[row, : len(slots)].tolist() == slots, (
                "a request that runs on reads the slots of the cache"
            )
            assert self.manager.held_len[row] == len(slots), (
                "a row that runs on holds as much as before"
            )
            taken += slots[len(prefix) :: self.page_size]
            for locked in self.cache.prefixes(prefix):
                locks[locked] = locks.get(locked, 0) + 1
        self.free = [page for page in self.pages if page not in taken]
        assert sorted(self.manager.free_slots.tolist()) == self.free, (
            "every page is in exactly one place"
        )
        assert self.cache.locked() == locks, "its prefix is locked once, and nothing else"


def test_any_sequence():
    explore(PoolMachine, runs=60, steps=40, seed=165)
