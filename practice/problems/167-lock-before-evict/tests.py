from kernel.testing import SKIP, Machine, explore
from solution import Admission


class Handle:
    """A cached prefix."""

    def __init__(self, pages):
        self.pages = pages

    def __repr__(self):
        return f"Handle({self.pages})"


class PageCache:
    """One entry for each cached page, by the whole prefix that it ends; the oldest comes first."""

    def __init__(self, page_size):
        self.page_size, self.page_of, self.locks, self.evicted = page_size, {}, {}, []

    def prefixes(self, tokens):
        size = self.page_size
        return [tuple(tokens[:end]) for end in range(size, len(tokens) + 1, size)]

    def find(self, tokens):
        """The pages of the longest cached prefix, and nothing is touched."""
        prefixes = self.prefixes(tokens)
        missing = [place for place, prefix in enumerate(prefixes) if prefix not in self.page_of]
        return [self.page_of[prefix] for prefix in prefixes[: min(missing, default=len(prefixes))]]

    def match(self, tokens):
        pages = self.find(tokens)
        for prefix in reversed(self.prefixes(tokens)[: len(pages)]):
            self.page_of[prefix] = self.page_of.pop(prefix)  # now the youngest
        return Handle(list(pages))

    def lock(self, handle):
        for page in handle.pages:
            self.locks[page] = self.locks.get(page, 0) + 1

    def unlock(self, handle):
        for page in handle.pages:
            self.locks[page] = self.locks.get(page, 0) - 1

    def locked(self):
        return {page: count for page, count in sorted(self.locks.items()) if count}

    @property
    def evictable(self):
        return sum(1 for page in self.page_of.values() if not self.locks.get(page))

    def evict(self, count):
        removed = []
        for _ in range(min(count, self.evictable)):
            prefixes = list(self.page_of)
            inner = {prefix[: -self.page_size] for prefix in prefixes}
            unlocked = [p for p in prefixes if not self.locks.get(self.page_of[p])]
            leaves = [p for p in unlocked if p not in inner] or unlocked
            removed.append(self.page_of.pop(leaves[0]))
        self.evicted += removed
        return removed

    def insert(self, tokens, pages):
        for prefix, page in zip(self.prefixes(tokens), pages, strict=False):
            self.page_of.setdefault(prefix, page)
        return [page for page in pages if page not in self.page_of.values()]


