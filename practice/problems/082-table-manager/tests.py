from kernel.testing import SKIP, Machine, explore, raises
from solution import TableManager


def test_example_take_and_give_back():
    table = TableManager(3)
    assert table.available_size == 3, "at first all rows are free"
    assert table.allocate() == 0, "the lowest free row is taken first"
    assert table.allocate() == 1, "no row is given to two requests"
    table.free(0)
    assert table.available_size == 2, "a row that was given back can be taken again"
    assert table.allocate() == 0, "the lowest free row is taken first"


def test_no_row_left():
    table = TableManager(1)
    table.allocate()
    assert table.available_size == 0, "rows that are taken are not free"
    with raises(RuntimeError, "without a free row it raises RuntimeError"):
        table.allocate()
    table.free(0)
    assert table.allocate() == 0, "what is refused changes nothing"


def test_no_rows_at_all():
    table = TableManager(0)
    with raises(RuntimeError, "without a free row it raises RuntimeError"):
        table.allocate()


def test_freed_twice():
    table = TableManager(2)
    row = table.allocate()
    table.free(row)
    with raises(RuntimeError, "a row that is free already is refused with RuntimeError"):
        table.free(row)
    assert table.available_size == 2, "what is refused changes nothing"
    assert [table.allocate(), table.allocate()] == [0, 1], "no row is given to two requests"


def test_rows_that_are_not_there():
    table = TableManager(2)
    table.allocate()
    table.allocate()
    for row in (2, -1):
        with raises(
            RuntimeError, "a row that the table does not have is refused with RuntimeError"
        ):
            table.free(row)
    assert table.available_size == 0, "what is refused changes nothing"


def test_two_tables():
    first, second = TableManager(2), TableManager(3)
    first.allocate()
    assert second.available_size == 3, "two tables know nothing of each other"
    assert second.allocate() == 0, "two tables know nothing of each other"
    assert first.allocate() == 1, "two tables know nothing of each other"


class TableMachine(Machine):
    """The reader's table beside a set of free rows."""

    def draw_start(self, draws):
        return (draws.between(1, 5),)

    def start(self, num_rows):
        self.step(f"table = TableManager({num_rows})")
        self.table, self.num_rows = TableManager(num_rows), num_rows
        self.free_rows = set(range(num_rows))

    def draw(self, draws):
        return ("allocate",) if draws.chance(0.6) else ("free", draws.below(self.num_rows))

    def allocate(self):
        if not self.free_rows:
            return SKIP
        self.step("table.allocate()")
        lowest = min(self.free_rows)
        assert self.table.allocate() == lowest, "the lowest free row is taken first"
        self.free_rows.remove(lowest)
        return self.count()

    def free(self, row):
        if row >= self.num_rows:
            return SKIP
        if row in self.free_rows:
            self.step(f"table.free({row})  # it is free: refused")
            with raises(RuntimeError, "a row that is free already is refused with RuntimeError"):
                self.table.free(row)
        else:
            self.step(f"table.free({row})")
            self.table.free(row)
            self.free_rows.add(row)
        return self.count()

    def count(self):
        assert self.table.available_size == len(self.free_rows), "rows that are taken are not free"


def test_any_sequence():
    explore(TableMachine, runs=100, steps=30, seed=82)
