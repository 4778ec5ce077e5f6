"""Chapter 7: many requests at once, joining and leaving at every step, and each gets the tokens
that Hugging Face gives it alone."""

from __future__ import annotations

import torch
from transformers import AutoModelForCausalLM

from minisgl.core import SamplingParams
from minisgl.llm import LLM
from minisgl.scheduler import ForwardInput
from minisgl.utils import parse_model_options

PROMPTS = [
    "The capital of France is",
    "One, two, three,",
    "Name a primary color.",
    "Spell cat.",
    "The sea is",
    "What is 2 + 2?",
]
LENGTHS = [12, 4, 8, 6, 10, 5]


class LoudLLM(LLM):
    """Says what each step computes."""

    def _forward(self, forward_input: ForwardInput):  # type: ignore[no-untyped-def]
        batch = forward_input.batch
        waiting = len(self.prefill_manager.pending)
        uids = [req.uid for req in batch.reqs]
        print(f"{batch.phase:<7} {len(batch.input_ids):>2} tokens of {uids}, {waiting} waiting")
        return super()._forward(forward_input)


def main() -> None:
    options = parse_model_options(__doc__)
    params = [SamplingParams(max_tokens=n, ignore_eos=True) for n in LENGTHS]
    llm = LoudLLM(
        options.path,
        device=options.device,
        dtype=options.dtype,
        max_running_req=4,
        max_seq_len_override=64,
        num_page_override=96,
    )
    answers = llm.generate(PROMPTS, params)
    print(f"slots free at the end: {len(llm.cache_manager.free_slots)} of {llm.engine.num_pages}")
    tokenizer = llm.tokenizer
    llm.shutdown()

    reference = AutoModelForCausalLM.from_pretrained(options.path, dtype=options.dtype)
    reference = reference.to(options.device)
    print()
    for prompt, length, answer in zip(PROMPTS, LENGTHS, answers, strict=True):
        rows = torch.tensor([tokenizer(prompt).input_ids], device=options.device)
        theirs = reference.generate(
            rows,
            attention_mask=torch.ones_like(rows),
            max_new_tokens=length,
            do_sample=False,
            eos_token_id=None,
            pad_token_id=0,
        )[0, rows.shape[1] :].tolist()
        same = answer["token_ids"] == theirs
        print(f"{prompt!r}: {length} tokens, equal to Hugging Face: {same}")


if __name__ == "__main__":
    main()
