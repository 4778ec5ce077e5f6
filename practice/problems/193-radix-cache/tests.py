import torch
from kernel.testing import SKIP, Machine, explore, raises, same
from solution import RadixPrefixCache


def t(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def test_example_insert_and_match():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    inserted = cache.insert_prefix(t(1, 2, 5, 6), t(18, 19, 20, 21))
    assert inserted.cached_len == 2, "an insertion says how many tokens were cached before"
    handle = cache.match_prefix(t(1, 2, 3, 9)).cuda_handle
    assert handle.cached_len == 3, "a match gives the longest cached prefix"
    assert handle.get_matched_indices().tolist() == [10, 11, 12], "what was cached keeps its slots"
    cache.lock_handle(handle)
    assert cache.size_info == (3, 3), "a lock protects exactly the tokens of its prefix"
    assert cache.evict(2).tolist() == [13, 20, 21], "the least recently used leaf goes first"


def found(cache, *ids):
    """The slots that a match of these tokens gives."""
    return cache.match_prefix(t(*ids)).cuda_handle.get_matched_indices().tolist()


def test_what_is_inserted_is_found():
    cache = RadixPrefixCache(1)
    inserted = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    assert inserted.cached_len == 0, "an insertion says how many tokens were cached before"
    assert same(inserted.handle.get_matched_indices(), t(10, 11, 12)), (
        "the handle of an insertion is the whole prefix that is cached now"
    )
    matched = cache.match_prefix(t(1, 2, 3, 4)).cuda_handle
    assert matched.cached_len == 3, "a match gives the longest cached prefix"
    assert same(matched.get_matched_indices(), t(10, 11, 12)), (
        "the slots come in the order of the tokens, int32"
    )
    assert found(cache, 1, 2) == [10, 11], "a match gives the longest cached prefix"
    assert cache.size_info == (3, 0), "size_info counts the evictable and the protected tokens"


def test_branches():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    inserted = cache.insert_prefix(t(1, 2, 5, 6), t(20, 21, 22, 23))
    handle = inserted.handle
    assert handle.get_matched_indices().tolist() == [10, 11, 22, 23], (
        "what was cached keeps its slots"
    )
    assert inserted.handle.cached_len == 4, (
        "the handle of an insertion is the whole prefix that is cached now"
    )
    assert found(cache, 1, 2, 3, 4) == [10, 11, 12, 13], (
        "a match and an insertion leave what is cached as it is"
    )
    assert found(cache, 1, 2, 5, 6, 7) == [10, 11, 22, 23], "what was cached keeps its slots"
    longer = cache.insert_prefix(t(1, 2, 3, 4, 5), t(30, 31, 32, 33, 34))
    assert longer.cached_len == 4, "an insertion says how many tokens were cached before"
    assert found(cache, 1, 2, 3, 4, 5) == [10, 11, 12, 13, 34], "what was cached keeps its slots"
    again = cache.insert_prefix(t(1, 2), t(40, 41))
    assert again.cached_len == 2, "an insertion says how many tokens were cached before"
    assert again.handle.get_matched_indices().tolist() == [10, 11], (
        "the handle of an insertion is the whole prefix that is cached now"
    )
    assert cache.size_info == (7, 0), "size_info counts the evictable and the protected tokens"


def test_nothing():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2), t(10, 11))
    for ids in (t(), t(2, 1)):
        handle = cache.match_prefix(ids).cuda_handle
        assert handle.cached_len == 0, "nothing matches nothing"
        assert same(handle.get_matched_indices(), t()), "nothing matches nothing"
        cache.lock_handle(handle)
        assert cache.size_info == (2, 0), "a lock protects exactly the tokens of its prefix"
        cache.lock_handle(handle, unlock=True)
    inserted = cache.insert_prefix(t(), t())
    assert inserted.handle.cached_len == 0, "nothing matches nothing"
    assert cache.size_info == (2, 0), "size_info counts the evictable and the protected tokens"


def test_whole_pages():
    cache = RadixPrefixCache(16)
    inserted = cache.insert_prefix(
        torch.arange(30).to(torch.int32), torch.arange(30).to(torch.int32)
    )
    assert inserted.handle.cached_len == 16, "only whole pages are cached and matched"
    assert cache.size_info == (16, 0), "only whole pages are cached and matched"
    assert len(found(cache, *range(31))) == 16, "only whole pages are cached and matched"


