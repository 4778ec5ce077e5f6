import torch
from kernel.testing import same
from solution import gather_kv, store_kv


def slot_list(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def after_store_kv(k_cache, v_cache, slots, k, v):
    """Both caches after store_kv."""
    store_kv(k_cache, v_cache, slots, k, v)
    return [k_cache, v_cache]


def pool_after_writing_to(gathered, cache):
    """The pool, when somebody has written into what was gathered from it."""
    with torch.inference_mode():  # for those who gather in it
        gathered[:] = -1.0
    return cache


def rows(*values, dtype=torch.float32):
    """One token for each value, 2 heads of 3 numbers: no two numbers in it are the same."""
    within = torch.tensor([[0, 1, 2], [3, 4, 5]], dtype=dtype) / 8
    return torch.tensor(values, dtype=dtype).reshape(len(values), 1, 1) + within


def test_example_two_tokens_of_one_head():
    k_cache, v_cache = torch.zeros(4, 1, 2), torch.zeros(4, 1, 2)
    k, v = torch.tensor([[[1.0, 2.0]], [[3.0, 4.0]]]), torch.tensor([[[5.0, 6.0]], [[7.0, 8.0]]])
    store_kv(k_cache, v_cache, torch.tensor([2, 0], dtype=torch.int32), k, v)
    written = torch.tensor([[[3.0, 4.0]], [[0.0, 0.0]], [[1.0, 2.0]], [[0.0, 0.0]]])
    assert same(k_cache, written), "row i goes to slot slots[i], in place"
    assert same(gather_kv(v_cache, torch.tensor([2, 0], dtype=torch.int32)), v), (
        "the rows come in the order of the slots"
    )


def test_keys_and_values_each_go_to_their_own_cache():
    k_cache, v_cache = rows(0, 0, 0, 0), rows(0, 0, 0, 0)
    assert same(
        after_store_kv(k_cache, v_cache, slot_list(1, 3), rows(1, 2), rows(-4, -5)),
        [rows(0, 1, 0, 2), rows(0, -4, 0, -5)],
    ), "row i goes to slot slots[i], in place"


def test_a_slot_that_is_used_again():
    assert same(
        after_store_kv(rows(7, 8, 9), rows(17, 18, 19), slot_list(1), rows(1), rows(2)),
        [rows(7, 1, 9), rows(17, 2, 19)],
    ), "what the slot held before is gone"


def test_no_tokens():
    assert same(
        after_store_kv(rows(7, 8), rows(9, 10), slot_list(), rows(), rows()),
        [rows(7, 8), rows(9, 10)],
    ), "no tokens change nothing"
    assert same(gather_kv(rows(7, 8), slot_list()), rows()), (
        "no slots give no rows, of the shape of the others"
    )


def test_any_slots_in_any_order():
    cache = rows(0, 1, 2, 3, 4)
    for slots in [(2,), (1, 2, 3), (3, 2, 1), (4, 0, 2), (3, 0, 3, 4), (0, 1, 2, 3, 4)]:
        assert same(gather_kv(cache, slot_list(*slots)), rows(*slots)), (
            "the rows come in the order of the slots"
        )


def test_what_is_gathered_is_a_copy():
    for slots in [(1,), (1, 2), (2, 0), (0, 1, 2)]:
        cache = rows(0, 1, 2)
        assert same(
            pool_after_writing_to(gather_kv(cache, slot_list(*slots)), cache), rows(0, 1, 2)
        ), "what comes back is a copy of the pool, never a view"


def test_keys_and_values_are_read_one_after_the_other():
    k_cache, v_cache, slots = rows(1, 2, 3), rows(4, 5, 6), slot_list(2, 0)
    assert same([gather_kv(k_cache, slots), gather_kv(v_cache, slots)], [rows(3, 1), rows(6, 4)]), (
        "what was read before stays as it was"
    )


def test_a_pool_in_half_precision():
    half = torch.bfloat16
    k_cache, v_cache = rows(0, 0, 0, dtype=half), rows(0, 0, 0, dtype=half)
    store_kv(k_cache, v_cache, slot_list(2, 0), rows(1, 2, dtype=half), rows(3, 4, dtype=half))
    assert same(gather_kv(k_cache, slot_list(2, 0)), rows(1, 2, dtype=half)), (
        "what comes back has the dtype of the pool"
    )
    assert same(gather_kv(v_cache, slot_list(2, 0)), rows(3, 4, dtype=half)), (
        "what comes back has the dtype of the pool"
    )


def test_a_request_in_two_pages():
    """Pages of 4 slots; the request has page 2 and then page 0."""
    k_cache, v_cache = rows(*[0] * 12), rows(*[0] * 12)
    slots = slot_list(8, 9, 10, 11, 0, 1)
    store_kv(k_cache, v_cache, slots, rows(1, 2, 3, 4, 5, 6), rows(6, 5, 4, 3, 2, 1))
    assert same(gather_kv(k_cache, slots), rows(1, 2, 3, 4, 5, 6)), (
        "every token comes back exactly as it was stored"
    )
    assert same(gather_kv(v_cache, slots), rows(6, 5, 4, 3, 2, 1)), (
        "every token comes back exactly as it was stored"
    )
    assert same(gather_kv(k_cache, slot_list(2, 3, 7)), rows(0, 0, 0)), (
        "slots that are not named keep what they hold"
    )
