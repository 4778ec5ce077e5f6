from kernel.testing import raises
from solution import weight_slots


def test_example_query_key_value_on_the_second_of_two_ranks():
    # 4 query heads, 2 key and 2 value heads, of 2 elements each
    assert weight_slots([8, 4, 4], size=2, rank=1) == [
        ((4, 8), (0, 4)),
        ((2, 4), (4, 6)),
        ((2, 4), (6, 8)),
    ], "each rank takes its own share of every part"


def test_gate_and_up_on_the_first_rank():
    assert weight_slots([6, 6], size=2, rank=0) == [((0, 3), (0, 3)), ((0, 3), (3, 6))], (
        "each rank takes its own share of every part"
    )


def test_a_single_rank():
    assert weight_slots([6, 2, 3], size=1, rank=0) == [
        ((0, 6), (0, 6)),
        ((0, 2), (6, 8)),
        ((0, 3), (8, 11)),
    ], "a single rank takes every part whole"


def test_a_single_part():
    assert weight_slots([12], size=4, rank=3) == [((9, 12), (0, 3))], (
        "each rank takes its own share of every part"
    )


def test_parts_that_grow():
    assert weight_slots([3, 6, 9, 3], size=3, rank=1) == [
        ((1, 2), (0, 1)),
        ((2, 4), (1, 3)),
        ((3, 6), (3, 6)),
        ((1, 2), (6, 7)),
    ], "parts lie one after the other in the merged weight, each as large as this rank's share"


def test_no_parts():
    assert weight_slots([], size=2, rank=0) == [], "no parts give an empty list"


def test_uneven_parts():
    for out_sizes, size in (([3, 4], 2), ([4, 3], 2), ([3, 3], 2), ([6, 2], 4), ([1], 2)):
        for rank in range(size):
            with raises(ValueError, "a part that cannot be divided evenly raises ValueError"):
                weight_slots(out_sizes, size, rank)


def sizes_after_weight_slots(out_sizes):
    """What has become of the caller's list."""
    weight_slots(out_sizes, 2, 0)
    return out_sizes


def test_sizes_stay():
    assert sizes_after_weight_slots([8, 4, 4]) == [8, 4, 4], "out_sizes is not changed"


def load(out_sizes, size):
    """For each part, its rows on all ranks, read back from their merged weights."""
    found = [[] for _ in out_sizes]
    for slots in [weight_slots(out_sizes, size, rank) for rank in range(size)]:
        merged = [None] * (sum(out_sizes) // size)
        for part, ((first, end), (to, to_end)) in enumerate(slots):
            merged[to:to_end] = [(part, row) for row in range(first, end)]
        for kept in merged:
            if kept is not None:
                found[kept[0]].append(kept[1])
    return found


def test_no_row_is_lost():
    for out_sizes in ([8, 4, 4], [12, 12], [4, 8, 16], [4, 4, 4, 4]):
        for size in (1, 2, 4):
            assert load(out_sizes, size) == [list(range(out_size)) for out_size in out_sizes], (
                "over all ranks every row is taken once, in order"
            )
