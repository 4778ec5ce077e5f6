"""Chapter 5: each request of a ragged batch over a paged pool gets what it would get alone."""

from __future__ import annotations

import pytest
import torch
from helpers import t

from minisgl.attention import (
    TorchAttnBackend,
    create_attention_backend,
    make_causal_mask,
    make_offsets,
    make_positions,
)
from minisgl.attention.torch_backend import TorchAttnMetadata, attend
from minisgl.core import Batch, Req, SamplingParams
from minisgl.kvcache import MHAKVCache, NaivePrefixCache

CPU = torch.device("cpu")
HEAD_DIM, PAGE_SIZE, NUM_PAGES, LAYERS = 8, 4, 24, 2
NUM_SLOTS = PAGE_SIZE * NUM_PAGES
MIXED = [(5, 0), (9, 6), (1, 0), (9, 8), (13, 4), (12, 0)]  # (device_len, cached_len)
DECODE = [(5, 4), (9, 8), (2, 1), (16, 15), (13, 12), (4, 3)]


def make_req(row: int, device_len: int, cached_len: int) -> Req:
    handle = NaivePrefixCache(CPU).match_prefix(t()).cuda_handle
    ids = torch.zeros(device_len, dtype=torch.int32)
    return Req(ids, row, cached_len, 4, row, SamplingParams(), handle)


def shuffled_table(rows: int) -> torch.Tensor:
    """16 tokens for each row, in whole pages that lie anywhere in the pool."""
    order = torch.randperm(NUM_PAGES, generator=torch.Generator().manual_seed(5))
    slots = order[: rows * 4].unsqueeze(1) * PAGE_SIZE + torch.arange(PAGE_SIZE)
    return slots.reshape(rows, 16).to(torch.int32)


