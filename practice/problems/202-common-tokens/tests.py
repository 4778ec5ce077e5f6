from array import array

from kernel.testing import Machine, explore
from solution import common_tokens


def row(*numbers):
    return array("i", numbers).tobytes()


def test_example_a_node_and_a_prompt():
    key, prompt = row(7, 8, 9, 5), row(1, 2, 7, 8, 9, 6)
    assert common_tokens(key, prompt, 2, 1) == 3, (
        "the leading tokens of key that ids has from start on"
    )
    assert common_tokens(key, prompt, 2, 2) == 2, "only whole pages count"
    assert common_tokens(key, prompt, 0, 1) == 0, "rows that differ at once have nothing in common"


def test_the_place_of_the_difference():
    for length in range(1, 10):
        key = row(*range(1, length + 1))
        for place in range(length):
            ids = row(
                *(number if number - 1 < place else -number for number in range(1, length + 1))
            )
            assert common_tokens(key, ids, 0, 1) == place, (
                "the leading tokens of key that ids has from start on"
            )
        assert common_tokens(key, key, 0, 1) == length, (
            "the leading tokens of key that ids has from start on"
        )


def test_equal_again_after_a_difference():
    key, ids = row(1, 2, 3, 4, 5, 6, 7, 8), row(1, 2, 9, 4, 5, 6, 7, 8)
    assert common_tokens(key, ids, 0, 1) == 2, "what comes after a difference does not matter"
    assert common_tokens(key, row(9, 2, 3, 4, 5, 6, 7, 8), 0, 1) == 0, (
        "what comes after a difference does not matter"
    )


def test_a_difference_within_a_number():
    for other in (0x01020305, 0x01020404, 0x01030304, 0x02020304):
        assert common_tokens(row(5, 0x01020304, 6), row(5, other, 6), 0, 1) == 1, (
            "a number counts whole: four equal bytes or none"
        )
    assert common_tokens(row(1), row(257), 0, 1) == 0, (
        "a number counts whole: four equal bytes or none"
    )


def test_negative_and_large_numbers():
    numbers = (-1, -2_147_483_648, 2_147_483_647, 255, 128, 65_535)
    assert common_tokens(row(*numbers), row(*numbers), 0, 1) == 6, "a byte may have any value"
    assert common_tokens(row(-1, -1), row(-1, -2), 0, 1) == 1, "a byte may have any value"
    assert common_tokens(row(3, -1), row(3, 255), 0, 1) == 1, "a byte may have any value"


def test_zeros():
    assert common_tokens(row(0, 0, 0), row(0, 0, 0), 0, 1) == 3, "a byte may have any value"
    assert common_tokens(row(0, 0), row(0, 1), 0, 1) == 1, "a byte may have any value"
    assert common_tokens(row(0, 0, 0), row(0, 0), 0, 1) == 2, (
        "key may be longer than what is left of ids"
    )


def test_rows_of_different_lengths():
    assert common_tokens(row(1, 2, 3, 4, 5), row(1, 2, 3), 0, 1) == 3, (
        "key may be longer than what is left of ids"
    )
    assert common_tokens(row(3, 1, 2, 3, 9), row(1, 2, 3), 2, 1) == 1, (
        "key may be longer than what is left of ids"
    )
    assert common_tokens(row(1, 2, 3), row(1, 2, 3, 4, 5, 6, 7), 0, 1) == 3, (
        "what ids has behind key does not matter"
    )


def test_start():
    ids = row(4, 5, 6, 7, 8)
    assert common_tokens(row(5, 6, 9), ids, 1, 1) == 2, "start counts tokens, not bytes"
    assert common_tokens(row(8), ids, 4, 1) == 1, "start counts tokens, not bytes"
    assert common_tokens(row(4, 5), ids, 3, 1) == 0, "what ids has before start does not matter"
    assert common_tokens(row(1, 2), row(0, 256, 512, 1, 2), 1, 1) == 0, (
        "start counts tokens, not bytes"
    )


def test_nothing_is_left():
    for page_size in (1, 3):
        assert common_tokens(row(1, 2, 3), row(1, 2, 3), 3, page_size) == 0, (
            "where nothing is left, nothing is common"
        )
        assert common_tokens(row(1, 2, 3), b"", 0, page_size) == 0, (
            "where nothing is left, nothing is common"
        )
        assert common_tokens(b"", row(1, 2, 3), 1, page_size) == 0, (
            "where nothing is left, nothing is common"
        )


