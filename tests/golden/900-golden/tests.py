from kernel.testing import Machine, explore, raises
from solution import Counter, double


def test_example_double():
    assert double(2) == 4, "twice the number"
    assert double(0) == 0, "twice the number"


def test_list():
    numbers = [1, 2, 3]
    assert [double(number) for number in numbers] == [2, 4, 6], "a list of the doubles"


def test_refused():
    with raises(ValueError, "a negative number is refused with ValueError"):
        double(-1)


class CounterMachine(Machine):
    def start(self):
        self.step("counter = Counter()")
        self.counter, self.total = Counter(), 0

    def draw(self, draws):
        return ("add", draws.between(1, 9))

    def add(self, number):
        self.step(f"counter.add({number})")
        self.total += number
        assert self.counter.add(number) == self.total, "the total of what was added"


def test_any_sequence():
    explore(CounterMachine, runs=5, steps=10, seed=900)
