"""Chapter 2: layers that are shared by two ranks add up to the whole layer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from helpers import run_two_ranks

from minisgl.distributed import (
    DistributedInfo,
    all_gather,
    all_reduce,
    get_tp_info,
    set_tp_info,
    try_get_tp_info,
)
from minisgl.layers import (
    BaseOP,
    LinearColParallelMerged,
    LinearQKVMerged,
    LinearReplicated,
    LinearRowParallel,
    ParallelLMHead,
    VocabParallelEmbedding,
)

HIDDEN = 12
RANKS = [DistributedInfo(rank, 2) for rank in range(2)]


def noise(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def shards_of(make: Callable[[], BaseOP], whole: BaseOP, dim: int) -> list[BaseOP]:
    """The layer of each rank, its weights cut from the whole layer's; biases only along dim 0."""
    shards = []
    for info in RANKS:
        set_tp_info(info)
        shard = make()
        for (name, slot), (_, full) in zip(shard.weight_slots(), whole.weight_slots(), strict=True):
            cut = not (name.endswith("bias") and dim == 1)
            slot.copy_(full.chunk(2, dim)[info.rank] if cut else full)
        shards.append(shard)
    set_tp_info(None)
    return shards


def filled(op: BaseOP) -> BaseOP:
    for seed, (_, slot) in enumerate(op.weight_slots()):
        slot.copy_(noise(*slot.shape, seed=seed))
    return op


def forward_on_ranks(
    shards: list[BaseOP], inputs: list[torch.Tensor], monkeypatch: pytest.MonkeyPatch
) -> list[torch.Tensor]:
    """Run each rank twice: once to hear what it sends, once to give it what all have sent."""
    sent: list[torch.Tensor] = []
    outputs: list[torch.Tensor] = []

    def reduce_all(x: torch.Tensor) -> None:
        if len(sent) < 2:
            sent.append(x.clone())
        else:
            x.copy_(sent[0] + sent[1])

    def gather_all(parts: list[torch.Tensor], x: torch.Tensor) -> None:
        if len(sent) < 2:
            sent.append(x.clone())
        else:
            for part, other in zip(parts, sent, strict=True):
                part.copy_(other)

    monkeypatch.setattr(torch.distributed, "all_reduce", reduce_all)
    monkeypatch.setattr(torch.distributed, "all_gather", gather_all)
    for _ in range(2):
        outputs.clear()
        for info, shard, x in zip(RANKS, shards, inputs, strict=True):
            set_tp_info(info)
            outputs.append(shard.forward(x))
    set_tp_info(None)
    return outputs


