import random

from solution import check_integrity


def test_example_one_lost_and_one_with_two_owners():
    found = check_integrity(4, 2, free=[6], cached=[[0, 1]], running=[([2, 3], 0), ([2, 3], 0)])
    assert found.missing == [2], "a page that is in no place is missing"
    assert found.twice == [1], "a page that is in two places is twice"
    assert found.dangling == [], "every finding is reported, and nothing else"
    assert found.misaligned == [], "every finding is reported, and nothing else"


def test_example_a_shared_prefix():
    # Both requests begin with page 2, which the cache owns; 0 and 3 are their own, 1 is free.
    running = [([4, 5, 0, 1], 2), ([4, 5, 6, 7], 2)]
    assert check_integrity(4, 2, [2], [[4, 5]], running) == ([], [], [], []), (
        "a row shares its cached prefix with the cache"
    )


def test_no_pages():
    assert check_integrity(0, 4, [], [], []) == ([], [], [], []), (
        "a sound pool gives four empty lists"
    )
    assert check_integrity(0, 4, [0], [[]], [([], 0)]) == ([], [], [], [0]), (
        "a slot outside the pool is misaligned"
    )


def test_all_free():
    assert check_integrity(3, 1, [2, 0, 1], [], []) == ([], [], [], []), (
        "a sound pool gives four empty lists"
    )
    assert check_integrity(3, 4, [8, 0, 4], [[]], [([], 0)]) == ([], [], [], []), (
        "a sound pool gives four empty lists"
    )


def test_nothing_anywhere():
    assert check_integrity(3, 4, [], [], []) == ([0, 1, 2], [], [], []), (
        "a page that is in no place is missing"
    )


def test_twice_in_the_same_place():
    assert check_integrity(2, 4, [0, 4, 0], [], []) == ([], [0], [], []), (
        "the same place may hold a page twice"
    )
    assert check_integrity(2, 2, [], [[0, 1, 2, 3], [2, 3]], []) == ([], [1], [], []), (
        "the same place may hold a page twice"
    )
    assert check_integrity(2, 2, [0], [], [([2, 3, 2, 3], 0)]) == ([], [1], [], []), (
        "the same place may hold a page twice"
    )


def test_more_than_twice():
    assert check_integrity(2, 1, [1, 0, 0], [[0]], [([0], 0)]) == ([], [0], [], []), (
        "each page is named once"
    )


def test_each_pair_of_places():
    assert check_integrity(1, 2, [0], [[0, 1]], []) == ([], [0], [], []), (
        "a page that is in two places is twice"
    )
    assert check_integrity(1, 2, [0], [], [([0, 1], 0)]) == ([], [0], [], []), (
        "a page that is in two places is twice"
    )
    assert check_integrity(1, 2, [], [[0, 1]], [([0, 1], 0)]) == ([], [0], [], []), (
        "a page that is in two places is twice"
    )


def test_the_sum_is_right():
    assert check_integrity(3, 4, [4, 4], [[8, 9, 10, 11]], []) == ([0], [1], [], []), (
        "one page too many does not make up for a missing one"
    )


def test_row_points_at_pages_that_are_free():
    # The duplicates of the first two pages were freed, and the row was not rewritten.
    assert check_integrity(4, 1, [2, 3], [[0, 1]], [([2, 3], 2)]) == ([], [], [2, 3], []), (
        "a prefix page that is not in the cache is dangling"
    )


def test_prefix_on_another_request():
    assert check_integrity(2, 1, [0], [], [([1], 0), ([1, 1], 2)]) == ([], [], [1], []), (
        "only the cache counts for a prefix"
    )


def test_prefix_that_is_nowhere():
    assert check_integrity(2, 1, [0], [], [([1], 1)]) == ([1], [], [1], []), (
        "a prefix is not a place of its own"
    )


def test_free_list_between_two_pages():
    assert check_integrity(2, 4, [2, 4], [], []) == ([0], [], [], [2]), (
        "a misaligned piece is no page"
    )
    assert check_integrity(2, 4, [0, 4, 5, 5], [], []) == ([], [], [], [5]), (
        "a piece that is not exactly a page is misaligned"
    )


