import math

import torch
from kernel.testing import close, same
from solution import attend_ragged


def slot_list(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def some_numbers(start, *shape):
    """A tensor of that shape, of numbers between -2 and 2 that follow no order."""
    count = math.prod(shape)
    return torch.tensor([(start + 37 * i) % 64 / 16 - 2 for i in range(count)]).reshape(shape)


def pool(slots, start, kv_heads, head_dim):
    """A layer of the pool with numbers in these slots; NaN in the others, which are not in use."""
    cache = torch.full((16, kv_heads, head_dim), float("nan"))
    for slot in slots:
        cache[slot] = some_numbers(start + 11 * slot, kv_heads, head_dim)
    return cache


def batch(heads, kv_heads, head_dim, slots, cached_lens, device_lens):
    """All arguments of attend_ragged."""
    q = some_numbers(5, sum(device_lens) - sum(cached_lens), heads, head_dim)
    k_cache, v_cache = (pool(slots, start, kv_heads, head_dim) for start in (23, 42))
    return q, k_cache, v_cache, slot_list(*slots), cached_lens, device_lens


def in_half(q, k_cache, v_cache, *rest):
    """The same batch, with a pool and queries in bfloat16. No number of it is rounded."""
    return *(tensor.to(torch.bfloat16) for tensor in (q, k_cache, v_cache)), *rest


def after(function, *given):
    """What was given to a function, after the call."""
    function(*given)
    return list(given)


def dot(xs, ys):
    return sum(x * y for x, y in zip(xs, ys, strict=True))


def by_hand(q, k_cache, v_cache, slots, cached_lens, device_lens):
    """The definition, number by number."""
    group, scale = q.shape[1] // k_cache.shape[1], 1 / math.sqrt(q.shape[2])
    queries, keys, values = q.tolist(), k_cache.tolist(), v_cache.tolist()
    out, own = [], slots.tolist()
    for cached_len, device_len in zip(cached_lens, device_lens, strict=True):
        for position in range(cached_len, device_len):
            seen, heads = own[: position + 1], []
            for head, query in enumerate(queries[len(out)]):
                scores = [scale * dot(query, keys[slot][head // group]) for slot in seen]
                weights = [math.exp(score - max(scores)) for score in scores]
                columns = zip(*(values[slot][head // group] for slot in seen), strict=True)
                heads.append([dot(weights, column) / sum(weights) for column in columns])
            out.append(heads)
        own = own[device_len:]
    return torch.tensor(out)


def test_example_two_requests_that_look_at_everything_alike():
    """With queries of 0 all scores are equal, and the result is the mean of the values seen."""
    k_cache = torch.zeros(6, 1, 1)
    v_cache = torch.tensor([3.0, 20.0, 6.0, 70.0, 40.0, 9.0]).reshape(6, 1, 1)
    slots = torch.tensor([4, 1, 0, 5, 2], dtype=torch.int32)  # 4, 1 and 0, 5, 2
    means = torch.tensor([40.0, 30.0, 6.0]).reshape(3, 1, 1)
    assert close(
        attend_ragged(torch.zeros(3, 1, 1), k_cache, v_cache, slots, [0, 2], [2, 3]), means
    ), "each token sees its own request, up to itself"


def test_weights_of_a_single_token():
    """Scores ln 1 and ln 3, after the division by 2: weights of a quarter and three quarters."""
    k_cache, v_cache = torch.zeros(2, 1, 4), torch.zeros(2, 1, 4)
    k_cache[1, 0, 0] = math.log(3.0)
    v_cache[1] = 8.0
    q = torch.tensor([[[2.0, 0.0, 0.0, 0.0]]])
    assert close(
        attend_ragged(q, k_cache, v_cache, slot_list(0, 1), [1], [2]), torch.full((1, 1, 4), 6.0)
    ), "weights are the softmax of q k / sqrt(head_dim)"


def test_query_heads_share_kv_heads():
    """Values of 1 in kv head 0 and of 2 in kv head 1: four query heads read 1, 1, 2, 2."""
    caches = torch.ones(3, 2, 2)
    caches[:, 1] = 2.0
    q = torch.zeros(1, 4, 2)
    assert close(
        attend_ragged(q, caches, caches, slot_list(2), [0], [1]),
        torch.tensor([[[1.0, 1.0], [1.0, 1.0], [2.0, 2.0], [2.0, 2.0]]]),
    ), "neighbouring query heads share a kv head"


def test_slots_that_are_not_listed():
    nan = float("nan")
    caches = torch.tensor([nan, 2.0, nan, 4.0]).reshape(4, 1, 1)
    q = torch.tensor([0.0]).reshape(1, 1, 1)
    assert close(
        attend_ragged(q, caches, caches, slot_list(3, 1), [1], [2]),
        torch.tensor([3.0]).reshape(1, 1, 1),
    ), "what lies in slots that are not listed does not matter"


def test_any_heads():
    for heads, kv_heads in [(1, 1), (2, 2), (4, 2), (6, 2), (6, 3), (3, 1)]:
        layout = ([9, 2, 4, 7], [0, 1], [2, 2])
        assert close(
            attend_ragged(*batch(heads, kv_heads, 4, *layout)),
            by_hand(*batch(heads, kv_heads, 4, *layout)),
        ), "neighbouring query heads share a kv head"


def test_any_head_dim():
    for head_dim in (1, 2, 3, 16):
        layout = ([3, 1, 2], [0], [3])
        assert close(
            attend_ragged(*batch(2, 1, head_dim, *layout)),
            by_hand(*batch(2, 1, head_dim, *layout)),
        ), "weights are the softmax of q k / sqrt(head_dim)"


def test_prompts():
    layout = ([8, 9, 10, 11, 0, 3, 2, 1, 6], [0, 0, 0], [5, 1, 3])
    assert close(attend_ragged(*batch(2, 1, 4, *layout)), by_hand(*batch(2, 1, 4, *layout))), (
        "each token sees its own request, up to itself"
    )


def test_prompts_after_a_cached_prefix():
    layout = ([12, 13, 14, 15, 4, 5, 3, 2, 1, 0], [3, 1], [5, 5])
    assert close(attend_ragged(*batch(2, 1, 4, *layout)), by_hand(*batch(2, 1, 4, *layout))), (
        "a new token sees the whole cached prefix of its request"
    )


def test_decode_steps():
    layout = ([5, 9, 1, 0, 14, 13, 12, 11, 7], [2, 0, 4], [3, 1, 5])
    assert close(attend_ragged(*batch(4, 2, 4, *layout)), by_hand(*batch(4, 2, 4, *layout))), (
        "a new token sees the whole cached prefix of its request"
    )


def test_everything_at_once():
    layout = ([6, 1, 15, 3, 2, 9, 8, 0, 12, 5, 4, 10], [0, 4, 1], [3, 5, 4])
    assert close(attend_ragged(*batch(4, 2, 4, *layout)), by_hand(*batch(4, 2, 4, *layout))), (
        "each token sees its own request, up to itself"
    )


def test_requests_that_share_a_prefix():
    layout = ([4, 5, 9, 1, 4, 5, 2], [2, 2], [4, 3])
    assert close(attend_ragged(*batch(2, 1, 4, *layout)), by_hand(*batch(2, 1, 4, *layout))), (
        "several requests may read the same slots"
    )


def test_a_batch_is_its_requests_one_by_one():
    q, k_cache, v_cache, slots, _, _ = batch(2, 2, 4, [3, 8, 1, 9, 0, 7], [1, 0], [4, 2])
    alone = [
        attend_ragged(q[:3].clone(), k_cache, v_cache, slots[:4], [1], [4]),
        attend_ragged(q[3:].clone(), k_cache, v_cache, slots[4:], [0], [2]),
    ]
    assert close(attend_ragged(q, k_cache, v_cache, slots, [1, 0], [4, 2]), torch.cat(alone)), (
        "a request does not notice the others"
    )


def test_large_scores():
    """Scores of 400 and of -400: exp of the one overflows, of the other it is 0."""
    for sign in (1.0, -1.0):
        k_cache = torch.full((2, 1, 4), 10.0 * sign)
        v_cache = torch.tensor([1.0, 3.0]).reshape(2, 1, 1).expand(2, 1, 4).clone()
        q = torch.full((1, 1, 4), 20.0)
        assert close(
            attend_ragged(q, k_cache, v_cache, slot_list(0, 1), [1], [2]),
            torch.full((1, 1, 4), 2.0),
        ), "scores in the hundreds give finite results"


def test_a_pool_in_half_precision():
    """Scores of 100 and 100.1875, which bfloat16 cannot tell apart: the result would be 32."""
    half = torch.bfloat16
    k_cache, v_cache = torch.zeros(2, 1, 4, dtype=half), torch.zeros(2, 1, 4, dtype=half)
    k_cache[:, 0, 0] = 12.5
    k_cache[1, 0, 1] = 0.375
    v_cache[1] = 64.0
    q = torch.tensor([[[16.0, 1.0, 0.0, 0.0]]], dtype=half)
    assert same(
        attend_ragged(q, k_cache, v_cache, slot_list(0, 1), [1], [2]),
        torch.full((1, 1, 4), 35.0, dtype=half),
    ), "computed in float32, and returned in the dtype of q"


def test_nothing_but_the_result_is_rounded():
    layout = ([3, 1, 2, 0], [3], [4])
    assert same(
        attend_ragged(*in_half(*batch(1, 1, 6, *layout))),
        by_hand(*batch(1, 1, 6, *layout)).to(torch.bfloat16),
    ), "only the result is rounded"


def test_no_requests():
    for dtype in (torch.float32, torch.bfloat16):
        caches = torch.zeros(4, 1, 2, dtype=dtype)
        q = torch.zeros(0, 2, 2, dtype=dtype)
        assert same(
            attend_ragged(q, caches, caches, slot_list(), [], []),
            torch.zeros(0, 2, 2, dtype=dtype),
        ), "without requests the result is empty, of the shape and dtype of q"


def test_nothing_that_is_given_changes():
    assert same(
        after(
            attend_ragged,
            some_numbers(5, 2, 2, 2),
            some_numbers(23, 2, 2, 2),
            some_numbers(42, 2, 2, 2),
            slot_list(1, 0),
            [0],
            [2],
        ),
        [
            some_numbers(5, 2, 2, 2),
            some_numbers(23, 2, 2, 2),
            some_numbers(42, 2, 2, 2),
            slot_list(1, 0),
            [0],
            [2],
        ],
    ), "nothing that is given is changed"
