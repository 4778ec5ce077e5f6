"""Chapter 6: one batch from start to end: slots, forward, sampling, and again."""

from __future__ import annotations

import torch

from minisgl.attention import make_positions
from minisgl.core import Batch, Req, SamplingParams
from minisgl.engine import Engine, EngineConfig, filter_probs
from minisgl.kvcache import NaivePrefixCache
from minisgl.utils import load_tokenizer, parse_model_options

PROMPTS = ["The capital of France is", "Two plus two is"]
PARAMS = [
    SamplingParams(max_tokens=8),
    SamplingParams(max_tokens=8, temperature=0.8, top_k=50, top_p=0.9, seed=7),
]


def prepare(engine: Engine, batch: Batch) -> None:
    """Lay the requests of a batch end to end."""
    spans = [(req.table_idx, slice(req.cached_len, req.device_len)) for req in batch.reqs]
    ids = torch.cat([req.input_ids[req.cached_len :] for req in batch.reqs])
    batch.input_ids = ids.long().to(engine.device)
    batch.positions = make_positions(batch.reqs).to(engine.device)
    batch.out_loc = torch.cat([engine.page_table[row, span] for row, span in spans])
    engine.attn_backend.prepare_metadata(batch)


def main() -> None:
    options = parse_model_options(__doc__)
    config = EngineConfig(
        options.path, options.device, options.dtype, max_running_req=2, max_seq_len_override=64
    )
    engine = Engine(config)
    tokenizer = load_tokenizer(options.path)
    print(f"pool: {engine.num_pages} pages of {config.page_size}")
    print(f"longest sequence: {engine.max_seq_len}")

    handle = NaivePrefixCache(engine.device).match_prefix(torch.empty(0)).cuda_handle
    reqs = []
    for row, (prompt, params) in enumerate(zip(PROMPTS, PARAMS, strict=True)):
        ids = torch.tensor(tokenizer(prompt).input_ids, dtype=torch.int32)
        engine.page_table[row] = torch.arange(64, dtype=torch.int32) + 64 * row  # a region each
        reqs.append(Req(ids, row, 0, params.max_tokens, row, params, handle))

    while reqs[0].can_decode:
        batch = Batch(reqs, "prefill" if reqs[0].cached_len == 0 else "decode")
        prepare(engine, batch)
        output = engine.forward_batch(batch, engine.sampler.prepare(batch))
        for req, token in zip(reqs, output.next_tokens_cpu, strict=True):
            req.append_host(token.unsqueeze(0))
        tokens = output.next_tokens_cpu.tolist()
        print(f"{batch.phase:<7} computed {len(batch.input_ids):>2} tokens, sampled {tokens}")
    for req, params in zip(reqs, PARAMS, strict=True):
        print(f"{'greedy' if params.is_greedy else 'sampled'}: {req.input_ids.tolist()}")
    engine.shutdown()

    print("\nfour scores, filtered:")
    logits = torch.tensor([[2.0, 1.0, 0.5, 0.0]])
    for temperature, top_k, top_p in ((1.0, 4, 1.0), (0.5, 4, 1.0), (1.0, 2, 1.0), (1.0, 4, 0.6)):
        columns = [torch.tensor([[value]]) for value in (temperature, top_k, top_p)]
        probs = [round(p, 3) for p in filter_probs(logits, *columns)[0].tolist()]
        print(f"temperature {temperature}, top_k {top_k}, top_p {top_p}: {probs}")


if __name__ == "__main__":
    main()
