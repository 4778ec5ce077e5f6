"""Chapter 1: the life of a request, told by its three lengths."""

from __future__ import annotations

import torch

from minisgl.core import Req, SamplingParams
from minisgl.kvcache import BaseCacheHandle
from minisgl.utils import load_tokenizer, parse_model_options


class NoPrefix(BaseCacheHandle):
    """Nothing was cached before this request came."""

    def get_matched_indices(self) -> torch.Tensor:
        return torch.empty(0, dtype=torch.int32)


def show(event: str, req: Req) -> None:
    lengths = f"{req.cached_len:>6} {req.device_len:>6} {req.max_device_len:>6}"
    print(f"{event:<22} {lengths} {req.extend_len:>8} {req.remain_len:>8}   {req.can_decode}")


def main() -> None:
    options = parse_model_options(__doc__)
    tokenizer = load_tokenizer(options.path)
    prompt = "The capital of France is"
    ids = torch.tensor(tokenizer(prompt).input_ids, dtype=torch.int32)
    params = SamplingParams(max_tokens=4)
    print(f"greedy: {params.is_greedy}; prompt {prompt!r}: {ids.tolist()}\n")

    print(f"{'event':<22} cached device    max   extend   remain   can_decode")
    req = Req(ids, 0, 0, params.max_tokens, 0, params, NoPrefix(cached_len=0))
    show("admitted", req)
    answer = tokenizer(" Paris, of course.").input_ids[:4]
    for step, token in enumerate(answer):
        req.complete_one()
        show("prefill computed" if step == 0 else f"decode {step} computed", req)
        req.append_host(torch.tensor([token], dtype=torch.int32))
        if not req.can_decode:
            break
    print(f"\ntokens known: {len(req.input_ids)}, with KV: {req.cached_len}")
    print("the last token was sampled and never computed: nobody asked what follows it")

    for wrong in ({"temperature": -1.0}, {"top_p": 0.0}, {"max_tokens": 0}):
        try:
            SamplingParams(**wrong)
        except ValueError as error:
            print(f"refused: {error}")


if __name__ == "__main__":
    main()
