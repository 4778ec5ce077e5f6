from kernel.testing import SKIP, Machine, explore
from solution import Run


def times(run, length):
    """When each of the tokens was last used."""
    return [run.last_used(token) for token in range(length)]


def used(length, now, *uses):
    """A run made at a time, and then used as the pairs (end, now) say."""
    run = Run(length, now)
    for end, later in uses:
        run.use(end, later)
    return run


def test_example_two_uses_and_a_split():
    run = Run(8, 1)
    run.use(6, 2)
    run.use(3, 4)
    assert [run.last_used(token) for token in range(8)] == [4, 4, 4, 2, 2, 2, 1, 1], (
        "a token was last used by the latest use that reached it"
    )
    assert run.cuts == [(3, 4), (6, 2)], "a cut for each place where the time falls, and no other"
    assert run.tail() == (6, 1), "the tail begins where the last time does"
    first, second = run.split(5)
    assert (first.cuts, first.tail()) == ([(3, 4)], (3, 2)), (
        "in both parts each token was last used when it was before"
    )
    assert (second.cuts, second.tail()) == ([(1, 2)], (1, 1)), (
        "in both parts each token was last used when it was before"
    )


def test_a_new_run():
    run = Run(4, 7)
    assert times(run, 4) == [7, 7, 7, 7], "tokens that no use reached keep the time of the run"
    assert run.cuts == [], "a cut for each place where the time falls, and no other"
    assert run.tail() == (0, 7), "the tail begins where the last time does"
    assert Run(1, 0).tail() == (0, 0), "the tail begins where the last time does"


def test_where_a_use_ends():
    run = used(4, 1, (1, 5))
    assert times(run, 4) == [5, 1, 1, 1], "a use counts for the tokens before its end"
    assert run.tail() == (1, 1), "the tail begins where the last time does"
    run = used(4, 1, (3, 5))
    assert times(run, 4) == [5, 5, 5, 1], "a use counts for the tokens before its end"
    assert run.tail() == (3, 1), "the tail begins where the last time does"


def test_a_shorter_use_after_a_longer_one():
    run = used(6, 1, (5, 2), (3, 3), (1, 4))
    assert times(run, 6) == [4, 3, 3, 2, 2, 1], (
        "a token was last used by the latest use that reached it"
    )
    assert run.cuts == [(1, 4), (3, 3), (5, 2)], (
        "a cut for each place where the time falls, and no other"
    )


def test_a_longer_use_after_shorter_ones():
    run = used(9, 1, (8, 2), (2, 3), (4, 4), (6, 5))
    assert times(run, 9) == [5, 5, 5, 5, 5, 5, 2, 2, 1], (
        "a token was last used by the latest use that reached it"
    )
    assert run.cuts == [(6, 5), (8, 2)], "a cut for each place where the time falls, and no other"


def test_the_same_end_again():
    run = used(5, 1, (2, 2), (2, 3), (4, 4), (4, 9))
    assert run.cuts == [(4, 9)], "a cut for each place where the time falls, and no other"
    assert times(run, 5) == [9, 9, 9, 9, 1], (
        "a token was last used by the latest use that reached it"
    )


def test_used_whole():
    run = used(5, 1, (3, 2), (1, 3), (5, 4))
    assert times(run, 5) == [4] * 5, "a token was last used by the latest use that reached it"
    assert run.cuts == [], "a cut for each place where the time falls, and no other"
    assert run.tail() == (0, 4), "a run that is used whole is all tail"
    run.use(2, 6)
    assert run.tail() == (2, 4), "the tail begins where the last time does"


def test_uses_at_one_time():
    run = used(6, 1, (2, 3), (5, 3))
    assert run.cuts == [(5, 3)], "uses at one time make one cut"
    run = used(6, 1, (5, 3), (2, 3))
    assert run.cuts == [(5, 3)], "uses at one time make one cut"
    assert times(run, 6) == [3, 3, 3, 3, 3, 1], (
        "a token was last used by the latest use that reached it"
    )
    run = used(6, 1, (5, 2), (4, 3), (2, 3))
    assert run.cuts == [(4, 3), (5, 2)], "uses at one time make one cut"


def test_a_use_at_the_time_of_the_run():
    run = used(6, 2, (3, 2))
    assert run.cuts == [], "a use at the time that the tokens have already makes no cut"
    assert run.tail() == (0, 2), "the tail begins where the last time does"
    run = used(6, 2, (4, 5), (6, 7), (1, 7))
    assert run.cuts == [], "a use at the time that the tokens have already makes no cut"


def lengths(parts):
    return tuple(part.length for part in parts)


def test_split_a_new_run():
    run = Run(5, 3)
    first, second = parts = run.split(2)
    assert lengths(parts) == (2, 3), "both parts have the length that is asked for"
    assert (times(first, 2), times(second, 3)) == ([3, 3], [3, 3, 3]), (
        "in both parts each token was last used when it was before"
    )
    assert (first.cuts, second.cuts) == ([], []), (
        "the parts have the cuts of the run, one at the split excepted"
    )


