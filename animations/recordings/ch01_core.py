"""Chapter 1: the request of its main, from admission to its last token."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch
from tracelib.requests import RecordedReq

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle
from minisgl.utils import load_tokenizer


class NoPrefix(BaseCacheHandle):
    """Nothing was cached before this request came."""

    def get_matched_indices(self) -> torch.Tensor:
        return torch.empty(0, dtype=torch.int32)


def record() -> dict[str, Any]:
    tokenizer = load_tokenizer(Path(os.environ["MINISGL_MODELS"]) / "tiny-qwen3")
    ids = tokenizer("The capital of France is").input_ids
    answer = tokenizer(" Paris, of course.").input_ids[:4]
    params = SamplingParams(max_tokens=4)
    prompt = torch.tensor(ids, dtype=torch.int32)
    req = Req(prompt, 0, 0, params.max_tokens, 0, params, NoPrefix(cached_len=0))
    texts = {str(token): tokenizer.decode([token]).strip() for token in ids + answer}
    recorded = RecordedReq(req, {"texts": texts})
    for token in answer:
        recorded.complete_one()
        recorded.append_host(torch.tensor([token], dtype=torch.int32))
    return recorded.trace.document()