def test_less_than_a_page():
    cache = RadixPrefixCache(4)
    inserted = cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    assert (inserted.cached_len, inserted.handle.cached_len) == (0, 0), (
        "only whole pages are cached and matched"
    )
    assert cache.size_info == (0, 0), "only whole pages are cached and matched"
    cache.insert_prefix(t(1, 2, 3, 4, 5, 6, 7, 8), t(20, 21, 22, 23, 24, 25, 26, 27))
    assert found(cache, 1, 2, 3) == [], "only whole pages are cached and matched"
    assert found(cache, 1, 2, 3, 4, 5, 6, 7) == [20, 21, 22, 23], (
        "only whole pages are cached and matched"
    )
    assert found(cache, 1, 2, 3, 4, 5, 6, 7, 9) == [20, 21, 22, 23], (
        "only whole pages are cached and matched"
    )


def test_first_pages():
    cache = RadixPrefixCache(2)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    inserted = cache.insert_prefix(t(1, 9, 3, 4), t(20, 21, 22, 23))
    assert inserted.cached_len == 0, "only whole pages are cached and matched"
    assert found(cache, 1, 2, 3, 4) == [10, 11, 12, 13], (
        "children are told apart by their whole first page"
    )
    assert found(cache, 1, 9, 3, 4) == [20, 21, 22, 23], (
        "children are told apart by their whole first page"
    )
    assert found(cache, 1, 2, 3, 5) == [10, 11], "only whole pages are cached and matched"


def test_pages_are_compared_token_by_token():
    cache = RadixPrefixCache(2)
    cache.insert_prefix(t(1, 12), t(10, 11))
    assert cache.insert_prefix(t(11, 2), t(20, 21)).cached_len == 0, (
        "children are told apart by their whole first page"
    )
    assert cache.insert_prefix(t(12, 1), t(30, 31)).cached_len == 0, (
        "children are told apart by their whole first page"
    )
    assert found(cache, 1, 12) == [10, 11], "children are told apart by their whole first page"


def test_two_caches():
    ones, twos = RadixPrefixCache(1), RadixPrefixCache(2)
    ones.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    assert twos.size_info == (0, 0), "every cache has its own tree and its own page size"
    assert found(ones, 1, 2, 3) == [10, 11, 12], (
        "every cache has its own tree and its own page size"
    )
    assert twos.insert_prefix(t(1, 2, 3), t(20, 21, 22)).handle.cached_len == 2, (
        "every cache has its own tree and its own page size"
    )


def test_copies():
    cache = RadixPrefixCache(1)
    ids, indices = t(1, 2, 3, 4), t(10, 11, 12, 13)
    cache.insert_prefix(ids, indices)
    ids[:], indices[:] = -1, -1
    assert found(cache, 1, 2, 3, 4) == [10, 11, 12, 13], (
        "the cache keeps copies: what the caller writes later changes nothing"
    )


def test_lock_and_unlock():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.lock_handle(handle)
    assert cache.size_info == (0, 2), "a lock protects exactly the tokens of its prefix"
    with raises(
        RuntimeError, "evicting more than is evictable raises RuntimeError and changes nothing"
    ):
        cache.evict(1)
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (2, 0), "the last unlock makes everything evictable again"


def test_a_part_is_locked():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    handle = cache.match_prefix(t(1, 2)).cuda_handle
    cache.lock_handle(handle)
    assert cache.size_info == (2, 2), "a lock protects exactly the tokens of its prefix"
    cache.insert_prefix(t(1, 2, 9), t(20, 21, 22))
    assert cache.size_info == (3, 2), "a lock protects exactly the tokens of its prefix"
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (5, 0), "the last unlock makes everything evictable again"


def test_two_locks():
    cache = RadixPrefixCache(1)
    long = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle
    short = cache.match_prefix(t(1, 2)).cuda_handle
    cache.lock_handle(short)
    cache.lock_handle(long)
    assert cache.size_info == (0, 4), "a lock protects exactly the tokens of its prefix"
    cache.lock_handle(long, unlock=True)
    assert cache.size_info == (2, 2), "what two handles share is protected until both are unlocked"
    cache.lock_handle(short)
    cache.lock_handle(short, unlock=True)
    assert cache.size_info == (2, 2), "what two handles share is protected until both are unlocked"
    cache.lock_handle(short, unlock=True)
    assert cache.size_info == (4, 0), "the last unlock makes everything evictable again"


def test_a_locked_node_is_split():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle
    cache.lock_handle(handle)
    cache.insert_prefix(t(1, 2, 7), t(20, 21, 22))
    assert cache.size_info == (1, 4), "a handle stays good until something of its prefix is evicted"
    assert handle.get_matched_indices().tolist() == [10, 11, 12, 13], (
        "a handle stays good until something of its prefix is evicted"
    )
    assert cache.evict(1).tolist() == [22], "locked tokens are never evicted, however old"
    cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (4, 0), "the last unlock makes everything evictable again"
    assert sorted(cache.evict(4).tolist()) == [10, 11, 12, 13], (
        "the last unlock makes everything evictable again"
    )


