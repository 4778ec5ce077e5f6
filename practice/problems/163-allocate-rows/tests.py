import torch
from kernel.testing import SKIP, Machine, explore, raises, same
from solution import Req, RowAllocator


def ints(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def empty_table(rows, width):
    return torch.full((rows, width), -1, dtype=torch.int32)


def test_example_five_tokens_in_pages_of_four():
    page_table = empty_table(rows=1, width=8)
    rows = RowAllocator(ints(12, 4, 0), page_table, page_size=4)
    out_loc = rows.allocate_paged([Req(table_idx=0, cached_len=0, device_len=5)])
    assert out_loc.tolist() == [12, 13, 14, 15, 4], "the slots of the tokens to compute, in order"
    assert page_table[0].tolist() == [12, 13, 14, 15, 4, 5, 6, 7], "a row has all slots of a page"
    assert rows.free_slots.tolist() == [0], "pages are taken from the start of the free list"
    assert rows.allocate_paged([Req(0, 5, 6)]).tolist() == [5], "a page is used up before the next"


def test_decoding_takes_a_page_when_the_last_is_full():
    page_table = empty_table(1, 8)
    rows = RowAllocator(ints(8, 2, 6, 0), page_table, 2)
    assert rows.allocate_paged([Req(0, 0, 3)]).tolist() == [8, 9, 2], (
        "the slots of the tokens to compute, in order"
    )
    steps = [(4, [3], [6, 0]), (5, [6], [0]), (6, [7], [0]), (7, [0], [])]
    for device_len, slots, free in steps:
        out_loc = rows.allocate_paged([Req(0, device_len - 1, device_len)])
        assert out_loc.tolist() == slots, "a page is used up before the next"
        assert rows.free_slots.tolist() == free, "a page is taken only when the last is full"
    assert page_table.tolist() == [[8, 9, 2, 3, 6, 7, 0, 1]], "a row has all slots of a page"


def test_a_batch():
    page_table = empty_table(4, 6)
    rows = RowAllocator(ints(10, 0, 6, 2, 4, 8), page_table, 2)
    out_loc = rows.allocate_paged([Req(2, 0, 3), Req(0, 0, 1), Req(3, 0, 4)])
    assert same(out_loc, ints(10, 11, 0, 6, 2, 3, 4, 5)), (
        "one flat int32 tensor, request after request"
    )
    assert page_table.tolist() == [
        [6, 7, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1, -1],
        [10, 11, 0, 1, -1, -1],
        [2, 3, 4, 5, -1, -1],
    ], "each request has pages of its own, and nothing else of the table changes"
    assert rows.free_slots.tolist() == [8], "pages are taken from the start of the free list"
    out_loc = rows.allocate_paged([Req(2, 3, 4), Req(0, 1, 2), Req(3, 4, 5)])
    assert out_loc.tolist() == [1, 7, 8], "a page is used up before the next"


def test_a_cached_prefix():
    page_table = empty_table(2, 12)
    rows = RowAllocator(ints(20, 8), page_table, 4)
    rows.attach_prefix(1, ints(4, 5, 6, 7, 12, 13, 14, 15))
    assert page_table[1].tolist() == [4, 5, 6, 7, 12, 13, 14, 15, -1, -1, -1, -1], (
        "a row begins with the slots of its cached prefix"
    )
    assert rows.free_slots.tolist() == [20, 8], "a cached prefix takes no page off the free list"
    assert rows.allocate_paged([Req(1, 8, 10)]).tolist() == [20, 21], (
        "only what is not cached is computed"
    )
    assert page_table[1].tolist() == [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23], (
        "new pages follow what the row holds"
    )
    assert rows.free_slots.tolist() == [8], "pages are taken from the start of the free list"


def test_a_row_begins_anew():
    page_table = empty_table(1, 4)
    rows = RowAllocator(ints(2, 6, 0), page_table, 2)
    rows.allocate_paged([Req(0, 0, 4)])
    rows.attach_prefix(0, ints(2, 3))
    assert rows.allocate_paged([Req(0, 2, 3)]).tolist() == [0], (
        "attach_prefix begins a row anew, whatever it held before"
    )
    rows = RowAllocator(ints(4, 6), page_table, 2)
    rows.attach_prefix(0, ints())
    assert rows.allocate_paged([Req(0, 0, 1)]).tolist() == [4], "a prefix may be empty"


def test_a_forward_that_failed():
    page_table = empty_table(2, 8)
    rows = RowAllocator(ints(4, 8, 0, 12, 16), page_table, 4)
    assert rows.allocate_paged([Req(0, 0, 5), Req(1, 0, 2)]).tolist() == [4, 5, 6, 7, 8, 0, 1], (
        "the slots of the tokens to compute, in order"
    )
    assert rows.allocate_paged([Req(0, 0, 5)]).tolist() == [4, 5, 6, 7, 8], (
        "a row that holds enough takes no page"
    )
    assert rows.allocate_paged([Req(0, 0, 3), Req(1, 0, 5)]).tolist() == [
        4,
        5,
        6,
        0,
        1,
        2,
        3,
        12,
    ], "a row that holds enough takes no page"
    assert rows.free_slots.tolist() == [16], "a row that holds enough takes no page"
    assert page_table.tolist() == [[4, 5, 6, 7, 8, 9, 10, 11], [0, 1, 2, 3, 12, 13, 14, 15]], (
        "each request has pages of its own, and nothing else of the table changes"
    )


def test_pages_of_one_slot():
    page_table = empty_table(2, 4)
    rows = RowAllocator(ints(3, 1, 5, 0), page_table, 1)
    rows.attach_prefix(1, ints(2))
    assert rows.allocate_paged([Req(0, 0, 2), Req(1, 1, 2)]).tolist() == [3, 1, 5], (
        "the slots of the tokens to compute, in order"
    )
    assert page_table.tolist() == [[3, 1, -1, -1], [2, 5, -1, -1]], (
        "each request has pages of its own, and nothing else of the table changes"
    )
    assert rows.free_slots.tolist() == [0], "pages are taken from the start of the free list"


def test_nobody_in_the_batch():
    page_table = empty_table(1, 4)
    rows = RowAllocator(ints(0), page_table, 4)
    assert same(rows.allocate_paged([]), ints()), "an empty batch has an empty int32 tensor"


def test_too_few_pages():
    page_table = empty_table(2, 4)
    rows = RowAllocator(ints(4, 0, 8), page_table, 2)
    with raises(RuntimeError, "too few free pages for the batch: RuntimeError"):
        rows.allocate_paged([Req(0, 0, 4), Req(1, 0, 3)])
    assert page_table.tolist() == [[-1] * 4] * 2, "a refusal changes nothing"
    assert rows.free_slots.tolist() == [4, 0, 8], "a refusal changes nothing"
    out_loc = rows.allocate_paged([Req(1, 0, 3), Req(0, 0, 2)])
    assert out_loc.tolist() == [4, 5, 0, 8, 9], "a refusal changes nothing"
    assert rows.free_slots.tolist() == [], "the last free page can be taken"
    with raises(RuntimeError, "too few free pages for the batch: RuntimeError"):
        rows.allocate_paged([Req(0, 2, 3)])


class RowsMachine(Machine):
    """The reader's rows beside lists; the free pages lie in an order that no rule gives."""

    def draw_start(self, draws):
        return (draws.pick((1, 2, 3)), draws.between(1, 9), draws.between(1, 7))

    def start(self, page_size, num_pages, stride):
        page_size, num_pages = max(1, page_size), max(1, num_pages)
        self.page_size = page_size
        order = sorted(range(num_pages), key=lambda page: (page * stride % 8, page))
        self.free = [page * page_size for page in order]
        self.page_table = empty_table(3, 12)
        self.rows = RowAllocator(ints(*self.free), self.page_table, page_size)
        self.model = [[], [], []]  # the slots that each row holds
        self.lengths = [0, 0, 0]
        self.step("page_table = torch.full((3, 12), -1, dtype=torch.int32)")
        free = f"torch.tensor({self.free}, dtype=torch.int32)"
        self.step(f"rows = RowAllocator({free}, page_table, {page_size})")

    def draw(self, draws):
        if draws.chance(0.15):
            return ("attach", draws.below(3), draws.between(0, 2))
        return ("allocate", tuple((draws.below(3), draws.between(1, 3)) for _ in range(2)))

    def attach(self, row, pages):
        if self.lengths[row] or self.model[row]:
            return SKIP
        slots = [1000 * self.page_size + at for at in range(pages * self.page_size)]
        self.step(f"rows.attach_prefix({row}, torch.tensor({slots}, dtype=torch.int32))")
        self.rows.attach_prefix(row, ints(*slots))
        self.model[row], self.lengths[row] = slots, len(slots)
        return self.compare()

    def allocate(self, wanted):
        reqs, taken = [], []
        for entry in wanted:
            if len(entry) < 2 or entry[1] < 1 or entry[0] in [req.table_idx for req in reqs]:
                return SKIP
            row, extend_len = entry
            if self.lengths[row] + extend_len > 12:
                return SKIP
            reqs.append(Req(row, self.lengths[row], self.lengths[row] + extend_len))
        self.step(f"rows.allocate_paged({reqs})")
        model, free = [list(row) for row in self.model], list(self.free)
        for req in reqs:
            while len(model[req.table_idx]) < req.device_len and free:
                first = free.pop(0)
                model[req.table_idx] += range(first, first + self.page_size)
            taken += model[req.table_idx][req.cached_len : req.device_len]
        if any(len(model[req.table_idx]) < req.device_len for req in reqs):
            with raises(RuntimeError, "too few free pages for the batch: RuntimeError"):
                self.rows.allocate_paged(reqs)
            return self.compare()
        assert self.rows.allocate_paged(reqs).tolist() == taken, (
            "the slots of the tokens to compute, in order"
        )
        self.model, self.free = model, free
        for req in reqs:
            self.lengths[req.table_idx] = req.device_len
        return self.compare()

    def compare(self):
        assert self.rows.free_slots.tolist() == self.free, (
            "pages are taken from the start of the free list"
        )
        expected = [row + [-1] * (12 - len(row)) for row in self.model]
        assert self.page_table.tolist() == expected, "a row has all slots of a page"


def test_any_sequence():
    explore(RowsMachine, runs=25, steps=12, seed=163)