def test_only_the_first_slot_is_right():
    assert check_integrity(2, 2, [2], [[0, 3]], []) == ([0], [], [], [0]), (
        "every slot of a piece counts, not only the first"
    )
    assert check_integrity(2, 2, [0], [], [([2, 2], 0)]) == ([1], [], [], [2]), (
        "every slot of a piece counts, not only the first"
    )
    assert check_integrity(1, 2, [], [], [([1, 0], 0)]) == ([0], [], [], [1]), (
        "a piece that is not exactly a page is misaligned"
    )
    assert check_integrity(2, 2, [], [[0, 1, 2, 3]], [([2, 1], 2)]) == ([], [], [], [2]), (
        "every slot of a piece counts, not only the first"
    )


def test_a_tail_of_less_than_a_page():
    assert check_integrity(2, 4, [], [[0, 1, 2, 3, 4, 5, 6]], []) == ([1], [], [], [4]), (
        "a piece that ends early is misaligned"
    )
    assert check_integrity(2, 4, [0], [], [([4], 0)]) == ([1], [], [], [4]), (
        "a piece that ends early is misaligned"
    )


def test_each_is_cut_by_itself():
    assert check_integrity(1, 4, [], [[0, 1, 2], [3]], []) == ([0], [], [], [0, 3]), (
        "what is cut short here is not made up for there"
    )
    assert check_integrity(1, 2, [], [], [([0], 0), ([1], 0)]) == ([0], [], [], [0, 1]), (
        "what is cut short here is not made up for there"
    )


def test_outside_the_pool():
    assert check_integrity(2, 2, [0, 2, 4, -2], [], []) == ([], [], [], [-2, 4]), (
        "a slot outside the pool is misaligned"
    )
    assert check_integrity(2, 2, [0, 2], [[-2, -1]], [([4, 5], 0)]) == ([], [], [], [-2, 4]), (
        "a slot outside the pool is misaligned"
    )


def test_prefix_and_rest_are_cut_apart():
    # The rest of a row begins after its prefix, which may end before a tail that is too short.
    running = [([0, 1, 2, 3, 4, 5, 6], 4)]
    assert check_integrity(4, 2, [], [[2, 3, 0, 1]], running) == ([3], [], [], [6]), (
        "a piece that ends early is misaligned"
    )


def test_nothing_is_changed():
    free, cached, running = [4, 0], [[3, 2]], [([2, 3, 0], 2)]
    check_integrity(3, 2, free, cached, running)
    assert (free, cached, running) == ([4, 0], [[3, 2]], [([2, 3, 0], 2)]), (
        "nothing that is given is changed"
    )


def scattered(numbers):
    """A pool whose pages are thrown about: usually several are missing and several twice."""
    num_pages, page_size = numbers.randint(1, 6), numbers.randint(1, 3)
    places = [[numbers.randrange(num_pages) for _ in range(numbers.randrange(4))] for _ in range(4)]
    free, node, prefix, own = places
    bad = num_pages * page_size + numbers.randrange(5)
    slots = [
        [page * page_size + offset for page in pages for offset in range(page_size)]
        for pages in (node, prefix, own)
    ]
    expected = (
        [page for page in range(num_pages) if page not in free + node + own],
        [page for page in range(num_pages) if (free + node + own).count(page) >= 2],
        [page for page in range(num_pages) if page in prefix and page not in node],
        [bad],
    )
    first_slots = [page * page_size for page in free] + [bad]
    arguments = (first_slots, [slots[0]], [(slots[1] + slots[2], len(slots[1]))])
    return num_pages, page_size, arguments, expected


def test_pages_thrown_about():
    numbers = random.Random(166)
    for _ in range(200):
        num_pages, page_size, arguments, expected = scattered(numbers)
        assert check_integrity(num_pages, page_size, *arguments) == expected, (
            "every finding is reported, and nothing else"
        )