def test_unlocked_twice():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    with raises(
        RuntimeError, "unlocking what is not locked raises RuntimeError and changes nothing"
    ):
        cache.lock_handle(handle, unlock=True)
    cache.lock_handle(handle)
    cache.lock_handle(handle, unlock=True)
    with raises(
        RuntimeError, "unlocking what is not locked raises RuntimeError and changes nothing"
    ):
        cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (2, 0), (
        "unlocking what is not locked raises RuntimeError and changes nothing"
    )
    longer = cache.insert_prefix(t(1, 2, 3), t(20, 21, 22)).handle
    cache.lock_handle(longer)
    with raises(
        RuntimeError, "unlocking what is not locked raises RuntimeError and changes nothing"
    ):
        cache.lock_handle(handle, unlock=True)
    assert cache.size_info == (0, 3), (
        "unlocking what is not locked raises RuntimeError and changes nothing"
    )


def test_only_the_start_is_locked():
    cache = RadixPrefixCache(1)
    long = cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13)).handle
    short = cache.match_prefix(t(1, 2)).cuda_handle
    cache.lock_handle(short)
    with raises(
        RuntimeError, "unlocking what is not locked raises RuntimeError and changes nothing"
    ):
        cache.lock_handle(long, unlock=True)
    assert cache.size_info == (2, 2), (
        "unlocking what is not locked raises RuntimeError and changes nothing"
    )
    cache.lock_handle(short, unlock=True)
    assert cache.size_info == (4, 0), "the last unlock makes everything evictable again"


def test_the_oldest_goes_first():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    cache.insert_prefix(t(7, 8), t(20, 21))
    cache.insert_prefix(t(4, 5), t(30, 31))
    cache.match_prefix(t(1, 2, 3))
    assert same(cache.evict(1), t(20, 21)), "the least recently used leaf goes first"
    assert cache.size_info == (5, 0), "size_info counts the evictable and the protected tokens"
    assert found(cache, 7, 8) == [], "what was evicted is not found any more"
    assert cache.evict(3).tolist() == [30, 31, 10, 11, 12], (
        "slots come leaf by leaf, in the order of the tokens"
    )


def test_evict_stops_in_time():
    cache = RadixPrefixCache(1)
    for token in range(4):
        cache.insert_prefix(t(token, 9), t(10 * token, 10 * token + 1))
    assert cache.evict(2).tolist() == [0, 1], "evict stops at the first leaf that reaches the size"
    assert cache.evict(3).tolist() == [10, 11, 20, 21], (
        "evict stops at the first leaf that reaches the size"
    )


def test_an_insertion_uses_what_it_passes():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(7, 8), t(20, 21))
    cache.insert_prefix(t(1, 2), t(30, 31))
    assert cache.evict(1).tolist() == [20, 21], "the least recently used leaf goes first"


def test_only_what_matched_is_refreshed():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.insert_prefix(t(7, 8), t(20, 21))
    cache.match_prefix(t(1, 2, 9))
    assert cache.evict(2).tolist() == [12, 13], "a match refreshes what it matched and nothing else"
    assert cache.evict(1).tolist() == [20, 21], "a match refreshes what it matched and nothing else"
    assert cache.evict(1).tolist() == [10, 11], "a match refreshes what it matched and nothing else"


def test_a_match_uses_all_that_it_passes():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(1, 2, 3), t(10, 11, 12))
    handle = cache.insert_prefix(t(7, 8), t(20, 21)).handle
    cache.lock_handle(handle)
    cache.match_prefix(t(1, 2, 3))
    assert cache.evict(1).tolist() == [12], "locked tokens are never evicted, however old"
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(1).tolist() == [20, 21], "a match refreshes every node that it passes"


def test_locking_is_not_using():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.insert_prefix(t(7, 8), t(20, 21))
    cache.lock_handle(handle)
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(1).tolist() == [10, 11], "only a match and an insertion use a node"


def test_reading_is_not_using():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.insert_prefix(t(7, 8), t(20, 21))
    assert handle.get_matched_indices().tolist() == [10, 11], (
        "a handle stays good until something of its prefix is evicted"
    )
    assert cache.evict(1).tolist() == [10, 11], "only a match and an insertion use a node"


