"""Chapter 9: the radix tree by itself, then what it saves when requests share a system prompt."""

from __future__ import annotations

from pathlib import Path

import torch

from minisgl.core import Context, SamplingParams, reset_global_ctx, set_global_ctx
from minisgl.kvcache.radix_cache import RadixPrefixCache, RadixTreeNode
from minisgl.llm import LLM
from minisgl.scheduler import ForwardInput
from minisgl.utils import ModelOptions, parse_model_options

SYSTEM = "You are a helpful assistant. Answer concisely and accurately. " * 4
QUESTIONS = [
    "What is 2 + 2?",
    "Name a primary color.",
    "What is the capital of Japan?",
    "Spell cat.",
]


def row(*values: int) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int32)


def show(node: RadixTreeNode, depth: int = 0) -> None:
    """Print what is below a node, smallest key first."""
    for child in sorted(node.children.values(), key=lambda child: child.key.tolist()):
        key, value = child.key.tolist(), child.value.tolist()
        print(f"{'    ' * depth}└─ key={key} value={value} ref={child.ref_count}")
        show(child, depth + 1)


def show_tree() -> None:
    set_global_ctx(Context(page_size=1))
    cache = RadixPrefixCache(torch.device("cpu"))
    cache.insert_prefix(row(1, 2, 3, 4), row(10, 11, 12, 13))
    cache.insert_prefix(row(1, 2, 5, 6), row(10, 11, 20, 21))
    cache.insert_prefix(row(7, 8), row(30, 31))
    print("after inserting [1,2,3,4], [1,2,5,6] and [7,8]:")
    show(cache.root_node)
    handle = cache.match_prefix(row(1, 2, 3, 9)).cuda_handle
    cache.lock_handle(handle)
    slots = handle.get_matched_indices().tolist()
    print(f"match [1,2,3,9]: {handle.cached_len} tokens, slots {slots}; after locking it:")
    show(cache.root_node)
    print(f"evictable, protected: {tuple(cache.size_info)}")
    print(f"evict 2 tokens, slots that are free now: {cache.evict(2).tolist()}")
    print(f"evict 1 token, slots that are free now: {cache.evict(1).tolist()}")
    print("what is left:")
    show(cache.root_node)
    cache.check_integrity()
    reset_global_ctx()


class CountingLLM(LLM):
    """Counts the prompt tokens that prefill computes."""

    computed = 0

    def _forward(self, forward_input: ForwardInput):  # type: ignore[no-untyped-def]
        if forward_input.batch.is_prefill:
            self.computed += sum(req.extend_len for req in forward_input.batch.reqs)
        return super()._forward(forward_input)


def serve(options: ModelOptions, cache_type: str, prompts: list[str]) -> list[list[int]]:
    """One request first, then the others, which find what it left; all tokens."""
    llm = CountingLLM(
        options.path,
        device=options.device,
        dtype=options.dtype,
        max_running_req=8,
        num_page_override=1024,
        max_seq_len_override=256,
        cache_type=cache_type,
    )
    params = SamplingParams(max_tokens=4)
    answers = llm.generate(prompts[:1], params) + llm.generate(prompts[1:], params)
    total = sum(len(llm.tokenizer(prompt).input_ids) for prompt in prompts)
    print(f"{cache_type}: {total} prompt tokens, {llm.computed} computed")
    llm.shutdown()
    return [answer["token_ids"] for answer in answers]


def chat(options: ModelOptions) -> None:
    """The four questions asked as a chat model expects them, and Hugging Face's greedy tokens."""
    from transformers import AutoModelForCausalLM

    llm = LLM(
        options.path,
        device=options.device,
        dtype=options.dtype,
        max_running_req=8,
        max_seq_len_override=512,
        cache_type="radix",
    )
    tokenizer, device = llm.tokenizer, options.device
    chats = [
        [{"role": "system", "content": SYSTEM.strip()}, {"role": "user", "content": question}]
        for question in QUESTIONS
    ]
    texts = [
        tokenizer.apply_chat_template(c, tokenize=False, add_generation_prompt=True) for c in chats
    ]
    rows = [tokenizer(text, add_special_tokens=False).input_ids for text in texts]
    answers = llm.generate(rows, SamplingParams(max_tokens=48))
    llm.shutdown()
    reference = AutoModelForCausalLM.from_pretrained(options.path, dtype=options.dtype).to(device)
    for question, ids, answer in zip(QUESTIONS, rows, answers, strict=True):
        prompt = torch.tensor([ids], device=device)
        theirs = reference.generate(
            prompt, attention_mask=torch.ones_like(prompt), max_new_tokens=48, do_sample=False
        )[0, len(ids) :].tolist()
        print(f"\n{question}\n  {answer['text'].strip()}")
        print(f"  equal to Hugging Face's greedy tokens: {answer['token_ids'] == theirs}")


def is_random(path: Path) -> bool:
    """The tiny models have random weights: what they say is no text."""
    return path.name.startswith("tiny-")


def main() -> None:
    options = parse_model_options(__doc__)
    show_tree()
    print()
    prompts = [SYSTEM + question for question in QUESTIONS]
    outputs = {cache_type: serve(options, cache_type, prompts) for cache_type in ("naive", "radix")}
    print(f"the same tokens from both: {outputs['naive'] == outputs['radix']}")
    if not is_random(options.path):
        chat(options)


if __name__ == "__main__":
    main()
