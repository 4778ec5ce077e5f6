"""Chapter 6: one batch from start to end, the context it runs in, and how many pages there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from helpers import QWEN3, hf_greedy, hf_logits, hf_tokenizer

from minisgl.attention import make_positions
from minisgl.core import (
    Batch,
    Context,
    Req,
    SamplingParams,
    get_global_ctx,
    reset_global_ctx,
    set_global_ctx,
    try_get_global_ctx,
)
from minisgl.distributed import try_get_tp_info
from minisgl.engine import Engine, EngineConfig, ForwardOutput
from minisgl.engine import engine as engine_module
from minisgl.kvcache import NaivePrefixCache

CPU = torch.device("cpu")


def config(**options: Any) -> EngineConfig:
    fields = {"max_running_req": 4, "max_seq_len_override": 64, **options}
    return EngineConfig(Path(str(QWEN3)), CPU, torch.float32, **fields)


def request(uid: int, ids: list[int], **params: Any) -> Req:
    """A request in the row of its uid."""
    handle = NaivePrefixCache(CPU).match_prefix(torch.empty(0)).cuda_handle
    sampling = SamplingParams(max_tokens=32, **params)
    return Req(torch.tensor(ids, dtype=torch.int32), uid, 0, 32, uid, sampling, handle)


def compute(engine: Engine, reqs: list[Req]) -> ForwardOutput:
    """Compute one batch of requests that own a region of the pool each."""
    batch = Batch(reqs, "prefill" if reqs[0].cached_len == 0 else "decode")
    for req in reqs:
        engine.page_table[req.table_idx] = torch.arange(64) + 64 * req.table_idx
    batch.input_ids = torch.cat([req.input_ids[req.cached_len :] for req in reqs]).long()
    batch.positions = make_positions(reqs)
    rows = [engine.page_table[r.table_idx, r.cached_len : r.device_len] for r in reqs]
    batch.out_loc = torch.cat(rows)
    engine.attn_backend.prepare_metadata(batch)
    return engine.forward_batch(batch, engine.sampler.prepare(batch))


def step(engine: Engine, reqs: list[Req]) -> list[int]:
    """Compute one batch and tell its requests their new tokens, which are returned."""
    output = compute(engine, reqs)
    for req, token in zip(reqs, output.next_tokens_cpu, strict=True):
        req.append_host(token.unsqueeze(0))
    assert torch.equal(output.next_tokens_gpu.cpu(), output.next_tokens_cpu)
    return output.next_tokens_cpu.tolist()


def test_prefill_and_decode_of_a_ragged_batch_give_hugging_faces_tokens() -> None:
    tokenizer = hf_tokenizer(str(QWEN3))
    prompts = ["The capital of France is", "1, 2, 3,", "a"]
    engine = Engine(config())
    reqs = [request(i, tokenizer(prompt).input_ids) for i, prompt in enumerate(prompts)]
    steps = [step(engine, reqs) for _ in range(8)]
    assert [list(tokens) for tokens in zip(*steps, strict=True)] == hf_greedy(QWEN3, prompts, 8)
    engine.shutdown()


def test_requests_may_join_and_leave_between_steps() -> None:
    prompts = [[5, 6, 7], [8, 9], [10, 11, 12, 13]]
    expected = hf_greedy(QWEN3, prompts, 4)
    engine = Engine(config())
    one, two, three = (request(i, ids) for i, ids in enumerate(prompts))
    got: list[list[int]] = [[], [], []]
    for reqs in (
        [one],
        [two],
        [one, two],
        [three],
        [three, one],
        [two],
        [three, two, one],
        [three],
    ):
        for req, token in zip(reqs, step(engine, reqs), strict=True):
            got[req.uid].append(token)
    assert got == expected
    engine.shutdown()


def test_the_scores_are_those_after_each_requests_last_token() -> None:
    """Fails if the scores of all rows are computed, or those of the wrong row."""
    engine = Engine(config())
    reqs = [request(0, [5, 6, 7]), request(1, [8])]
    scores: list[torch.Tensor] = []
    original = engine.sampler.sample

    def keep(logits: torch.Tensor, args: Any) -> torch.Tensor:
        scores.append(logits)
        return original(logits, args)

    engine.sampler.sample = keep  # type: ignore[method-assign]
    step(engine, reqs)
    expected = torch.stack([hf_logits(QWEN3, [5, 6, 7])[-1], hf_logits(QWEN3, [8])[-1]])
    torch.testing.assert_close(scores[0], expected, rtol=1e-4, atol=1e-3)
    engine.shutdown()


def test_a_forward_moves_the_lengths_of_its_requests() -> None:
    engine = Engine(config())
    req = request(0, [5, 6, 7])
    step(engine, [req])
    assert (req.cached_len, req.device_len, len(req.input_ids)) == (3, 4, 4)
    step(engine, [req])
    assert (req.cached_len, req.device_len, len(req.input_ids)) == (4, 5, 5)
    engine.shutdown()


def test_the_tokens_have_the_dtype_of_the_ids_that_they_join() -> None:
    """Fails if they stay int64: ``torch.cat`` would widen the ids at every step."""
    engine = Engine(config())
    reqs = [request(0, [5, 6, 7]), request(1, [8], temperature=1.0, seed=7)]
    for batch in (reqs[:1], reqs):  # all greedy, then drawn
        output = compute(engine, batch)
        assert output.next_tokens_gpu.dtype == torch.int32
        assert output.next_tokens_cpu.dtype == torch.int32
        for req, token in zip(batch, output.next_tokens_cpu, strict=True):
            req.append_host(token.unsqueeze(0))
            assert req.input_ids.dtype == torch.int32
    engine.shutdown()


def test_a_failing_forward_moves_nothing() -> None:
    engine = Engine(config())
    req = request(0, [5, 6, 7])

    def fail(*_: Any) -> torch.Tensor:
        raise RuntimeError("no memory")

    engine.sampler.sample = fail  # type: ignore[assignment, method-assign]
    with pytest.raises(RuntimeError, match="no memory"):
        step(engine, [req])
    assert (req.cached_len, req.device_len) == (0, 3)
    assert get_global_ctx()._batch is None
    engine.shutdown()


def test_there_is_one_context_at_a_time() -> None:
    with pytest.raises(RuntimeError, match="no context is set"):
        get_global_ctx()
    assert try_get_global_ctx() is None
    context = Context(page_size=4)
    set_global_ctx(context)
    assert get_global_ctx() is context
    for second in (Context(page_size=4), context):
        with pytest.raises(RuntimeError, match="set already"):
            set_global_ctx(second)
        assert get_global_ctx() is context
    reset_global_ctx()
    reset_global_ctx()
    assert try_get_global_ctx() is None


def test_a_batch_is_current_only_while_it_runs() -> None:
    context, batch = Context(page_size=1), Batch([], "decode")
    with pytest.raises(AssertionError, match="no forward is running"):
        _ = context.batch
    with context.forward_batch(batch):
        assert context.batch is batch
    assert context._batch is None
    with pytest.raises(ZeroDivisionError), context.forward_batch(batch):
        _ = 1 / 0
    assert context._batch is None


def test_a_forward_inside_another_is_refused_and_the_outer_one_keeps_its_batch() -> None:
    """Fails if the check is inside the ``try``: the refusal would run the ``finally`` too."""
    context, outer = Context(page_size=1), Batch([], "prefill")
    with context.forward_batch(outer):
        for inner in (Batch([], "decode"), outer):
            with (
                pytest.raises(AssertionError, match="a forward is running already"),
                context.forward_batch(inner),
            ):
                pytest.fail("the inner forward began")
            assert context.batch is outer
    assert context._batch is None


def test_a_second_engine_is_refused_and_the_first_goes_on() -> None:
    engine = Engine(config())
    with pytest.raises(RuntimeError, match="shut the other engine down first"):
        Engine(config())
    assert step(engine, [request(0, [5, 6, 7])]) == hf_greedy(QWEN3, [[5, 6, 7]], 1)[0]
    engine.shutdown()
    assert try_get_tp_info() is None
    Engine(config()).shutdown()


def test_an_engine_that_cannot_be_made_gives_the_context_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError("weights are missing")

    monkeypatch.setattr(engine_module, "load_weights", fail)
    with pytest.raises(ValueError, match="weights are missing"):
        Engine(config())
    assert try_get_global_ctx() is None


def test_a_page_has_keys_and_values_of_all_layers() -> None:
    model = config().model_config
    assert (model.num_layers, model.num_kv_heads, model.head_dim) == (3, 2, 32)
    assert engine_module.page_bytes(config(page_size=4)) == 4 * 2 * 3 * 2 * 32 * 4


def test_pages_are_what_memory_allows_and_at_most_what_can_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bytes_of_page = engine_module.page_bytes(config(page_size=4))
    monkeypatch.setattr(engine_module, "free_memory", lambda device: 20 * bytes_of_page)
    assert engine_module.determine_num_pages(config(page_size=4)) == 10
    assert engine_module.determine_num_pages(config(page_size=4, memory_ratio=1.0)) == 20
    assert engine_module.determine_num_pages(config(page_size=4, num_page_override=7)) == 7
    monkeypatch.setattr(engine_module, "free_memory", lambda device: 20 * bytes_of_page - 1)
    assert engine_module.determine_num_pages(config(page_size=4, memory_ratio=1.0)) == 19
    monkeypatch.setattr(engine_module, "free_memory", lambda device: 10**12)
    # four requests of 62 tokens: 16 pages of 4 each
    most = engine_module.determine_num_pages(config(page_size=4, max_seq_len_override=62))
    assert most == 4 * 16
    monkeypatch.setattr(engine_module, "free_memory", lambda device: bytes_of_page)
    with pytest.raises(RuntimeError, match=f"^not one page of {bytes_of_page} bytes"):
        engine_module.determine_num_pages(config(page_size=4))


def test_the_longest_sequence_is_whole_pages_of_the_pool() -> None:
    for page_size, pages, longest in ((1, 200, 64), (16, 3, 48), (7, 100, 63)):
        engine = Engine(config(page_size=page_size, num_page_override=pages))
        assert engine.max_seq_len == longest
        engine.shutdown()
    with pytest.raises(ValueError, match="page_size 128 is longer"):
        Engine(config(page_size=128, num_page_override=4))


def test_unused_rows_point_at_the_dummy_page_behind_the_pool() -> None:
    """Fails if a row that nobody wrote to reads or overwrites somebody's page."""
    engine = Engine(config(page_size=4, num_page_override=10))
    assert engine.page_table.shape == (5, 40)
    assert engine.page_table.unique().tolist() == [40]
    assert len(engine.ctx.kv_cache.k_cache(0)) == 44
    engine.shutdown()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_running_req", 0),
        ("page_size", 0),
        ("num_page_override", 0),
        ("max_seq_len_override", -1),
        ("memory_ratio", 0.0),
        ("memory_ratio", 1.5),
    ],
)
def test_numbers_that_make_no_engine_are_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        config(**{name: value})
