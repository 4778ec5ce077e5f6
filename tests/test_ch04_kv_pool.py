"""Chapter 4: where each token's keys and values live."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from helpers import t

from minisgl.distributed import DistributedInfo, set_tp_info
from minisgl.kernel import gather_kv, store_kv
from minisgl.kvcache import (
    BaseKVCachePool,
    MHAKVCache,
    NaivePrefixCache,
    SizeInfo,
    create_kvcache_pool,
    create_prefix_cache,
)
from minisgl.scheduler import TableManager
from minisgl.utils import align_down, align_up, div_ceil

CPU = torch.device("cpu")
LAYERS, HEADS, HEAD_DIM, PAGES, PAGE_SIZE = 2, 4, 3, 3, 4
SLOTS = PAGES * PAGE_SIZE


def rows(*values: float) -> torch.Tensor:
    """One token for each value, (tokens, heads, head_dim), no two numbers of it the same."""
    within = torch.arange(HEADS * HEAD_DIM).reshape(HEADS, HEAD_DIM) / 100
    return torch.tensor(values)[:, None, None] + within


def make_pool(dtype: torch.dtype = torch.float32) -> BaseKVCachePool:
    config: Any = SimpleNamespace(num_layers=LAYERS, num_kv_heads=HEADS, head_dim=HEAD_DIM)
    return create_kvcache_pool(config, PAGES, PAGE_SIZE, dtype, CPU)


@pytest.mark.parametrize("slot_dtype", [torch.int32, torch.int64])
def test_store_writes_row_i_to_slot_i_and_nothing_else(slot_dtype: torch.dtype) -> None:
    """Fails if rows are stored in the order of the slots, or if k and v are swapped."""
    k_cache, v_cache = torch.full((2, 6, HEADS, HEAD_DIM), -1.0)
    store_kv(
        k_cache, v_cache, torch.tensor([4, 0, 3], dtype=slot_dtype), rows(1, 2, 3), -rows(4, 5, 6)
    )
    untouched = torch.full((HEADS, HEAD_DIM), -1.0)
    assert torch.equal(k_cache[[4, 0, 3]], rows(1, 2, 3))
    assert torch.equal(v_cache[[4, 0, 3]], -rows(4, 5, 6))
    for slot in (1, 2, 5):
        assert torch.equal(k_cache[slot], untouched)
        assert torch.equal(v_cache[slot], untouched)


def test_store_overwrites_what_was_there() -> None:
    k_cache, v_cache = torch.zeros(2, 3, HEADS, HEAD_DIM)
    store_kv(k_cache, v_cache, t(1, 2), rows(1, 2), rows(3, 4))
    store_kv(k_cache, v_cache, t(2), rows(9), rows(8))
    assert torch.equal(k_cache[1:], rows(1, 9))
    assert torch.equal(v_cache[1:], rows(3, 8))


def test_gather_gives_rows_in_the_order_of_the_slots() -> None:
    """Fails if the slots are sorted, or if a repeated slot is read once only."""
    cache = rows(0, 1, 2, 3, 4)
    assert torch.equal(gather_kv(cache, t(3, 0, 3, 4)), rows(3, 0, 3, 4))
    assert gather_kv(cache, t()).shape == (0, HEADS, HEAD_DIM)


def test_gather_gives_a_copy() -> None:
    """Fails if attention could write into the pool through what it read."""
    cache = rows(0, 1, 2)
    gather_kv(cache, t(0, 1, 2)).zero_()
    assert torch.equal(cache, rows(0, 1, 2))


def test_the_pool_has_a_slot_for_every_token_of_every_page() -> None:
    pool = make_pool()
    for layer in range(LAYERS):
        assert pool.k_cache(layer).shape == (SLOTS, HEADS, HEAD_DIM)
        assert pool.v_cache(layer).shape == (SLOTS, HEADS, HEAD_DIM)


def test_keys_values_and_layers_do_not_share_slots() -> None:
    """Fails if the layer is left out of the address, or if v lands in k."""
    pool = make_pool()
    for layer in range(LAYERS):
        pool.store_kv(rows(10 + layer), rows(20 + layer), t(5), layer)
    for layer in range(LAYERS):
        assert torch.equal(pool.k_cache(layer)[5:6], rows(10 + layer))
        assert torch.equal(pool.v_cache(layer)[5:6], rows(20 + layer))
        rest = [slot for slot in range(SLOTS) if slot != 5]
        assert not pool.k_cache(layer)[rest].any()
        assert not pool.v_cache(layer)[rest].any()


def test_slots_that_were_never_written_hold_zeros() -> None:
    """Fails with ``torch.empty``: 0 * NaN is NaN, whatever the mask says."""
    torch.full((2, LAYERS, SLOTS, HEADS, HEAD_DIM), float("nan"))  # memory to be handed out again
    pool = make_pool()
    assert not any(
        pool.k_cache(layer).any() or pool.v_cache(layer).any() for layer in range(LAYERS)
    )


def test_a_token_comes_back_exactly_from_any_page_order() -> None:
    """Pages 2, 0 hold a request of 6 tokens: its row says 8 9 10 11 0 1."""
    pool, row = make_pool(), t(8, 9, 10, 11, 0, 1)
    k, v = rows(1, 2, 3, 4, 5, 6), rows(6, 5, 4, 3, 2, 1)
    pool.store_kv(k, v, row, 1)
    assert torch.equal(gather_kv(pool.k_cache(1), row), k)
    assert torch.equal(gather_kv(pool.v_cache(1), row), v)
    assert torch.equal(pool.k_cache(1)[:2], rows(5, 6))


def test_the_pool_has_the_dtype_it_was_asked_for() -> None:
    assert make_pool(torch.bfloat16).k_cache(0).dtype == torch.bfloat16


def test_each_of_two_ranks_keeps_half_of_the_heads() -> None:
    set_tp_info(DistributedInfo(rank=1, size=2))
    assert make_pool().k_cache(0).shape == (SLOTS, HEADS // 2, HEAD_DIM)


def test_heads_that_ranks_cannot_share_are_refused() -> None:
    set_tp_info(DistributedInfo(rank=0, size=3))
    with pytest.raises(ValueError, match="4 cannot be divided evenly by 3"):
        MHAKVCache(1, 4, 8, 2, 1, torch.float32, CPU)


@pytest.mark.parametrize("size", [1, 2, 4, 16])
def test_page_arithmetic(size: int) -> None:
    """Fails if a full page counts as one and a bit: 16 tokens are one page of 16, not two."""
    for tokens in range(0, 3 * size + 2):
        assert div_ceil(tokens, size) == math.ceil(tokens / size)
        assert align_up(tokens, size) == math.ceil(tokens / size) * size
        assert align_down(tokens, size) == tokens // size * size
    assert (div_ceil(16, 16), align_up(17, 16), align_down(31, 16)) == (1, 32, 16)


def test_the_naive_cache_keeps_nothing_and_finds_nothing() -> None:
    cache = create_prefix_cache(CPU, "naive")
    assert isinstance(cache, NaivePrefixCache)
    found_before, kept = cache.insert_prefix(t(1, 2, 3), t(7, 8, 9))
    assert (found_before, kept.cached_len) == (0, 0)
    handle = cache.match_prefix(t(1, 2, 3)).cuda_handle
    assert handle.cached_len == 0
    assert handle.get_matched_indices().shape == (0,)
    assert handle.get_matched_indices().dtype == torch.int32
    assert cache.size_info == SizeInfo(evictable_size=0, protected_size=0)


def test_the_naive_cache_has_an_answer_to_everything_else() -> None:
    cache = NaivePrefixCache(CPU)
    handle = cache.match_prefix(t()).cuda_handle
    assert handle.cached_len == 0
    cache.lock_handle(handle)
    cache.lock_handle(handle, unlock=True)
    assert cache.evict(0).tolist() == []
    assert cache.evict(0).dtype == torch.int32
    cache.reset()
    cache.check_integrity()
    assert cache.size_info.total_size == 0


def test_the_naive_cache_cannot_evict_what_it_does_not_have() -> None:
    """Fails if the caller is left to go on with fewer slots than it asked for."""
    with pytest.raises(RuntimeError, match="cannot evict 1 tokens: the naive cache holds none"):
        NaivePrefixCache(CPU).evict(1)


def test_a_prefix_needs_one_slot_for_each_token() -> None:
    with pytest.raises(ValueError, match="3 tokens, but 2 slots"):
        NaivePrefixCache(CPU).insert_prefix(t(1, 2, 3), t(7, 8))


def test_an_unknown_cache_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"unknown prefix cache 'lru': choose from .*naive"):
        create_prefix_cache(CPU, "lru")


def make_table(max_running_req: int) -> TableManager:
    return TableManager(max_running_req, torch.zeros(max_running_req + 1, 8, dtype=torch.int32))


def test_rows_are_handed_out_lowest_first_and_never_twice() -> None:
    table = make_table(3)
    assert [table.allocate() for _ in range(3)] == [0, 1, 2]
    assert table.available_size == 0


def test_a_row_that_was_freed_is_handed_out_again() -> None:
    table = make_table(3)
    for _ in range(3):
        table.allocate()
    table.free(1)
    assert table.available_size == 1
    assert table.allocate() == 1


def test_when_no_row_is_free_that_is_said() -> None:
    """The table's last row is the dummy request's: it is never handed out."""
    table = make_table(2)
    rows_taken = [table.allocate(), table.allocate()]
    with pytest.raises(RuntimeError, match="no row of the page table is free"):
        table.allocate()
    assert rows_taken == [0, 1]


def test_freeing_a_row_twice_is_an_error_and_changes_nothing() -> None:
    """Fails if a row can be on the free list twice: two requests would write to it later."""
    table = make_table(2)
    table.allocate()
    table.free(0)
    with pytest.raises(RuntimeError, match="row 0 of the page table is freed twice"):
        table.free(0)
    assert table.available_size == 2
    assert sorted([table.allocate(), table.allocate()]) == [0, 1]


def test_a_table_with_too_few_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="3 requests, but 2 rows"):
        TableManager(3, torch.zeros(2, 8, dtype=torch.int32))