def test_pages():
    key = row(1, 2, 3, 4, 5, 6, 7)
    assert common_tokens(key, key, 0, 3) == 6, "only whole pages count"
    assert common_tokens(key, key, 0, 7) == 7, "only whole pages count"
    assert common_tokens(key, key, 0, 8) == 0, "only whole pages count"
    assert common_tokens(key, row(1, 2, 3, 4, 5, 9, 7), 0, 3) == 3, "only whole pages count"
    assert common_tokens(key, row(1, 2, 3, 4, 9, 6, 7), 0, 2) == 4, (
        "the count is in tokens, not in pages or bytes"
    )


def test_pages_from_a_start():
    key = row(1, 2, 3, 4, 5, 6)
    assert common_tokens(key, row(0, 1, 2, 3, 4, 5, 6), 1, 2) == 6, (
        "pages are counted from the start of key"
    )
    assert common_tokens(key, row(0, 0, 0, 1, 2, 3, 4, 5, 9), 3, 2) == 4, (
        "pages are counted from the start of key"
    )


class Watched(bytes):
    """Bytes that count what is taken out of them, and out of what was taken out."""

    pieces = length = 0

    @classmethod
    def count(cls, length):
        cls.pieces += 1
        cls.length += length

    def __getitem__(self, place):
        piece = bytes.__getitem__(self, place)
        if isinstance(piece, int):
            self.count(1)
            return piece
        self.count(len(piece))
        return Watched(piece)

    def __iter__(self):
        for number in bytes.__iter__(self):
            self.count(1)
            yield number

    def __bytes__(self):
        return self


def watched(key, ids, start, page_size):
    """The result, the pieces that were taken, and their length in bytes."""
    Watched.pieces = Watched.length = 0
    found = common_tokens(Watched(key), Watched(ids), start, page_size)
    return found, Watched.pieces, Watched.length


def beyond(most, number):
    return max(number - most, 0)


def test_long_rows():
    numbers = list(range(20_000))
    key = row(*numbers)
    for place, page_size in ((20_000, 1), (20_000, 16), (19_999, 1), (12_345, 16), (1, 1), (0, 1)):
        ids = row(9, *numbers[:place], *(-1 for _ in numbers[place:]))
        found, pieces, length = watched(key, ids, 1, page_size)
        assert found == place - place % page_size, (
            "the leading tokens of key that ids has from start on"
        )
        assert beyond(100, pieces) == 0, "at most 100 pieces, however long the rows are"
        assert beyond(8 * len(key), length) == 0, (
            "the pieces have at most 8 times the length of key"
        )


def test_a_short_key_in_a_long_prompt():
    key, ids = row(*range(50)), row(*range(-1_000, 50_000))
    found, pieces, length = watched(key, ids, 1_000, 1)
    assert found == 50, "the leading tokens of key that ids has from start on"
    assert beyond(100, pieces) == 0, "at most 100 pieces, however long the rows are"
    assert beyond(8 * len(key), length) == 0, "the pieces have at most 8 times the length of key"


class RowsMachine(Machine):
    """Two random rows of few numbers, compared number by number."""

    def draw(self, draws):
        key, ids = ([draws.pick([0, 1, 256, -1]) for _ in range(draws.below(9))] for _ in "ab")
        start = draws.below(len(ids) + 1)
        if draws.chance(0.7):  # or else they would seldom have much in common
            alike = draws.below(len(key) + 1)
            ids[start : start + alike] = key[:alike]
        return "compare", tuple(key), tuple(ids), start, draws.between(1, 3)

    def start(self):
        pass

    def compare(self, key, ids, start, page_size):
        self.step(f"common_tokens(row{key}, row{ids}, {start}, {page_size})")
        same = 0
        while same < min(len(key), len(ids) - start) and key[same] == ids[start + same]:
            same += 1
        assert common_tokens(row(*key), row(*ids), start, page_size) == same - same % page_size, (
            "the leading tokens of key that ids has from start on"
        )


def test_any_rows():
    explore(RowsMachine, runs=40, steps=30, seed=202)