def alone(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Attention of one whole sequence, head by head, in plain products: (tokens, heads, dim)."""
    group = q.shape[1] // k.shape[1]
    future = torch.ones(len(q), len(k)).triu(1) == 1
    heads = []
    for head in range(q.shape[1]):
        scores = q[:, head] @ k[:, head // group].t() / HEAD_DIM**0.5
        heads.append(scores.masked_fill(future, -torch.inf).softmax(-1) @ v[:, head // group])
    return torch.stack(heads, dim=1)


class Desk:
    """Some requests, the queries, keys and values of all their tokens, and a pool full of NaN."""

    def __init__(self, lengths: list[tuple[int, int]], heads: int = 4, kv_heads: int = 2) -> None:
        generator = torch.Generator().manual_seed(0)
        self.reqs = [make_req(row, *both) for row, both in enumerate(lengths)]
        self.whole = [
            [torch.randn(n, h, HEAD_DIM, generator=generator) for h in (heads, kv_heads, kv_heads)]
            for n, _ in lengths
        ]
        self.pool = MHAKVCache(LAYERS, kv_heads, HEAD_DIM, NUM_PAGES, PAGE_SIZE, torch.float32, CPU)
        for layer in range(LAYERS):
            self.pool.k_cache(layer).fill_(torch.nan)
            self.pool.v_cache(layer).fill_(torch.nan)
        self.table = shuffled_table(len(lengths))
        self.backend = create_attention_backend("torch", self.pool, self.table)

    def fill_cached(self, layer: int) -> None:
        """Somebody computed the cached prefixes before."""
        for req, (_, k, v) in zip(self.reqs, self.whole, strict=True):
            n = req.cached_len
            self.pool.store_kv(k[:n], v[:n], self.table[req.table_idx, :n], layer)

    def prepare(self, order: list[int]) -> Batch:
        batch = Batch([self.reqs[i] for i in order], "prefill")
        spans = [(r.table_idx, slice(r.cached_len, r.device_len)) for r in batch.reqs]
        batch.out_loc = torch.cat([self.table[row, span] for row, span in spans])
        self.backend.prepare_metadata(batch)
        return batch

    def forward(self, batch: Batch, layer: int) -> list[torch.Tensor]:
        """What each request of the batch gets for its new tokens."""
        q, k, v = (
            torch.cat([self.whole[r.table_idx][i][r.cached_len : r.device_len] for r in batch.reqs])
            for i in range(3)
        )
        out = self.backend.forward(q, k, v, layer, batch)
        return list(out.split([req.extend_len for req in batch.reqs]))

    def right(self, req: Req) -> torch.Tensor:
        return alone(*self.whole[req.table_idx])[req.cached_len : req.device_len]

    def run_and_check(self, order: list[int], layer: int = 1) -> None:
        self.fill_cached(layer)
        batch = self.prepare(order)
        for req, out in zip(batch.reqs, self.forward(batch, layer), strict=True):
            torch.testing.assert_close(out, self.right(req), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("heads", "kv_heads"), [(4, 2), (4, 4), (6, 1), (6, 3)])
@pytest.mark.parametrize("lengths", [MIXED, DECODE], ids=["ragged prefill", "decode"])
def test_each_request_gets_what_it_gets_alone(
    lengths: list[tuple[int, int]], heads: int, kv_heads: int
) -> None:
    """Slots that are nobody's hold NaN: fails if any of them is read, even behind a mask."""
    Desk(lengths, heads, kv_heads).run_and_check(list(range(len(lengths))))


@pytest.mark.parametrize("order", [[5, 4, 3, 2, 1, 0], [2, 0, 5], [3], [0], [1]])
def test_neither_the_order_of_a_batch_nor_who_is_left_out_matters(order: list[int]) -> None:
    """Fails if the i-th request is taken for the i-th row of the page table."""
    Desk(MIXED).run_and_check(order)


@pytest.mark.parametrize("target", range(len(MIXED)))
def test_a_request_never_sees_another_one(target: int) -> None:
    """Everything of the others is NaN, cached or new: fails if a span is too wide by a row."""
    desk = Desk(MIXED)
    for row, tensors in enumerate(desk.whole):
        if row != target:
            for tensor in tensors:
                tensor.fill_(torch.nan)
    desk.fill_cached(0)
    batch = desk.prepare(list(range(len(MIXED))))
    out = desk.forward(batch, 0)[target]
    torch.testing.assert_close(out, desk.right(batch.reqs[target]), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("row", [0, 1, 4])
def test_a_token_does_not_see_later_ones_of_its_own_request(row: int) -> None:
    """A whole prompt and two hits. Fails if a hit's mask is aligned with the first key."""
    desk, changed = Desk(MIXED), Desk(MIXED)
    for tensor in changed.whole[row]:
        tensor[-1] += 100.0
    outs = []
    for one in (desk, changed):
        one.fill_cached(0)
        outs.append(one.forward(one.prepare([row]), 0)[0])
    assert torch.equal(outs[0][:-1], outs[1][:-1])
    assert not torch.allclose(outs[0][-1], outs[1][-1])


def test_prefill_then_decode_step_by_step_equals_the_whole_sequence() -> None:
    """Keys and values of each step are found again by the next ones."""
    desk = Desk([(10, 0), (7, 0), (16, 0)])
    for req, prompt_len in zip(desk.reqs, (4, 1, 9), strict=True):
        req.device_len = prompt_len
    for _ in range(6):
        batch = desk.prepare([2, 0, 1])
        for req, out in zip(batch.reqs, desk.forward(batch, 0), strict=True):
            torch.testing.assert_close(out, desk.right(req), rtol=1e-4, atol=1e-5)
            req.complete_one()


def test_keys_and_values_are_stored_at_out_loc_of_this_layer_alone() -> None:
    desk = Desk([(3, 0), (6, 4)])
    desk.fill_cached(0)
    batch = desk.prepare([1, 0])
    desk.forward(batch, 0)
    news = torch.cat([desk.whole[1][1][4:], desk.whole[0][1]])
    assert torch.equal(desk.pool.k_cache(0)[batch.out_loc.long()], news)
    assert torch.equal(
        desk.pool.v_cache(0)[batch.out_loc.long()],
        torch.cat([desk.whole[1][2][4:], desk.whole[0][2]]),
    )
    used = set(desk.table[0, :3].tolist()) | set(desk.table[1, :6].tolist())
    rest = [slot for slot in range(NUM_SLOTS) if slot not in used]
    assert desk.pool.k_cache(0)[rest].isnan().all()
    assert desk.pool.k_cache(1).isnan().all()
    assert desk.pool.v_cache(1).isnan().all()


def test_metadata_of_a_batch() -> None:
    """Offsets of new tokens and of all tokens are two things: fails if they are mixed up."""
    desk = Desk([(3, 0), (6, 4), (5, 4)])
    batch = desk.prepare([1, 2, 0])
    metadata = batch.attn_metadata
    assert isinstance(metadata, TorchAttnMetadata)
    assert metadata.get_last_indices().tolist() == [1, 2, 5]
    assert metadata.get_last_indices().dtype == torch.int64
    table = desk.table.tolist()
    assert metadata.slots.tolist() == table[1][:6] + table[2][:5] + table[0][:3]
    assert [(s.rows, s.keys) for s in metadata.spans] == [
        (slice(0, 2), slice(0, 6)),
        (slice(2, 3), slice(6, 11)),
        (slice(3, 6), slice(11, 14)),
    ]
    assert [s.is_causal for s in metadata.spans] == [False, False, True]
    masks = [None if s.mask is None else tuple(s.mask.shape) for s in metadata.spans]
    assert masks == [(2, 6), None, None]


def test_metadata_keeps_the_slots_of_its_own_time() -> None:
    """Fails if it holds a view: a row that is handed on would change a batch that waits."""
    desk = Desk([(5, 0)])
    desk.fill_cached(0)
    batch = desk.prepare([0])
    desk.table.fill_(0)
    (out,) = desk.forward(batch, 0)
    torch.testing.assert_close(out, desk.right(batch.reqs[0]), rtol=1e-4, atol=1e-5)


def test_offsets_positions_and_masks() -> None:
    """Positions of a hit go on where the cached prefix ends: fails if they start at 0."""
    assert make_offsets([3, 1, 2]) == [0, 3, 4, 6]
    assert make_offsets([]) == [0]
    reqs = [make_req(0, 3, 0), make_req(1, 8, 5), make_req(2, 5, 4)]
    positions = make_positions(reqs)
    assert positions.tolist() == [0, 1, 2, 5, 6, 7, 4]
    assert positions.dtype == torch.int64
    assert make_causal_mask(2, 4, CPU).int().tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]
    assert torch.equal(make_causal_mask(0, 5, CPU), torch.ones(5, 5).tril() == 1)


def test_positions_of_a_decode_step_do_not_wait_for_the_sampled_token() -> None:
    """Fails if the number of ``input_ids`` is taken for ``device_len``: it is one less here."""
    reqs = [make_req(0, 5, 0), make_req(1, 8, 5)]
    for req in reqs:
        req.complete_one()
    assert [len(req.input_ids) for req in reqs] == [5, 8]
    assert make_positions(reqs).tolist() == [5, 8]


def test_attention_of_one_request_for_queries_at_its_end() -> None:
    q, k, v = Desk([(7, 0)]).whole[0]
    mask = make_causal_mask(4, 7, CPU)
    out = attend(q[4:], k, v, mask, is_causal=False)
    torch.testing.assert_close(out, alone(q, k, v)[4:], rtol=1e-4, atol=1e-5)
    last = attend(q[6:], k, v, None, is_causal=False)
    torch.testing.assert_close(last, alone(q, k, v)[6:], rtol=1e-4, atol=1e-5)


def test_a_batch_knows_its_phase_and_size() -> None:
    prefill, decode = (
        Batch([make_req(0, 3, 0)], "prefill"),
        Batch([make_req(0, 3, 2)] * 2, "decode"),
    )
    assert (prefill.is_prefill, prefill.is_decode, prefill.size) == (True, False, 1)
    assert (decode.is_prefill, decode.is_decode, decode.size) == (False, True, 2)


def test_an_unknown_backend_is_refused_with_the_known_ones() -> None:
    desk = Desk([(3, 0)])
    assert isinstance(desk.backend, TorchAttnBackend)
    with pytest.raises(ValueError, match="unknown attention backend 'flash': choose from torch"):
        create_attention_backend("flash", desk.pool, desk.table)
