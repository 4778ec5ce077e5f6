from kernel.testing import same
from solution import Children, make_key_fn


def test_example_two_children_that_share_their_first_token():
    key_fn = make_key_fn(2)
    assert key_fn([1, 9, 3, 4]) == (1, 9), (
        "with larger pages the key is a tuple of the whole first page"
    )
    children = Children(2)
    children.add([1, 2, 3, 4])
    children.add([1, 9, 3, 4])
    assert children.find([1, 2, 7]) == [1, 2, 3, 4], "a run is found by its first page"
    assert children.find([1, 9]) == [1, 9, 3, 4], "runs that share their first token are told apart"
    assert children.find([1, 5, 3, 4]) is None, "a first page that no run has is not found"


def test_keys_of_pages_of_one_token():
    assert same(make_key_fn(1)([7, 8, 9]), 7), (
        "with pages of one token the key is that token, an int"
    )
    assert same(make_key_fn(1)([0]), 0), "with pages of one token the key is that token, an int"


def test_keys_of_larger_pages():
    tokens = [4, 0, 6, 2, 5]
    for page_size in range(2, 6):
        page = tokens[:page_size]
        assert same(make_key_fn(page_size)(page), tuple(page)), (
            "with larger pages the key is a tuple of the whole first page"
        )
        assert same(make_key_fn(page_size)(tokens), tuple(page)), (
            "what follows the first page does not matter"
        )


def test_two_key_functions():
    two, three, one = make_key_fn(2), make_key_fn(3), make_key_fn(1)
    tokens = [1, 2, 3, 4]
    assert [one(tokens), two(tokens), three(tokens)] == [1, (1, 2), (1, 2, 3)], (
        "two key functions do not disturb each other"
    )


def test_pages_of_one_token():
    children = Children(1)
    children.add([3, 4])
    children.add([0, 4])
    assert [children.find([3]), children.find([0, 8, 9])] == [[3, 4], [0, 4]], (
        "a run is found by its first page"
    )


def test_no_children():
    assert Children(1).find([1]) is None, "a first page that no run has is not found"
    assert Children(4).find([1, 2, 3, 4]) is None, "a first page that no run has is not found"


def test_the_last_tokens_of_a_page():
    children = Children(3)
    children.add([1, 2, 3])
    children.add([1, 2, 4])
    children.add([5, 2, 3])
    for run in ([1, 2, 3], [1, 2, 4], [5, 2, 3]):
        assert children.find([*run, 6, 6, 6]) == run, (
            "runs that share their first token are told apart"
        )


def test_the_middle_of_a_page():
    children = Children(3)
    children.add([1, 2, 3])
    assert children.find([1, 9, 3]) is None, "every token of a page matters"
    children.add([1, 9, 3])
    assert children.find([1, 2, 3]) == [1, 2, 3], "every token of a page matters"


def test_pages_with_the_same_sum():
    children = Children(2)
    children.add([1, 31])
    for page in ([2, 0], [0, 62], [31, 1], [16, 16]):
        assert children.find(page) is None, "every token of a page matters"


def test_order_in_a_page():
    children = Children(3)
    children.add([1, 2, 3])
    assert children.find([3, 2, 1]) is None, "the order of the tokens in a page matters"
    children.add([2, 1, 3])
    assert children.find([1, 2, 3]) == [1, 2, 3], "the order of the tokens in a page matters"
    assert children.find([2, 1, 3]) == [2, 1, 3], "the order of the tokens in a page matters"


def test_numbers_are_not_digits():
    children = Children(2)
    children.add([1, 23])
    assert children.find([12, 3]) is None, (
        "tokens are numbers, not digits written one after another"
    )
    children.add([12, 3])
    assert children.find([1, 23]) == [1, 23], (
        "tokens are numbers, not digits written one after another"
    )


def test_less_than_a_page():
    children = Children(3)
    children.add([1, 2, 3])
    for tokens in ([], [1], [1, 2]):
        assert children.find(tokens) is None, "fewer tokens than a page find nothing"
    children = Children(1)
    children.add([1])
    assert children.find([]) is None, "fewer tokens than a page find nothing"


def test_a_run_that_takes_the_place_of_another():
    for page_size in (1, 2):
        children = Children(page_size)
        children.add([1, 2, 3, 4])
        children.add([5, 2, 3, 4])
        children.add([1, 2])
        assert children.find([1, 2, 3, 4]) == [1, 2], (
            "a run takes the place of one with the same first page"
        )
        assert children.find([5, 2]) == [5, 2, 3, 4], "other runs stay"
        children.add([1, 2, 9, 9])
        assert children.find([1, 2]) == [1, 2, 9, 9], (
            "a run takes the place of one with the same first page"
        )


def test_the_lists_stay():
    for page_size in (1, 2):
        children, run, asked = Children(page_size), [1, 2, 3, 4], [1, 2, 7]
        children.add(run)
        assert children.find(asked) == [1, 2, 3, 4], "a run is found by its first page"
        assert children.find(asked) == [1, 2, 3, 4], "a run may be looked for again and again"
        assert (run, asked) == ([1, 2, 3, 4], [1, 2, 7]), "neither run nor tokens is changed"


def test_children_of_two_nodes():
    one, two = Children(1), Children(2)
    one.add([1, 2])
    two.add([1, 3])
    assert one.find([1, 3]) == [1, 2], "two key functions do not disturb each other"
    assert two.find([1, 2]) is None, "two key functions do not disturb each other"