@pytest.mark.parametrize("rows", [1, 5, 20])
def test_row_parallel_sums_over_the_ranks_and_adds_its_bias_once(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = filled(LinearRowParallel(8, HIDDEN, bias=True))
    shards = shards_of(lambda: LinearRowParallel(8, HIDDEN, bias=True), whole, dim=1)
    x = noise(rows, 8)
    for out in forward_on_ranks(shards, list(x.chunk(2, dim=-1)), monkeypatch):
        torch.testing.assert_close(out, whole.forward(x))


def test_column_parallel_gives_each_rank_its_part_of_each_part() -> None:
    """Fails if the merged product is cut as one: a rank would have all of gate, none of up."""

    def make() -> LinearColParallelMerged:
        return LinearColParallelMerged(HIDDEN, [6, 4], ["gate_proj", "up_proj"], bias=True)

    whole = filled(make())
    x = noise(5, HIDDEN)
    gate, up = whole.forward(x).split([6, 4], dim=-1)
    for rank, shard in enumerate(shards_of(make, whole, dim=0)):
        right = torch.cat([gate.chunk(2, -1)[rank], up.chunk(2, -1)[rank]], dim=-1)
        torch.testing.assert_close(shard.forward(x), right)


def test_each_rank_has_half_of_the_query_and_of_the_key_value_heads() -> None:
    def make() -> LinearQKVMerged:
        return LinearQKVMerged(HIDDEN, 3, 4, 2, bias=True)

    whole = filled(make())
    x = noise(5, HIDDEN)
    parts = whole.forward(x).split([12, 6, 6], dim=-1)
    for rank, shard in enumerate(shards_of(make, whole, dim=0)):
        shapes = {name: tuple(slot.shape) for name, slot in shard.weight_slots("a.qkv_proj.")}
        assert shapes["a.q_proj.weight"] == (6, HIDDEN)
        assert shapes["a.v_proj.bias"] == (3,)
        right = torch.cat([part.chunk(2, -1)[rank] for part in parts], dim=-1)
        torch.testing.assert_close(shard.forward(x), right)


def test_the_embedding_finds_every_token_on_one_rank_or_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """First and last token of both ranges. Fails if a token that is elsewhere gives row 0."""
    whole = filled(VocabParallelEmbedding(10, HIDDEN))
    shards = shards_of(lambda: VocabParallelEmbedding(10, HIDDEN), whole, dim=0)
    ids = torch.tensor([0, 4, 5, 9, 5])
    for out in forward_on_ranks(shards, [ids, ids], monkeypatch):
        assert torch.equal(out, whole.forward(ids))


@pytest.mark.parametrize("tied", [False, True])
def test_the_head_puts_the_ranks_scores_side_by_side_in_rank_order(
    tied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(embedding: VocabParallelEmbedding) -> ParallelLMHead:
        return ParallelLMHead(10, HIDDEN, tied_to=embedding if tied else None)

    whole_embedding = VocabParallelEmbedding(10, HIDDEN)
    filled(whole_embedding)
    embeddings = shards_of(lambda: VocabParallelEmbedding(10, HIDDEN), whole_embedding, dim=0)
    whole = filled(make(whole_embedding))
    waiting = list(embeddings)

    def make_shard() -> ParallelLMHead:
        embedding = waiting.pop(0)
        assert isinstance(embedding, VocabParallelEmbedding)
        return make(embedding)

    shards = shards_of(make_shard, whole, dim=0)
    x = noise(3, HIDDEN, seed=7)
    for out in forward_on_ranks(shards, [x, x], monkeypatch):
        torch.testing.assert_close(out, whole.forward(x))


def test_a_replicated_layer_is_whole_on_every_rank() -> None:
    set_tp_info(RANKS[1])
    assert LinearReplicated(HIDDEN, 7).weight.shape == (7, HIDDEN)


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinearRowParallel(8, HIDDEN),
        lambda: LinearQKVMerged(HIDDEN, 4, 6, 2, bias=False),
        lambda: VocabParallelEmbedding(10, HIDDEN),
        lambda: ParallelLMHead(10, HIDDEN),
    ],
)
def test_what_the_ranks_cannot_share_evenly_is_refused(make: Callable[[], BaseOP]) -> None:
    """Fails if sizes are rounded down: part of the layer would be nobody's."""
    set_tp_info(DistributedInfo(rank=0, size=3))
    with pytest.raises(ValueError, match="cannot be divided evenly by 3"):
        make()


def test_a_process_that_was_told_nothing_is_alone() -> None:
    assert try_get_tp_info() is None
    assert get_tp_info() == DistributedInfo(rank=0, size=1)
    x = torch.tensor([[1.0, 2.0]])
    assert all_reduce(x) is x
    assert all_gather(x) is x


def test_the_rank_is_known_until_it_is_forgotten() -> None:
    set_tp_info(RANKS[1])
    assert get_tp_info() is RANKS[1]
    assert [info.is_primary for info in RANKS] == [True, False]
    set_tp_info(None)
    assert try_get_tp_info() is None


@pytest.mark.parametrize(("rank", "size"), [(2, 2), (-1, 2), (0, 0)])
def test_a_rank_outside_its_group_is_refused(rank: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"rank {rank} is not in a group of {size}"):
        DistributedInfo(rank, size)


def test_two_processes_add_up_and_gather(tmp_path: Path) -> None:
    """Real processes: the sum is in place, and rank 0's columns come first for both."""
    total = [[11.0, 22.0], [33.0, 44.0]]
    gathered = [[1.0, 2.0, 10.0, 20.0], [3.0, 4.0, 30.0, 40.0]]
    assert run_two_ranks(tmp_path) == [[total, total, gathered]] * 2
