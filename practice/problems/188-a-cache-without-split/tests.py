from kernel.testing import Machine, explore
from solution import PrefixCache


def test_example_two_questions_under_one_prompt():
    cache = PrefixCache(page_size=1)
    cache.insert([1, 2, 3, 4], [10, 11, 12, 13])
    assert cache.insert([1, 2, 5, 6], [20, 21, 22, 23]) == 2, "insert returns what was cached"
    assert cache.match([1, 2, 5, 6]) == (4, [10, 11, 22, 23]), "what was inserted is found"
    assert cache.match([1, 2, 3, 4, 5, 6]) == (4, [10, 11, 12, 13]), (
        "what was never inserted is not found"
    )


def test_example_a_part_of_a_page():
    cache = PrefixCache(page_size=2)
    cache.insert([1, 2, 3, 4], [10, 11, 12, 13])
    assert cache.match([1, 2, 3, 9]) == (2, [10, 11]), "only whole pages match"


def test_an_empty_cache():
    cache = PrefixCache(page_size=2)
    assert cache.match([1, 2]) == (0, []), "what was never inserted is not found"
    assert cache.match([]) == (0, []), "nothing matches nothing"
    assert cache.insert([], []) == 0, "nothing matches nothing"
    assert cache.match([]) == (0, []), "nothing matches nothing"


def test_longer_and_shorter():
    cache = PrefixCache(page_size=1)
    cache.insert([1, 2, 3], [10, 11, 12])
    assert cache.match([1, 2]) == (2, [10, 11]), "a match may end within what was inserted"
    assert cache.match([1, 2, 3, 4]) == (3, [10, 11, 12]), "what was inserted is found"
    assert cache.match([2, 3]) == (0, []), "a prefix begins with the first token"
    assert cache.insert([1, 2], [20, 21]) == 2, "insert returns what was cached"
    assert cache.insert([1, 2, 3, 4, 5], [30, 31, 32, 33, 34]) == 3, (
        "insert returns what was cached"
    )
    assert cache.match([1, 2, 3, 4]) == (4, [10, 11, 12, 33]), (
        "what was cached before keeps its slots"
    )


def test_a_fork_above_a_fork():
    cache = PrefixCache(page_size=1)
    cache.insert([1, 2, 3, 4, 5], [10, 11, 12, 13, 14])
    cache.insert([1, 2, 3, 4, 6], [20, 21, 22, 23, 24])
    cache.insert([1, 2, 7], [30, 31, 32])
    assert cache.match([1, 2, 3, 4, 5]) == (5, [10, 11, 12, 13, 14]), "what was inserted is found"
    assert cache.match([1, 2, 3, 4, 6]) == (5, [10, 11, 12, 13, 24]), "what was inserted is found"
    assert cache.match([1, 2, 7, 5]) == (3, [10, 11, 32]), "what was never inserted is not found"
    assert cache.match([1, 2, 5]) == (2, [10, 11]), "what was never inserted is not found"


def test_a_match_changes_nothing():
    cache = PrefixCache(page_size=1)
    cache.insert([1, 2, 3, 4], [10, 11, 12, 13])
    for _ in range(2):
        assert cache.match([1, 2, 3, 5]) == (3, [10, 11, 12]), "a match changes nothing"
        assert cache.match([1, 9]) == (1, [10]), "a match changes nothing"
        assert cache.match([1, 2, 3, 4]) == (4, [10, 11, 12, 13]), "a match changes nothing"


def test_pages_that_begin_alike():
    cache = PrefixCache(page_size=2)
    cache.insert([1, 2, 3, 4], [10, 11, 12, 13])
    assert cache.insert([1, 9, 3, 4], [20, 21, 22, 23]) == 0, "only whole pages match"
    assert cache.match([1, 2, 3, 4]) == (4, [10, 11, 12, 13]), "what was inserted is found"
    assert cache.match([1, 9, 3, 4]) == (4, [20, 21, 22, 23]), "what was inserted is found"


def test_a_fork_within_a_page():
    cache = PrefixCache(page_size=2)
    cache.insert([1, 2, 3, 4, 5, 6], [10, 11, 12, 13, 14, 15])
    assert cache.insert([1, 2, 3, 7], [20, 21, 22, 23]) == 2, "only whole pages match"
    assert cache.match([1, 2, 3, 7]) == (4, [10, 11, 22, 23]), "what was inserted is found"
    assert cache.match([1, 2, 3, 4, 5, 6]) == (6, [10, 11, 12, 13, 14, 15]), (
        "what was inserted is found"
    )


def test_the_last_page_is_not_full():
    cache = PrefixCache(page_size=3)
    assert cache.insert([1, 2], [10, 11]) == 0, "insert returns what was cached"
    assert cache.match([1, 2]) == (0, []), "only whole pages are cached"
    cache.insert([1, 2, 3, 4, 5], [10, 11, 12, 13, 14])
    assert cache.match([1, 2, 3, 4, 5]) == (3, [10, 11, 12]), "only whole pages are cached"
    assert cache.match([1, 2]) == (0, []), "only whole pages match"


def test_the_lists_of_the_caller():
    cache = PrefixCache(page_size=1)
    tokens, slots = [1, 2, 3], [10, 11, 12]
    cache.insert(tokens, slots)
    tokens[:], slots[:] = [7, 7, 7], [-1, -1, -1]
    assert cache.match([1, 2, 3]) == (3, [10, 11, 12]), "the cache keeps lists of its own"
    for prompt in ([1, 2, 3], [1, 2]):
        cache.match(prompt)[1].clear()
    assert cache.match([1, 2, 3]) == (3, [10, 11, 12]), "the cache keeps lists of its own"


class CacheMachine(Machine):
    """The reader's cache beside a dict with one entry for each prefix of whole pages."""

    def draw_start(self, draws):
        return (draws.below(3),)

    def start(self, more):
        self.page_size = 1 + more
        self.step(f"cache = PrefixCache({self.page_size})")
        self.cache = PrefixCache(self.page_size)
        self.last_pages, self.slots_used = {}, 0

    def draw(self, draws):
        tokens = tuple(draws.below(2) for _ in range(draws.below(5 + 3 * self.page_size)))
        return draws.pick(["insert", "match"]), tokens

    def prefixes(self, tokens):
        ends = range(self.page_size, len(tokens) + 1, self.page_size)
        return [tokens[:end] for end in ends]

    def find(self, tokens):
        slots = []
        for prefix in self.prefixes(tokens):
            if prefix not in self.last_pages:
                break
            slots += self.last_pages[prefix]
        return slots

    def insert(self, tokens):
        slots = list(range(self.slots_used, self.slots_used + len(tokens)))
        self.slots_used += len(tokens)
        self.step(f"cache.insert({list(tokens)}, {slots})")
        cached = len(self.find(tokens))
        assert self.cache.insert(list(tokens), slots) == cached, "insert returns what was cached"
        for prefix in self.prefixes(tokens):
            page = slots[len(prefix) - self.page_size : len(prefix)]
            self.last_pages.setdefault(prefix, page)
        return self.match(tokens)

    def match(self, tokens):
        self.step(f"cache.match({list(tokens)})")
        slots = self.find(tokens)
        assert self.cache.match(list(tokens)) == (len(slots), slots), (
            "a match is the longest cached prefix, with the slots it was first inserted with"
        )


def test_any_sequence():
    explore(CacheMachine, runs=60, steps=12, seed=188)
