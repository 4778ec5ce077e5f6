from kernel.testing import SKIP, Machine, explore, raises
from solution import PagePool


class RecordingCache:
    """Runs of cached slots, the first to go first; writes down what it was asked for."""

    def __init__(self, *runs):
        self.runs = [list(run) for run in runs]
        self.asked = []

    def evict(self, size):
        self.asked.append(size)
        if size > sum(len(run) for run in self.runs):
            raise RuntimeError(f"cannot evict {size} tokens")
        slots = []
        while len(slots) < size:
            slots += self.runs.pop(0)  # a run goes as a whole
        return slots


def test_example_one_page_short():
    cache = RecordingCache([8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19])
    pool = PagePool(2, 4, cache)
    assert pool.free_slots == [0, 4], "a page is known by its first slot"
    assert pool.take(3) == [0, 4, 8], "the free list first, then what was evicted"
    assert cache.asked == [4], "the cache is asked for what is short, in tokens"


def test_enough_is_free():
    cache = RecordingCache([12, 13, 14, 15])
    pool = PagePool(3, 4, cache)
    assert pool.take(2) == [0, 4], "pages are taken from the start of the free list"
    assert pool.free_slots == [8], "pages that are taken are no longer free"
    assert pool.take(1) == [8], "pages are taken from the start of the free list"
    assert cache.asked == [], "the cache is not asked while enough pages are free"


def test_nothing_is_taken():
    cache = RecordingCache([0, 1])
    pool = PagePool(0, 2, cache)
    assert pool.take(0) == [], "no pages are an empty list"
    assert cache.asked == [], "the cache is not asked while enough pages are free"


def test_all_pages_are_used_and_two_can_be_evicted():
    cache = RecordingCache()
    pool = PagePool(4, 4, cache)
    assert pool.take(4) == [0, 4, 8, 12], "pages are taken from the start of the free list"
    cache.runs = [[8, 9, 10, 11, 4, 5, 6, 7]]
    assert pool.take(1) == [8], "evicted slots become pages again, by their first slots"
    assert cache.asked == [4], "the cache is asked for what is short, in tokens"
    assert pool.free_slots == [4], "what was evicted beyond the need stays on the free list"


def test_a_run_is_larger_than_what_is_short():
    cache = RecordingCache([20, 21, 10, 11, 16, 17, 14, 15], [12, 13])
    pool = PagePool(2, 2, cache)
    assert pool.take(4) == [0, 2, 20, 10], "the free list first, then what was evicted"
    assert cache.asked == [4], "the cache is asked for what is short, in tokens"
    assert pool.free_slots == [16, 14], "what was evicted beyond the need stays on the free list"
    assert pool.take(3) == [16, 14, 12], "the free list first, then what was evicted"
    assert cache.asked == [4, 2], "the cache is asked for what is short, in tokens"


def test_pages_of_one_slot():
    cache = RecordingCache([7], [5, 6])
    pool = PagePool(1, 1, cache)
    assert pool.take(3) == [0, 7, 5], "the free list first, then what was evicted"
    assert cache.asked == [2], "the cache is asked once"
    assert pool.free_slots == [6], "what was evicted beyond the need stays on the free list"


def test_what_comes_back_goes_to_the_end():
    pool = PagePool(3, 4, RecordingCache())
    pool.take(2)
    pool.free([4, 5, 6, 7])
    assert pool.free_slots == [8, 4], "a page that comes back goes to the end of the free list"
    pool.free([])
    assert pool.free_slots == [8, 4], "giving back nothing changes nothing"
    pool.free([20, 21, 22, 23, 0, 1, 2, 3])
    assert pool.free_slots == [8, 4, 20, 0], "of all slots of a page only the first is kept"


def test_the_cache_refuses():
    cache = RecordingCache([8, 9])
    pool = PagePool(2, 2, cache)
    with raises(RuntimeError, "what the cache raises is passed on"):
        pool.take(4)
    assert pool.free_slots == [0, 2], "a refusal changes nothing"
    assert pool.take(3) == [0, 2, 8], "a refusal changes nothing"


class PoolMachine(Machine):
    """The reader's pool beside a list; taken pages are freed again or cached in one run."""

    def draw_start(self, draws):
        return (draws.between(0, 6), draws.pick((1, 2, 4)))

    def start(self, num_pages, page_size):
        if page_size < 1:
            page_size = 1
        self.step("cache = RecordingCache()")
        self.step(f"pool = PagePool({num_pages}, {page_size}, cache)")
        self.cache, self.page_size = RecordingCache(), page_size
        self.pool = PagePool(num_pages, page_size, self.cache)
        self.pages = [page * page_size for page in range(num_pages)]
        self.held = []

    def draw(self, draws):
        if draws.chance(0.5):
            return ("take", draws.between(0, 4))
        return (draws.pick(("free", "cache_run")), draws.below(3))

    def take(self, count):
        short = max(0, count - len(self.pages))
        cached = sum(len(run) for run in self.cache.runs)
        if short * self.page_size > cached:
            return SKIP
        self.step(f"pool.take({count})")
        runs = [list(run) for run in self.cache.runs]
        evicted = []
        while len(evicted) < short * self.page_size:
            evicted += runs.pop(0)
        pages = self.pages + [slot for slot in evicted if slot % self.page_size == 0]
        assert self.pool.take(count) == pages[:count], "the free list first, then what was evicted"
        self.pages = pages[count:]
        if count > 0:
            self.held.append(self.slots(pages[:count]))
        return self.compare()

    def free(self, index):
        if index >= len(self.held):
            return SKIP
        slots = self.held.pop(index)
        self.step(f"pool.free({slots})")
        self.pool.free(list(slots))
        self.pages = self.pages + slots[:: self.page_size]
        return self.compare()

    def cache_run(self, index):
        if index >= len(self.held):
            return SKIP
        slots = self.held.pop(index)
        self.step(f"cache.runs.append({slots})")
        self.cache.runs.append(slots)
        return self.compare()

    def slots(self, pages):
        return [page + offset for page in pages for offset in range(self.page_size)]

    def compare(self):
        assert self.pool.free_slots == self.pages, "each page is in one place: free, held or cached"


def test_any_sequence():
    explore(PoolMachine, runs=100, steps=30, seed=161)
