from kernel.testing import Machine, explore
from solution import BlockCache

TOKENS = [0, 1, -1, -2]  # hash(-1) == hash(-2)


def test_example_two_questions_under_one_prompt():
    cache = BlockCache(block_size=2)
    assert cache.insert([1, 2, 3, 4, 5], [0, 1, 2]) == [0, 1], "only full blocks are cached"
    assert cache.match([1, 2, 7, 8]) == [0], "the longest cached prefix, in full blocks"
    assert cache.insert([1, 2, 7, 8], [3, 4]) == [0, 4], "a block that is cached already stays"
    assert cache.match([1, 2, 7, 8, 9]) == [0, 4], "the longest cached prefix, in full blocks"


def test_nothing():
    cache = BlockCache(2)
    assert cache.match([]) == [], "nothing matches nothing"
    assert cache.match([1, 2]) == [], "what was not inserted is not found"
    assert cache.insert([], []) == [], "nothing matches nothing"
    assert cache.insert([1], [7]) == [], "only full blocks are cached"
    assert cache.match([1]) == [], "only full blocks are cached"


def test_blocks_of_one_token():
    cache = BlockCache(1)
    cache.insert([4, 5, 6], [9, 0, 3])
    assert cache.match([4, 5, 6, 7]) == [9, 0, 3], "the longest cached prefix, in full blocks"
    assert cache.match([4, 6]) == [9], "the longest cached prefix, in full blocks"


def test_the_last_block():
    cache = BlockCache(3)
    cache.insert([1, 2, 3, 4, 5], [10, 11])
    assert cache.match([1, 2, 3, 4, 5]) == [10], "only full blocks are cached"
    assert cache.insert([1, 2, 3, 4, 5, 6], [10, 12]) == [10, 12], "only full blocks are cached"
    assert cache.match([1, 2, 3, 4, 5]) == [10], "only full blocks match"
    assert cache.match([1, 2, 3, 4, 5, 6]) == [10, 12], "the longest cached prefix, in full blocks"


def test_the_same_tokens_after_others():
    cache = BlockCache(2)
    cache.insert([1, 2, 5, 6], [0, 1])
    assert cache.match([5, 6]) == [], "a block counts only with all that comes before it"
    assert cache.match([3, 4, 5, 6]) == [], "a block counts only with all that comes before it"
    assert cache.insert([3, 4, 5, 6], [2, 3]) == [2, 3], (
        "a block counts only with all that comes before it"
    )
    assert cache.match([1, 2, 5, 6]) == [0, 1], "a block that is cached already stays"
    assert cache.match([3, 4, 5, 6]) == [2, 3], "the longest cached prefix, in full blocks"
    assert cache.match([5, 6]) == [], "a block counts only with all that comes before it"


def test_the_same_tokens_again_and_again():
    cache = BlockCache(2)
    cache.insert([8, 8, 8, 8, 8, 8], [0, 1, 2])
    assert cache.match([8, 8, 8, 8]) == [0, 1], "a block counts only with all that comes before it"
    assert cache.match([8, 8, 8, 8, 8, 8, 8, 8]) == [0, 1, 2], (
        "the longest cached prefix, in full blocks"
    )


def test_the_first_stays():
    cache = BlockCache(2)
    cache.insert([1, 2, 3, 4], [0, 1])
    assert cache.insert([1, 2, 3, 4, 5, 6], [5, 6, 7]) == [0, 1, 7], (
        "a block that is cached already stays"
    )
    assert cache.insert([1, 2, 3, 4, 9, 9], [0, 1, 8]) == [0, 1, 8], (
        "a request that reuses blocks gives them back in its own list"
    )
    assert cache.match([1, 2, 3, 4, 5, 6]) == [0, 1, 7], "the longest cached prefix, in full blocks"
    assert cache.match([1, 2, 3, 4, 9, 9]) == [0, 1, 8], "the longest cached prefix, in full blocks"


def test_blocks_with_the_same_hash():
    cache = BlockCache(2)
    cache.insert([-1, 1], [0])
    assert cache.match([-2, 1]) == [], "blocks with the same hash are different blocks"
    assert cache.insert([-2, 1], [1]) == [1], "blocks with the same hash are different blocks"
    assert cache.match([-1, 1]) == [0], "blocks with the same hash are different blocks"
    assert cache.match([-2, 1]) == [1], "blocks with the same hash are different blocks"


