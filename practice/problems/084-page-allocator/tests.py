from kernel.testing import SKIP, Machine, explore, raises
from solution import PageAllocator


def pages(page_size, *numbers):
    """All slots of the pages of these numbers, in this order."""
    return [number * page_size + offset for number in numbers for offset in range(page_size)]


def test_example_two_requests():
    allocator = PageAllocator(num_pages=4, page_size=4)
    assert allocator.allocate(6) == [0, 1, 2, 3, 4, 5, 6, 7], "a part of a page takes a whole page"
    assert allocator.allocate(1) == [8, 9, 10, 11], "no slot is given to two requests"
    assert allocator.available_size == 4, "available_size counts slots of free pages"
    allocator.free([0, 1, 2, 3, 4, 5, 6, 7])
    assert allocator.available_size == 12, "what was given back is free again"
    assert allocator.allocate(3) == [0, 1, 2, 3], "the lowest free pages are taken first"


def test_at_first_everything_is_free():
    assert PageAllocator(5, 3).available_size == 15, "available_size counts slots of free pages"
    assert PageAllocator(0, 3).available_size == 0, "available_size counts slots of free pages"


def test_how_many_pages():
    for page_size in (1, 2, 4):
        for num_tokens in range(3 * page_size + 1):
            needed = next(count for count in range(4) if count * page_size >= num_tokens)
            allocator = PageAllocator(3, page_size)
            assert allocator.allocate(num_tokens) == pages(page_size, *range(needed)), (
                "a part of a page takes a whole page"
            )
            assert allocator.available_size == (3 - needed) * page_size, (
                "available_size counts slots of free pages"
            )


def test_too_much():
    allocator = PageAllocator(3, 4)
    with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
        allocator.allocate(13)
    assert allocator.available_size == 12, "what is refused changes nothing"
    allocator.allocate(5)
    with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
        allocator.allocate(5)
    assert allocator.allocate(4) == [8, 9, 10, 11], "what is refused changes nothing"
    with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
        allocator.allocate(1)
    assert allocator.allocate(0) == [], "no tokens take no page"


def test_four_pages_are_for_four_requests():
    allocator = PageAllocator(4, 4)
    for number in range(4):
        assert allocator.allocate(3) == pages(4, number), "a part of a page takes a whole page"
    assert allocator.available_size == 0, "available_size counts slots of free pages"
    with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
        allocator.allocate(3)


def test_pages_come_back_in_any_order():
    allocator = PageAllocator(4, 2)
    allocator.allocate(8)
    allocator.free([7, 2, 6, 3])
    assert allocator.available_size == 4, "what was given back is free again"
    allocator.free([0, 1])
    assert allocator.allocate(6) == [0, 1, 2, 3, 6, 7], "the lowest free pages are taken first"


def test_a_request_may_give_some_of_its_pages_back():
    allocator = PageAllocator(4, 2)
    allocator.allocate(6)
    allocator.free([2, 3])
    assert allocator.allocate(3) == [2, 3, 6, 7], "the lowest free pages are taken first"


def test_nothing_to_free():
    allocator = PageAllocator(2, 4)
    allocator.allocate(4)
    allocator.free([])
    assert allocator.available_size == 4, "freeing no slots changes nothing"


def test_freed_twice():
    allocator = PageAllocator(3, 2)
    allocator.allocate(6)
    allocator.free([2, 3])
    for slots in ([2, 3], [0, 1, 2, 3], [2, 3, 4, 5]):
        with raises(RuntimeError, "a page that is free already is refused with RuntimeError"):
            allocator.free(slots)
        assert allocator.available_size == 2, "what is refused changes nothing"
    assert allocator.allocate(2) == [2, 3], "no slot is given to two requests"
    with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
        allocator.allocate(1)


def test_a_part_of_a_page():
    allocator = PageAllocator(3, 4)
    allocator.allocate(12)
    halves = [0, 1, 4, 5]
    for slots in ([0], [0, 1, 2], [5, 6, 7], [0, 1, 2, 3, 4], [1, 2, 3, 4], halves, [0, 4, 8, 9]):
        with raises(RuntimeError, "a part of a page is refused with RuntimeError"):
            allocator.free(slots)
        assert allocator.available_size == 0, "what is refused changes nothing"


def test_a_slot_twice():
    allocator = PageAllocator(2, 2)
    allocator.allocate(4)
    for slots in ([0, 0], [0, 1, 1], [0, 1, 0, 1]):
        with raises(RuntimeError, "a slot that is named twice is refused with RuntimeError"):
            allocator.free(slots)
        assert allocator.available_size == 0, "what is refused changes nothing"


