"""The engine beside Hugging Face, what a shared prefix saves, and what loading costs.

python benchmarks/engine.py            all three, about three minutes on two cores
python benchmarks/engine.py --model smollm2-135m --rounds 5
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import time
from pathlib import Path
from typing import Any

import common
import torch

MAX_TOKENS, PROMPT_TOKENS, BATCH = 64, 64, 8
PREFIX_TOKENS, SUFFIX_TOKENS, FOLLOWERS = 1000, 16, 4


def random_prompts(count: int, length: int, seed: int) -> list[list[int]]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(1000, 40000, (count, length), generator=generator).tolist()


def generate(path: Path, rounds: int) -> dict[str, Any]:
    """A batch of equal requests, ours and Hugging Face's ``generate`` in turn."""
    from transformers import AutoModelForCausalLM

    from minisgl.core import SamplingParams
    from minisgl.llm import LLM

    prompts = random_prompts(BATCH, PROMPT_TOKENS, seed=0)
    rows = torch.tensor(prompts)
    llm = LLM(path, device="cpu", dtype="float32", max_running_req=BATCH, max_seq_len_override=256)
    reference = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32).eval()
    params = SamplingParams(max_tokens=MAX_TOKENS, ignore_eos=True)
    answers: dict[str, list[list[int]]] = {}

    def ours() -> None:
        answers["ours"] = [answer["token_ids"] for answer in llm.generate(prompts, params)]

    def theirs() -> None:
        out = reference.generate(
            rows,
            attention_mask=torch.ones_like(rows),
            max_new_tokens=MAX_TOKENS,
            do_sample=False,
            eos_token_id=None,
            pad_token_id=0,
        )
        answers["theirs"] = out[:, PROMPT_TOKENS:].tolist()

    times = common.interleaved({"ours": ours, "theirs": theirs}, rounds)
    llm.shutdown()
    ratios = [b / a for a, b in zip(times["ours"], times["theirs"], strict=True)]
    return {
        "what": f"{BATCH} requests of {PROMPT_TOKENS} prompt and {MAX_TOKENS} output tokens",
        "ours_s": [round(t, 2) for t in times["ours"]],
        "hugging_face_s": [round(t, 2) for t in times["theirs"]],
        "times_as_fast": round(statistics.median(ratios), 2),
        "tokens_equal": answers["ours"] == answers["theirs"],
    }


def prefix(path: Path, rounds: int) -> dict[str, Any]:
    """Requests one after the other that share a prefix: prefill time with and without the tree.

    The prefix was served once before, so all followers find it; with the first of them cold, N
    requests can at best be N times as fast, whatever the cache does. Both figures are kept.
    """
    from minisgl.core import SamplingParams
    from minisgl.llm import LLM

    shared = random_prompts(1, PREFIX_TOKENS, seed=1)[0]
    one_token = SamplingParams(max_tokens=1, ignore_eos=True)
    figures: dict[str, Any] = {
        "what": f"{FOLLOWERS} requests one by one, {PREFIX_TOKENS} shared + {SUFFIX_TOKENS} own"
    }
    for cache_type in ("naive", "radix"):
        warm, cold = [], []
        for round_number in range(rounds):
            llm = LLM(path, device="cpu", dtype="float32", max_running_req=4, cache_type=cache_type)
            suffixes = random_prompts(FOLLOWERS + 1, SUFFIX_TOKENS, seed=10 + round_number)
            times = []
            for suffix in suffixes:
                begin = time.perf_counter()
                llm.generate([shared + suffix], one_token)
                times.append(time.perf_counter() - begin)
            llm.shutdown()
            warm.append(sum(times[1:]))
            cold.append(sum(times[:-1]))
        figures[cache_type] = {
            "prefix_cached_s": round(statistics.median(warm), 3),
            "first_one_cold_s": round(statistics.median(cold), 3),
        }
    naive, radix = figures["naive"], figures["radix"]
    for name in ("prefix_cached", "first_one_cold"):
        figures[f"{name}_times_as_fast"] = round(naive[f"{name}_s"] / radix[f"{name}_s"], 1)
    return figures


def _load(path: Path, answer: Any) -> None:
    """In a process of its own: the most memory that loading takes beyond what was there before."""
    from minisgl.models import DecoderForCausalLM, ModelConfig, iterate_weights, load_weights
    from minisgl.utils import load_hf_config, torch_defaults

    config = ModelConfig.from_hf(load_hf_config(path))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with torch_defaults(torch.float32, torch.device("cpu")):
        model = DecoderForCausalLM(config)
    load_weights(model, iterate_weights(path))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    weights = sum(slot.numel() * slot.element_size() for _, slot in model.weight_slots())
    answer.put((weights, peak * 1024))  # ru_maxrss counts kilobytes on Linux


def loading(path: Path) -> dict[str, Any]:
    """Peak memory of loading, as a multiple of the weights."""
    context = multiprocessing.get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=_load, args=(path, answer))
    process.start()
    weights, peak = answer.get()
    process.join()
    return {"weights_bytes": weights, "peak_bytes": peak, "ratio": round(peak / weights, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="smollm2-135m", help="name under models/, or a folder")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each; medians are kept")
    args = parser.parse_args()
    import models

    path = models.ensure(args.model) if args.model in models.RECIPES else Path(args.model)
    figures: dict[str, Any] = {"model": path.name, "dtype": "float32", "device": "cpu"}
    for name, work in (
        ("loading", lambda: loading(path)),
        ("generate", lambda: generate(path, args.rounds)),
        ("prefix", lambda: prefix(path, args.rounds)),
    ):
        print(f"{name} …", flush=True)
        figures[name] = work()
        print(figures[name], flush=True)
    common.keep("engine", f"python benchmarks/engine.py --rounds {args.rounds}", figures)


if __name__ == "__main__":
    main()
