"""What tests of several chapters share: tiny models, Hugging Face's answers, one-sequence runs."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import models
import torch
from conftest import TREE

FAMILIES = ("qwen3", "qwen2", "llama", "mistral", "qwen3-moe")
PROMPTS = [
    "The capital of France is",
    "The capital of France is a city that",
    "Write one sentence about the sea, and then another one about the sky above it.",
    "1, 2, 3,",
    "The capital of France is",
]

_folder = tempfile.TemporaryDirectory(prefix="minisgl-models-")


@functools.cache
def tiny_model(family: str) -> Path:
    """A randomly initialised model of a family, made offline, once a run."""
    return models.make_tiny(family, Path(_folder.name) / family)


class _LazyPath:
    """Stands for a model's folder, which is made only when it is used."""

    def __init__(self, family: str) -> None:
        self.family = family

    def __fspath__(self) -> str:
        return str(tiny_model(self.family))

    __str__ = __fspath__


QWEN3 = _LazyPath("qwen3")


def t(*values: int) -> torch.Tensor:
    """A row of token ids or slots."""
    return torch.tensor(values, dtype=torch.int32)


def greedy(max_tokens: int) -> Any:
    """Greedy decoding of exactly that many tokens."""
    from minisgl.core import SamplingParams

    return SamplingParams(max_tokens=max_tokens, ignore_eos=True)


def build_llm(model: Any, **options: Any) -> Any:
    """A small LLM in float32 on the CPU; options as for ``LLM``."""
    from minisgl.llm import LLM

    options = {"max_running_req": 8, "max_seq_len_override": 256, **options}
    return LLM(str(model), device="cpu", dtype=torch.float32, **options)


@functools.cache
def hf_model(path: str) -> Any:
    """Hugging Face's model of that folder, in float32."""
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32).eval()


def hf_greedy(
    model: Any, prompts: Sequence[str | Sequence[int]], max_tokens: int
) -> list[list[int]]:
    """Hugging Face's greedy tokens for each prompt alone, end-of-sequence tokens not heeded."""
    return [list(_hf_greedy(str(model), _ids(str(model), p), max_tokens)) for p in prompts]


def _ids(path: str, prompt: str | Sequence[int]) -> tuple[int, ...]:
    return tuple(hf_tokenizer(path)(prompt).input_ids if isinstance(prompt, str) else prompt)


@functools.cache
def hf_tokenizer(path: str) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(path)


@functools.cache
def _hf_greedy(path: str, ids: tuple[int, ...], max_tokens: int) -> tuple[int, ...]:
    model, row = hf_model(path), torch.tensor([ids])
    out = model.generate(
        row,
        attention_mask=torch.ones_like(row),
        max_new_tokens=max_tokens,
        do_sample=False,
        eos_token_id=None,
        pad_token_id=0,
    )
    return tuple(out[0, len(ids) :].tolist())


def hf_logits(model: Any, ids: Sequence[int]) -> torch.Tensor:
    """Hugging Face's logits at every position, (tokens, vocab)."""
    with torch.no_grad():
        return hf_model(str(model))(torch.tensor([list(ids)])).logits[0]


def load_model(path: Any, edit: Any = None) -> tuple[Any, Any]:
    """(model, config) of a folder in float32; ``edit`` may change the config's dictionary first."""
    from minisgl.models import DecoderForCausalLM, ModelConfig, iterate_weights, load_weights
    from minisgl.utils import load_hf_config, torch_defaults

    document = load_hf_config(str(path))
    config = ModelConfig.from_hf(edit(document) if edit else document)
    with torch_defaults(torch.float32, torch.device("cpu")):
        model = DecoderForCausalLM(config)
    load_weights(model, iterate_weights(str(path)))
    return model, config


def run_model(model: Any, ids: Sequence[int]) -> torch.Tensor:
    """Our logits at every position of one sequence, (tokens, vocab), without an engine."""
    with torch.inference_mode():
        return model.forward(torch.tensor(list(ids)), torch.arange(len(ids)))


def run_two_ranks(folder: Path, *args: str) -> list[Any]:
    """What each of two processes of ``tp_worker.py`` printed."""
    worker = Path(__file__).with_name("tp_worker.py")
    environment = os.environ | {"PYTHONPATH": str(TREE), "OMP_NUM_THREADS": "1"}
    ranks = [
        subprocess.Popen(
            [sys.executable, str(worker), str(rank), str(folder / "meeting"), *args],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for rank in range(2)
    ]
    try:
        outputs = [rank.communicate(timeout=90) for rank in ranks]
    finally:
        for rank in ranks:
            rank.kill()
    for rank, (_, errors) in zip(ranks, outputs, strict=True):
        assert rank.returncode == 0, errors
    return [json.loads(out) for out, _ in outputs]