def test_the_locked_one_is_the_oldest():
    cache = RadixPrefixCache(1)
    handle = cache.insert_prefix(t(1, 2), t(10, 11)).handle
    cache.lock_handle(handle)
    cache.insert_prefix(t(7, 8), t(20, 21))
    assert cache.evict(1).tolist() == [20, 21], "locked tokens are never evicted, however old"
    assert found(cache, 1, 2) == [10, 11], "locked tokens are never evicted, however old"


def test_a_locked_parent():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2, 3, 4), t(10, 11, 12, 13))
    cache.lock_handle(cache.match_prefix(t(1, 2)).cuda_handle)
    cache.insert_prefix(t(7, 8), t(20, 21))
    assert cache.evict(4).tolist() == [12, 13, 20, 21], (
        "locked tokens are never evicted, however old"
    )
    assert found(cache, 1, 2, 3) == [10, 11], "locked tokens are never evicted, however old"


def test_parents_after_their_children():
    cache = RadixPrefixCache(1)
    cache.insert_prefix(t(1, 2), t(10, 11))
    cache.insert_prefix(t(1, 2, 3, 4), t(20, 21, 22, 23))
    assert cache.evict(4).tolist() == [22, 23, 10, 11], (
        "an inner node may go once its children are gone"
    )
    assert cache.size_info == (0, 0), "size_info counts the evictable and the protected tokens"
    assert found(cache, 1, 2) == [], "what was evicted is not found any more"
    inserted = cache.insert_prefix(t(1, 2), t(30, 31))
    assert inserted.cached_len == 0, "what was evicted is not found any more"
    assert found(cache, 1, 2) == [30, 31], "a match gives the longest cached prefix"


def test_too_much_and_nothing():
    cache = RadixPrefixCache(1)
    assert same(cache.evict(0), t()), "evicting nothing gives an empty int32 tensor"
    cache.insert_prefix(t(1, 2), t(10, 11))
    assert same(cache.evict(0), t()), "evicting nothing gives an empty int32 tensor"
    with raises(
        RuntimeError, "evicting more than is evictable raises RuntimeError and changes nothing"
    ):
        cache.evict(3)
    assert cache.size_info == (2, 0), (
        "evicting more than is evictable raises RuntimeError and changes nothing"
    )
    assert found(cache, 1, 2) == [10, 11], (
        "evicting more than is evictable raises RuntimeError and changes nothing"
    )


