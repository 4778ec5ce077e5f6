"""Chapter 5: attention over a ragged batch and a paged pool is attention of each request alone."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from minisgl.attention import (
    TorchAttnBackend,
    create_attention_backend,
    make_causal_mask,
    make_offsets,
    make_positions,
)
from minisgl.core import Batch, Req, SamplingParams
from minisgl.kvcache import MHAKVCache, NaivePrefixCache

CPU = torch.device("cpu")
HEAD_DIM, SLOTS, ROWS, LENGTH, LAYERS = 16, 256, 6, 32, 2


class World:
    """A pool whose slots are handed out in no order, and requests with whole q, k and v."""

    def __init__(self, lengths: list[int], cached: list[int], heads: int = 4, kv: int = 2) -> None:
        torch.manual_seed(0)
        self.pool = MHAKVCache(LAYERS, kv, HEAD_DIM, SLOTS, 1, torch.float32, CPU)
        order = torch.randperm(SLOTS)[: ROWS * LENGTH]
        self.page_table = order.reshape(ROWS, LENGTH).to(torch.int32)
        self.backend = create_attention_backend("torch", self.pool, self.page_table)
        handle = NaivePrefixCache(CPU).match_prefix(torch.empty(0)).cuda_handle
        self.reqs, self.whole = [], []
        for uid, (length, cached_len) in enumerate(zip(lengths, cached, strict=True)):
            row = ROWS - 1 - uid  # rows and places in the batch are different things
            ids = torch.zeros(length, dtype=torch.int32)
            self.reqs.append(Req(ids, row, cached_len, 8, uid, SamplingParams(), handle))
            q, k, v = (torch.randn(length, n, HEAD_DIM) for n in (heads, kv, kv))
            self.whole.append((q, k, v))
            slots = self.page_table[row, :cached_len]
            for layer in range(LAYERS):
                self.pool.store_kv(k[:cached_len], v[:cached_len], slots, layer)

    def batch(self) -> Batch:
        batch = Batch(self.reqs, "prefill")
        batch.out_loc = torch.cat(
            [self.page_table[r.table_idx, r.cached_len : r.device_len] for r in self.reqs]
        )
        self.backend.prepare_metadata(batch)
        return batch

    def run(self, layer: int = 0) -> torch.Tensor:
        new = [
            torch.cat(
                [one[i][r.cached_len :] for one, r in zip(self.whole, self.reqs, strict=True)]
            )
            for i in range(3)
        ]
        return self.backend.forward(*new, layer, self.batch())

    def alone(self) -> torch.Tensor:
        """Each request whole and by itself, of which the computed rows."""
        rows = []
        for (q, k, v), req in zip(self.whole, self.reqs, strict=True):
            q, k, v = (x.transpose(0, 1).unsqueeze(0) for x in (q, k, v))
            out = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
            rows.append(out.squeeze(0).transpose(0, 1)[req.cached_len :])
        return torch.cat(rows)


CASES = {
    "prompts": ([5, 9, 1, 3], [0, 0, 0, 0]),
    "prefix hits": ([5, 9, 7], [2, 8, 3]),
    "decode": ([5, 9, 1 + 1], [4, 8, 1]),
    "all kinds at once": ([6, 9, 7, 1, 4], [0, 8, 3, 0, 2]),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("heads", "kv"), [(4, 4), (4, 2), (6, 2), (4, 1)])
def test_a_ragged_batch_is_each_request_alone(case: str, heads: int, kv: int) -> None:
    world = World(*CASES[case], heads=heads, kv=kv)
    torch.testing.assert_close(world.run(), world.alone(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("case", CASES)
def test_no_slot_of_anybody_else_is_read(case: str) -> None:
    """Every slot that is not the requests' own holds NaN: one read of it would show."""
    world = World(*CASES[case])
    own = torch.cat([world.page_table[r.table_idx, : r.device_len] for r in world.reqs]).long()
    foreign = torch.ones(SLOTS, dtype=torch.bool)
    foreign[own] = False
    for layer in range(LAYERS):
        world.pool.k_cache(layer)[foreign] = float("nan")
        world.pool.v_cache(layer)[foreign] = float("nan")
    torch.testing.assert_close(world.run(), world.alone(), rtol=1e-4, atol=1e-5)


def test_new_keys_and_values_are_stored_in_their_own_layer() -> None:
    world = World([5, 9], [0, 3])
    world.run(layer=1)
    for (_, k, v), req in zip(world.whole, world.reqs, strict=True):
        slots = world.page_table[req.table_idx, : req.device_len].long()
        assert torch.equal(world.pool.k_cache(1)[slots], k)
        assert torch.equal(world.pool.v_cache(1)[slots], v)
        new = slots[req.cached_len :]
        assert not world.pool.k_cache(0)[new].any(), "layer 0 was written to"


def test_prefill_then_decode_is_the_whole_sequence_at_once() -> None:
    """Fails if a step reads slots before its own token is stored, or one token too few."""
    world = World([9, 6], [0, 0])
    expected = world.alone().split([9, 6])
    for req, length in zip(world.reqs, (4, 2), strict=True):
        req.device_len = length
    whole = world.whole
    got: list[list[torch.Tensor]] = [[], []]
    for _ in range(5):
        new = [
            torch.cat(
                [
                    one[i][r.cached_len : r.device_len]
                    for one, r in zip(whole, world.reqs, strict=True)
                ]
            )
            for i in range(3)
        ]
        out = world.backend.forward(*new, 0, world.batch())
        for part, rows in zip(got, out.split([r.extend_len for r in world.reqs]), strict=True):
            part.append(rows)
        for req in world.reqs:
            req.complete_one()
    for parts, rows in zip(got, expected, strict=True):
        computed = torch.cat(parts)
        torch.testing.assert_close(computed, rows[: len(computed)], rtol=1e-4, atol=1e-5)


def test_the_last_row_of_each_request_is_known() -> None:
    metadata = World([5, 9, 2], [0, 6, 1]).batch().attn_metadata
    assert metadata.get_last_indices().tolist() == [4, 7, 8]


def test_offsets_are_where_requests_start() -> None:
    assert make_offsets([3, 1, 2]) == [0, 3, 4, 6]
    assert make_offsets([]) == [0]


def test_positions_start_at_what_is_cached() -> None:
    """MinivLLM 98: on a prefix hit they started at 0."""
    assert make_positions(World([3, 8, 5], [0, 5, 4]).reqs).tolist() == [0, 1, 2, 5, 6, 7, 4]


def test_the_mask_hides_what_comes_later() -> None:
    assert make_causal_mask(2, 4, CPU).int().tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]
    assert make_causal_mask(0, 2, CPU).int().tolist() == [[1, 0], [1, 1]]


def test_backends_are_known_by_name() -> None:
    world = World([2], [0])
    assert isinstance(world.backend, TorchAttnBackend)
    with pytest.raises(ValueError, match="unknown attention backend 'flash': choose from torch"):
        create_attention_backend("flash", world.pool, world.page_table)