def test_prefixes_with_the_same_hash():
    cache = BlockCache(2)
    cache.insert([-1, 1, 5, 6], [0, 1])
    cache.insert([-2, 1, 7, 8], [2, 3])
    assert cache.match([-2, 1, 5, 6]) == [2], "prefixes with the same hash are different prefixes"
    assert cache.insert([-2, 1, 5, 6], [2, 4]) == [2, 4], (
        "prefixes with the same hash are different prefixes"
    )
    assert cache.match([-1, 1, 5, 6]) == [0, 1], (
        "prefixes with the same hash are different prefixes"
    )


def test_tokens_are_numbers():
    for one, other in [([1, 12], [11, 2]), ([1, 2], [2, 1]), ([1, 2], [1 + 2**32, 2 - 2**64])]:
        cache = BlockCache(2)
        cache.insert(one, [0])
        assert cache.match(other) == [], "blocks are the same if all their tokens are, in order"
        assert cache.insert(other, [1]) == [1], (
            "blocks are the same if all their tokens are, in order"
        )
    cache = BlockCache(1)
    cache.insert([1, 23], [0, 1])
    assert cache.match([12, 3]) == [], "blocks are the same if all their tokens are, in order"


def test_two_caches():
    twos, ones = BlockCache(2), BlockCache(1)
    ones.insert([1, 2], [0, 1])
    assert twos.match([1, 2]) == [], "two caches have nothing to do with each other"
    assert twos.insert([1, 2, 3], [5, 6]) == [5], "two caches have nothing to do with each other"
    assert ones.match([1, 2]) == [0, 1], "two caches have nothing to do with each other"


def test_the_lists_of_the_caller():
    cache = BlockCache(2)
    tokens, blocks = [1, 2, 3, 4], [5, 6]
    cache.insert(tokens, blocks).clear()
    tokens[:], blocks[:] = [0, 0, 0, 0], [-1, -1]
    cache.match([1, 2, 3, 4]).clear()
    assert cache.match([1, 2, 3, 4]) == [5, 6], "the cache keeps lists of its own"


class CacheMachine(Machine):
    """The reader's cache beside a dict with one entry for each prefix of full blocks."""

    def draw_start(self, draws):
        return (draws.below(3),)

    def start(self, more):
        self.block_size = 1 + more
        self.step(f"cache = BlockCache({self.block_size})")
        self.cache = BlockCache(self.block_size)
        self.cached, self.blocks_used = {}, 0

    def draw(self, draws):
        tokens = tuple(draws.below(4) for _ in range(draws.below(4 * self.block_size + 2)))
        return ("match", tokens) if draws.chance(0.5) else ("insert", tokens, draws.below(2))

    def prefixes(self, tokens):
        ends = range(self.block_size, len(tokens) + 1, self.block_size)
        return [tokens[:end] for end in ends]

    def match(self, tokens):
        tokens = [TOKENS[token] for token in tokens]
        self.step(f"cache.match({tokens})")
        assert self.cache.match(tokens) == self.find(tokens), (
            "the longest cached prefix, in full blocks"
        )

    def find(self, tokens):
        found = []
        for prefix in self.prefixes(tuple(tokens)):
            if prefix not in self.cached:
                break
            found.append(self.cached[prefix])
        return found

    def insert(self, tokens, reuse):
        tokens = [TOKENS[token] for token in tokens]
        blocks = self.find(tokens) if reuse else []
        while len(blocks) * self.block_size < len(tokens):
            blocks.append(self.blocks_used)
            self.blocks_used += 1
        self.step(f"cache.insert({tokens}, {blocks})")
        prefixes = self.prefixes(tuple(tokens))
        for prefix, block in zip(prefixes, blocks, strict=False):
            self.cached.setdefault(prefix, block)
        expected = [self.cached[prefix] for prefix in prefixes]
        assert self.cache.insert(tokens, blocks) == expected, "a block that is cached already stays"


def test_any_sequence():
    explore(CacheMachine, runs=100, steps=30, seed=190)