class Model:
    """The same cache as a list of nodes, each known by the whole prefix that it ends."""

    def __init__(self, page_size):
        self.page_size, self.clock = page_size, 0
        self.start, self.slots, self.used = {}, {}, {}  # by prefix
        self.locks = []

    def walk(self, ids):
        """The length matched; nodes are cut and refreshed."""
        self.clock += 1
        matched = 0
        for prefix in self.start:
            common = 0
            for one, other in zip(ids, prefix, strict=False):
                if one != other:
                    break
                common += 1
            matched = max(matched, common // self.page_size * self.page_size)
        for prefix, start in list(self.start.items()):
            if prefix[:matched] == ids[:matched] and start < matched < len(prefix):
                self.put(ids[:matched], start, self.slots[prefix][: matched - start])
                self.start[prefix], self.slots[prefix] = (
                    matched,
                    self.slots[prefix][matched - start :],
                )
        for prefix in self.start:
            if len(prefix) <= matched and ids[: len(prefix)] == prefix:
                self.used[prefix] = self.clock
        return matched

    def put(self, prefix, start, slots):
        self.start[prefix], self.slots[prefix], self.used[prefix] = start, slots, self.clock

    def insert(self, ids, slots):
        matched = self.walk(ids)
        end = len(ids) // self.page_size * self.page_size
        if matched < end:
            self.put(ids[:end], matched, slots[matched:end])
        return matched, ids[:end]

    def indices(self, prefix):
        ends = sorted((p for p in self.start if prefix[: len(p)] == p), key=len)
        return [slot for end in ends for slot in self.slots[end]]

    def is_locked(self, prefix):
        length = len(prefix)
        return prefix in [lock[:length] for lock in self.locks]

    def sizes(self):
        evictable = protected = 0
        for prefix, slots in self.slots.items():
            if self.is_locked(prefix):
                protected += len(slots)
            else:
                evictable += len(slots)
        return evictable, protected

    def evict(self, size):
        evicted = []
        while len(evicted) < size:
            inner = {p[:start] for p, start in self.start.items()}
            free = [p for p in self.start if p not in inner and not self.is_locked(p)]
            oldest = min(free, key=lambda prefix: self.used[prefix])
            evicted += self.slots[oldest]
            del self.start[oldest], self.slots[oldest], self.used[oldest]
        return evicted


class CacheMachine(Machine):
    """The reader's cache beside the model."""

    def draw_start(self, draws):
        return (draws.pick([1, 1, 2, 4]),)

    def start(self, page_size):
        if page_size < 1:
            return SKIP
        self.step(f"cache = RadixPrefixCache({page_size})")
        self.cache, self.model = RadixPrefixCache(page_size), Model(page_size)
        self.handles, self.made, self.next_slot = [], 0, 100
        return None

    def draw(self, draws):
        length = draws.below(4 * self.model.page_size + 2)
        ids = tuple(draws.between(1, 2) for _ in range(length))
        if self.handles and draws.chance(0.4):
            return (draws.pick(["lock", "unlock"]), draws.below(len(self.handles)))
        if draws.chance(0.2):
            return ("evict", draws.below(self.model.sizes()[0] + 1))
        return (draws.pick(["match", "insert"]), ids)

    def match(self, ids):
        name = self.name(f"cache.match_prefix(t{ids}).cuda_handle")
        handle = self.cache.match_prefix(t(*ids)).cuda_handle
        matched = self.model.walk(ids)
        assert handle.cached_len == matched, "a match gives the longest cached prefix"
        assert same(handle.get_matched_indices(), t(*self.model.indices(ids[:matched]))), (
            "the slots come in the order of the tokens, int32"
        )
        return self.keep(name, handle, ids[:matched])

    def insert(self, ids):
        slots = list(range(self.next_slot, self.next_slot + len(ids)))
        self.next_slot += 100
        name = self.name(f"cache.insert_prefix(t{ids}, t{tuple(slots)}).handle")
        ids_given, slots_given = t(*ids), t(*slots)
        inserted = self.cache.insert_prefix(ids_given, slots_given)
        ids_given[:], slots_given[:] = -1, -1
        matched, prefix = self.model.insert(ids, slots)
        assert inserted.cached_len == matched, (
            "an insertion says how many tokens were cached before"
        )
        assert inserted.handle.cached_len == len(prefix), (
            "the handle of an insertion is the whole prefix that is cached now"
        )
        return self.keep(name, inserted.handle, prefix)

    def name(self, call):
        self.made += 1
        self.step(f"handle_{self.made} = {call}")
        return f"handle_{self.made}"

    def keep(self, name, handle, prefix):
        """Keep it, to be locked now or later: five at most, besides those that are locked."""
        self.handles.append([name, handle, prefix, 0])
        if len(self.handles) > 5 and self.handles[0][3] == 0:
            del self.handles[0]
        return self.look()

    def lock(self, number):
        if number >= len(self.handles):
            return SKIP
        name, handle, prefix, _ = self.handles[number]
        self.step(f"cache.lock_handle({name})")
        self.cache.lock_handle(handle)
        self.model.locks.append(prefix)
        self.handles[number][3] += 1
        return self.count()

    def unlock(self, number):
        if number >= len(self.handles):
            return SKIP
        name, handle, prefix, times = self.handles[number]
        if times == 0:
            return self.refuse(name, handle, prefix)
        self.step(f"cache.lock_handle({name}, unlock=True)")
        self.cache.lock_handle(handle, unlock=True)
        self.model.locks.remove(prefix)
        self.handles[number][3] -= 1
        return self.count()

    def refuse(self, name, handle, prefix):
        if not prefix or prefix in self.model.locks:
            return SKIP  # another handle may hold a lock on the same prefix
        self.step(f"cache.lock_handle({name}, unlock=True)  # is refused")
        with raises(
            RuntimeError, "unlocking what is not locked raises RuntimeError and changes nothing"
        ):
            self.cache.lock_handle(handle, unlock=True)
        return self.count()

    def evict(self, size):
        if size > self.model.sizes()[0]:
            return SKIP
        self.step(f"cache.evict({size})")
        assert self.cache.evict(size).tolist() == self.model.evict(size), (
            "the least recently used leaves go, one by one, until the size is reached"
        )
        self.handles = [h for h in self.handles if len(self.model.indices(h[2])) == len(h[2])]
        return self.look()

    def look(self):
        """Both see the same after an operation that may have changed nodes."""
        self.count()
        for _, handle, prefix, times in self.handles:
            if times:
                assert handle.get_matched_indices().tolist() == self.model.indices(prefix), (
                    "a handle stays good until something of its prefix is evicted"
                )

    def count(self):
        """Both count the same; a lock and an unlock change nothing else."""
        assert self.cache.size_info == self.model.sizes(), (
            "size_info counts the evictable and the protected tokens"
        )


def test_any_sequence():
    explore(CacheMachine, runs=11, steps=40, seed=193)