def test_split_at_every_place():
    uses = ((9, 2), (6, 3), (4, 4), (1, 5))
    before = [5, 4, 4, 4, 3, 3, 2, 2, 2, 1]
    ends = [(1, 5), (4, 4), (6, 3), (9, 2)]
    for pos in range(1, 10):
        first, second = parts = used(10, 1, *uses).split(pos)
        assert lengths(parts) == (pos, 10 - pos), "both parts have the length that is asked for"
        assert times(first, pos) == before[:pos], (
            "in both parts each token was last used when it was before"
        )
        assert times(second, 10 - pos) == before[pos:], (
            "in both parts each token was last used when it was before"
        )
        assert first.cuts == [cut for cut in ends if cut[0] < pos], (
            "the parts have the cuts of the run, one at the split excepted"
        )
        assert second.cuts == [(end - pos, time) for end, time in ends if end > pos], (
            "the parts have the cuts of the run, one at the split excepted"
        )


def test_tails_of_the_parts():
    first, second = used(10, 1, (9, 2), (6, 3), (4, 4)).split(6)
    assert first.tail() == (4, 3), "the tail begins where the last time does"
    assert second.tail() == (3, 1), "the tail begins where the last time does"


def test_the_parts_are_used():
    first, second = used(8, 1, (6, 2), (2, 3)).split(4)
    first.use(4, 5)
    assert times(second, 4) == [2, 2, 1, 1], "the two parts do not disturb each other"
    second.use(1, 6)
    assert times(first, 4) == [5, 5, 5, 5], "the two parts do not disturb each other"
    assert times(second, 4) == [6, 2, 1, 1], (
        "a token was last used by the latest use that reached it"
    )
    second.use(3, 7)
    assert second.cuts == [(3, 7)], "a cut for each place where the time falls, and no other"
    assert first.cuts == [], "the two parts do not disturb each other"


def test_parts_of_parts():
    _, second = used(9, 1, (8, 2), (6, 3), (5, 4), (1, 5)).split(3)
    middle, last = second.split(2)
    assert (times(middle, 2), times(last, 4)) == ([4, 4], [3, 2, 2, 1]), (
        "in both parts each token was last used when it was before"
    )
    assert (middle.cuts, last.cuts) == ([], [(1, 3), (3, 2)]), (
        "the parts have the cuts of the run, one at the split excepted"
    )


def test_two_runs():
    one, other = Run(4, 1), Run(4, 1)
    one.use(2, 2)
    assert (other.cuts, other.tail()) == ([], (0, 1)), "two runs do not disturb each other"


def long_run():
    """A run of 10**12 tokens, or None where there is not the memory for it."""
    try:
        return used(10**12, 1, (7 * 10**11, 2), (3, 3))
    except (MemoryError, OverflowError):
        return None


def test_a_long_run():
    run = long_run()
    assert isinstance(run, Run), "a run does not keep anything for each token"
    found = [run.last_used(token) for token in (2, 3, 7 * 10**11 - 1, 7 * 10**11)]
    assert found == [3, 2, 2, 1], "a run does not keep anything for each token"
    first, second = run.split(5 * 10**11)
    assert (first.tail(), second.tail()) == ((3, 2), (2 * 10**11, 1)), (
        "a run does not keep anything for each token"
    )


class RunMachine(Machine):
    """The reader's runs, each beside a list with the time of every token."""

    def draw_start(self, draws):
        return (draws.between(4, 10),)

    def start(self, length):
        self.step(f"runs = [Run({length}, 1)]")
        self.runs, self.known, self.time = [Run(length, 1)], [[1] * length], 1

    def draw(self, draws):
        kind = draws.pick(["use", "use", "use", "use", "split"])
        number, place = draws.below(3), draws.between(1, 10)
        return (kind, number, place) if kind == "split" else (kind, number, place, draws.below(3))

    def use(self, number, end, later):
        if number >= len(self.runs) or end > len(self.known[number]):
            return SKIP
        self.time += later
        self.step(f"runs[{number}].use({end}, {self.time})")
        self.runs[number].use(end, self.time)
        self.known[number][:end] = [self.time] * end
        return self.look(number)

    def split(self, number, pos):
        if number >= len(self.runs) or pos >= len(self.known[number]):
            return SKIP
        self.step(f"runs[{number}:{number + 1}] = runs[{number}].split({pos})")
        self.runs[number : number + 1] = self.runs[number].split(pos)
        known = self.known[number]
        self.known[number : number + 1] = known[:pos], known[pos:]
        self.look(number)
        return self.look(number + 1)

    def look(self, number):
        run, known = self.runs[number], self.known[number]
        assert times(run, len(known)) == known, (
            "a token was last used by the latest use that reached it"
        )
        ends = [end for end in range(1, len(known)) if known[end - 1] > known[end]]
        assert run.cuts == [(end, known[end - 1]) for end in ends], (
            "a cut for each place where the time falls, and no other"
        )
        assert run.tail() == (ends[-1] if ends else 0, known[-1]), (
            "the tail begins where the last time does"
        )


def test_any_sequence():
    explore(RunMachine, runs=80, steps=20, seed=203)