def test_a_slot_twice_in_the_place_of_another():
    allocator = PageAllocator(2, 4)
    allocator.allocate(8)
    for slots in ([0, 1, 1, 3], [0, 0, 2, 3], [4, 5, 7, 7]):
        with raises(RuntimeError, "a slot that is named twice is refused with RuntimeError"):
            allocator.free(slots)


def test_slots_that_are_not_there():
    allocator = PageAllocator(2, 2)
    allocator.allocate(4)
    for slots in ([4, 5], [-2, -1], [0, 1, 4, 5], [2, 3, -2, -1]):
        with raises(RuntimeError, "a slot outside the pool is refused with RuntimeError"):
            allocator.free(slots)
        assert allocator.available_size == 0, "what is refused changes nothing"


def list_after_free(allocator, slots):
    """The list that was given to free, after it."""
    allocator.free(slots)
    return slots


def test_lists_of_the_caller():
    allocator = PageAllocator(3, 2)
    allocator.allocate(1).clear()
    allocator.allocate(4).clear()
    assert list_after_free(allocator, [1, 0]) == [1, 0], "the list that is given stays as it is"
    assert list_after_free(allocator, [4, 2, 3, 5]) == [4, 2, 3, 5], (
        "the list that is given stays as it is"
    )
    assert allocator.allocate(1) == [0, 1], "the list that is returned is the caller's own"
    assert allocator.allocate(4) == [2, 3, 4, 5], "the list that is returned is the caller's own"


def test_two_allocators():
    first, second = PageAllocator(2, 4), PageAllocator(3, 4)
    first.allocate(8)
    assert second.available_size == 12, "two allocators know nothing of each other"
    assert second.allocate(4) == [0, 1, 2, 3], "two allocators know nothing of each other"
    assert first.available_size == 0, "two allocators know nothing of each other"


class AllocatorMachine(Machine):
    """The reader's allocator beside a set of free pages."""

    def draw_start(self, draws):
        return (draws.between(0, 5), draws.between(1, 4))

    def start(self, num_pages, page_size):
        self.step(f"allocator = PageAllocator({num_pages}, {page_size})")
        self.allocator = PageAllocator(num_pages, page_size)
        self.num_pages, self.page_size = num_pages, page_size
        self.free_pages = set(range(num_pages))

    def draw(self, draws):
        if draws.chance(0.4):
            return ("allocate", draws.between(0, 2 * self.page_size + 1))
        if draws.chance(0.8):
            count = draws.between(1, 2)
            return ("free", tuple(draws.below(self.num_pages + 1) for _ in range(count)))
        return ("free_a_part", draws.below(self.num_pages + 1), draws.below(self.page_size))

    def allocate(self, num_tokens):
        needed = (num_tokens + self.page_size - 1) // self.page_size
        if needed > len(self.free_pages):
            self.step(f"allocator.allocate({num_tokens})  # too few free pages: refused")
            with raises(RuntimeError, "with too few free pages it raises RuntimeError"):
                self.allocator.allocate(num_tokens)
        else:
            lowest = sorted(self.free_pages)[:needed]
            self.step(f"allocator.allocate({num_tokens})")
            assert self.allocator.allocate(num_tokens) == pages(self.page_size, *lowest), (
                "the lowest free pages are taken first"
            )
            self.free_pages -= set(lowest)
        return self.count()

    def free(self, numbers):
        if len(set(numbers)) < len(numbers):
            return SKIP
        slots = pages(self.page_size, *numbers)
        if self.free_pages.intersection(numbers) or self.num_pages in numbers:
            self.step(f"allocator.free({slots})  # not all taken: refused")
            with raises(RuntimeError, "a page that is free already is refused with RuntimeError"):
                self.allocator.free(slots)
        else:
            self.step(f"allocator.free({slots})")
            self.allocator.free(slots)
            self.free_pages.update(numbers)
        return self.count()

    def free_a_part(self, number, missing):
        slots = pages(self.page_size, number)
        del slots[missing]
        if not slots:
            return SKIP
        self.step(f"allocator.free({slots})  # a part of a page: refused")
        with raises(RuntimeError, "a part of a page is refused with RuntimeError"):
            self.allocator.free(slots)
        return self.count()

    def count(self):
        assert self.allocator.available_size == len(self.free_pages) * self.page_size, (
            "available_size counts slots of free pages"
        )


def test_any_sequence():
    explore(AllocatorMachine, runs=120, steps=30, seed=84)