def pool(page_size, num_rows, free_pages, *sequences):
    """A cache that holds sequences of whole pages, from page 0 on, and the admission beside it."""
    cache, taken = PageCache(page_size), 0
    for tokens in sequences:
        pages = list(range(taken, taken + len(tokens) // page_size))
        taken += len(pages)
        cache.insert(tokens, pages)
    return cache, Admission(cache, num_rows, free_pages, page_size)


def test_example_a_prefix_and_pages_of_its_own():
    # Page 0 holds the tokens (1, 2) and page 1 holds (7, 8); page 2 is free.
    cache, admission = pool(2, 1, [2], (1, 2), (7, 8))
    request = admission.try_admit((1, 2, 3), 3)
    assert request.pages[:1] == [0], (
        "a request gets its prefix and then pages of its own, all different"
    )
    assert sorted(request.pages) == [0, 1, 2], (
        "a request gets its prefix and then pages of its own, all different"
    )
    assert cache.locked() == {0: 1}, "each running request locks its prefix once"


def test_example_its_own_prefix_cannot_be_evicted():
    cache, admission = pool(2, 1, [], (1, 2), (7, 8))
    assert admission.try_admit((1, 2, 3), 3) is None, (
        "its own prefix does not count among what can be evicted for it"
    )
    assert cache.locked() == {}, "a refusal leaves no lock"
    assert cache.evicted == [], "a refusal evicts nothing"


def test_prefix_is_the_oldest_but_for_its_children():
    # The prompt matches page 0; page 1, its child, may go, and is all that is needed.
    cache, admission = pool(2, 1, [], (1, 2, 3, 4))
    request = admission.try_admit((1, 2, 5), 1)
    assert request.pages == [0, 1], (
        "a request gets its prefix and then pages of its own, all different"
    )
    assert cache.find((1, 2)) == [0], "the prefix of a running request stays in the cache"


def test_no_row():
    cache, admission = pool(1, 0, [2], (1,), (7,))
    assert admission.try_admit((1, 2), 1) is None, "without a free row nobody is admitted"
    assert cache.locked() == {}, "a refusal leaves no lock"
    assert cache.evicted == [], "a refusal evicts nothing"
    assert sorted(admission.free_pages) == [2], "a refusal takes no row and no page"


def test_row_comes_back():
    cache, admission = pool(1, 1, [2, 3, 4, 5], (1,), (7,))
    first = admission.try_admit((1, 2), 1)
    assert admission.try_admit((7, 2), 1) is None, "without a free row nobody is admitted"
    assert cache.locked() == {0: 1}, "a refusal leaves no lock"
    admission.finish(first)
    assert cache.locked() == {}, "each running request locks its prefix once"
    second = admission.try_admit((7, 2), 1)
    assert second.row == first.row, "a finished request gives back its row"


def test_the_last_token_is_left():
    cache, admission = pool(2, 1, [2], (1, 2, 3, 4))
    request = admission.try_admit((1, 2, 3, 4), 1)
    assert request.pages[:1] == [0], (
        "a request gets its prefix and then pages of its own, all different"
    )
    assert len(request.pages) == 3, "pages for the whole life: prompt and output"
    assert cache.locked() == {0: 1}, "each running request locks its prefix once"


def test_pages_fit_exactly():
    _, admission = pool(4, 2, [0])
    assert admission.try_admit((1, 2, 3), 2) is None, "pages for the whole life: prompt and output"
    request = admission.try_admit((1, 2, 3), 1)
    assert request.pages == [0], "pages for the whole life: prompt and output"
    assert sorted(admission.free_pages) == [], "every page is in one place"


def test_no_more_than_is_short():
    cache, admission = pool(1, 1, [3], (1,), (7,), (8,))
    request = admission.try_admit((5,), 1)
    assert len(request.pages) == 2, "pages for the whole life: prompt and output"
    assert len(cache.evicted) == 1, "no more is evicted than is short"


def test_two_with_the_same_prefix():
    cache, admission = pool(1, 2, [1, 2, 3, 4], (9,))
    first, second = admission.try_admit((9, 1), 1), admission.try_admit((9, 1), 1)
    assert cache.locked() == {0: 2}, "each running request locks its prefix once"
    admission.finish(first)
    assert cache.locked() == {0: 1}, "each running request locks its prefix once"
    assert sorted([second.pages[1], second.pages[2], *admission.free_pages]) == sorted(
        {1, 2, 3, 4} - {cache.page_of[9, 1]}
    ), "every page is in one place"


class AdmissionMachine(Machine):
    """The reader's admission beside sets of free pages and rows."""

    def draw_start(self, draws):
        return (draws.between(1, 3), draws.between(1, 9), draws.between(1, 2))

    def start(self, num_rows, num_pages, page_size):
        self.step(f"cache = PageCache({page_size})")
        self.step(
            f"admission = Admission(cache, {num_rows}, list(range({num_pages})), {page_size})"
        )
        self.num_pages, self.page_size, self.cache = num_pages, page_size, PageCache(page_size)
        self.admission = Admission(self.cache, num_rows, list(range(num_pages)), page_size)
        self.rows, self.free, self.running = num_rows, set(range(num_pages)), []

    def draw(self, draws):
        if draws.chance(0.35):
            return ("finish", draws.below(3))
        tokens = tuple(draws.between(1, 2) for _ in range(draws.between(1, 5)))
        return ("try_admit", tokens, draws.between(1, 4))

    def try_admit(self, tokens, output_len):
        if not tokens or not output_len:
            return SKIP
        matched = self.cache.find(tokens[:-1])
        others = [page for page in self.cache.page_of.values() if page not in matched]
        evictable = sum(1 for page in others if not self.cache.locks.get(page))
        needed = -(-(len(tokens) + output_len) // self.page_size) - len(matched)
        evicted_before = len(self.cache.evicted)
        self.step(f"admission.try_admit({tokens}, {output_len})")
        request = self.admission.try_admit(tokens, output_len)
        evicted = self.cache.evicted[evicted_before:]
        if self.rows == 0 or needed > len(self.free) + evictable:
            assert request is None, (
                "a request is admitted if a row is free and its pages can be had"
            )
            assert evicted == [], "a refusal evicts nothing"
        else:
            assert request is not None, (
                "a request is admitted if a row is free and its pages can be had"
            )
            self.admitted(request, matched, needed, evicted)
        return self.compare()

    def admitted(self, request, matched, needed, evicted):
        assert len(evicted) == max(0, needed - len(self.free)), "no more is evicted than is short"
        self.free |= set(evicted)
        assert request.pages[: len(matched)] == matched, (
            "a request gets its prefix and then pages of its own, all different"
        )
        own = request.pages[len(matched) :]
        assert len(own) == needed, "pages for the whole life: prompt and output"
        assert len(set(own) & self.free) == needed, "every page is in one place"
        self.free -= set(own)
        self.rows -= 1
        self.running.append((request, matched))

    def finish(self, place):
        if place >= len(self.running):
            return SKIP
        self.step(f"admission.finish(running.pop({place}))  # running: those admitted, in order")
        request, matched = self.running.pop(place)
        self.admission.finish(request)
        cached = set(self.cache.page_of.values())
        self.free |= set(request.pages[len(matched) :]) - cached
        self.rows += 1
        return self.compare()

    def compare(self):
        counts = {}
        for page in sorted(page for _, matched in self.running for page in matched):
            counts[page] = counts.get(page, 0) + 1
        assert self.cache.locked() == counts, "each running request locks its prefix once"
        assert sorted(self.admission.free_pages) == sorted(self.free), "every page is in one place"
        assert len(self.admission.free_rows) == self.rows, "a finished request gives back its row"


def test_any_sequence():
    explore(AdmissionMachine, runs=120, steps=30, seed=167)
