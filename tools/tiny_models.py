"""Tiny models with random weights, made so that a wrong engine shows.

With the usual narrow initialisation greedy decoding repeats one token and hides most bugs. Here the
weights are wide, the norm weights and biases random too, and each family has its own RoPE base,
head size and tying, so that everything a checkpoint says has to be read.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FAMILIES = ("qwen3", "qwen2", "llama", "mistral", "qwen3-moe")
# Chosen so that forgetting any one weight changes the greedy text of every test prompt, and so
# that no choice of a token is close.
SEEDS = {"qwen3": 23, "qwen2": 20, "llama": 22, "mistral": 23, "qwen3-moe": 24}

_SHAPE: dict[str, Any] = {
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 2048,
    "initializer_range": 0.5,
}
_LLAMA3_ROPE = {
    "rope_type": "llama3",
    "rope_theta": 500000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 256,
}
_END_OF_TEXT, _IM_START, _IM_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"
_CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def make_tiny(family: str, directory: str | Path, tokenizer: str | Path = "bytes") -> Path:
    """Make a tiny model of a family in the Hugging Face layout, from a fixed seed.

    Args:
        family: one of ``FAMILIES``.
        directory: the folder to make.
        tokenizer: "bytes" for one token a byte, or a folder with ``tokenizer.json``.

    Raises:
        ValueError: for an unknown family.
    """
    if family not in FAMILIES:
        raise ValueError(f"unknown family {family!r}: choose from {', '.join(FAMILIES)}")
    import torch

    folder = Path(directory)
    folder.mkdir(parents=True, exist_ok=True)
    vocab_size, eos = _write_tokenizer(folder, tokenizer)
    generator_state = torch.random.get_rng_state()
    torch.manual_seed(SEEDS[family])
    try:
        model = _build(family, vocab_size, eos[0])
        with torch.no_grad():
            for name, weight in model.named_parameters():
                if "norm" in name:
                    weight.uniform_(0.25, 2.5)
                elif name.endswith("bias"):
                    weight.normal_(std=2.0)
    finally:
        torch.random.set_rng_state(generator_state)
    model.generation_config.eos_token_id = eos
    model.generation_config.pad_token_id = eos[-1]
    model.save_pretrained(folder)
    return folder


def _build(family: str, vocab_size: int, eos: int) -> Any:
    """The transformers model of a family, weights still as transformers draws them."""
    import transformers as hf

    common: dict[str, Any] = _SHAPE | {
        "vocab_size": vocab_size,
        "eos_token_id": eos,
        "bos_token_id": None,
    }
    if family == "qwen3":
        rope = {"rope_type": "default", "rope_theta": 1000000.0}
        config = hf.Qwen3Config(
            **common, head_dim=32, rope_parameters=rope, tie_word_embeddings=True
        )
        return hf.Qwen3ForCausalLM(config)
    if family == "qwen2":
        rope = {"rope_type": "default", "rope_theta": 1000000.0}
        return hf.Qwen2ForCausalLM(
            hf.Qwen2Config(**common, rope_parameters=rope, tie_word_embeddings=False)
        )
    if family == "llama":
        return hf.LlamaForCausalLM(
            hf.LlamaConfig(**common, rope_parameters=_LLAMA3_ROPE, tie_word_embeddings=True)
        )
    if family == "mistral":
        rope = {"rope_type": "default", "rope_theta": 20000.0}
        return hf.MistralForCausalLM(
            hf.MistralConfig(
                **common,
                head_dim=24,
                rope_parameters=rope,
                sliding_window=None,
                tie_word_embeddings=False,
            )
        )
    rope = {"rope_type": "default", "rope_theta": 1000000.0}
    return hf.Qwen3MoeForCausalLM(
        hf.Qwen3MoeConfig(
            **common,
            head_dim=32,
            rope_parameters=rope,
            tie_word_embeddings=False,
            num_experts=4,
            num_experts_per_tok=2,
            moe_intermediate_size=32,
            norm_topk_prob=True,
            decoder_sparse_step=1,
            mlp_only_layers=[1],
        )
    )


def _write_tokenizer(folder: Path, source: str | Path) -> tuple[int, list[int]]:
    """Put a tokenizer into a model's folder; returns the vocabulary's size and the end tokens."""
    if source == "bytes":
        return _write_byte_tokenizer(folder)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        text = (Path(source) / name).read_text(encoding="utf-8")
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    added = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["added_tokens"]
    ids = {token["content"]: token["id"] for token in added}
    return 151936, [ids[_IM_END], ids[_END_OF_TEXT]]


def _write_byte_tokenizer(folder: Path) -> tuple[int, list[int]]:
    """One token for each byte, and the three special tokens of ChatML."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    special = [_END_OF_TEXT, _IM_START, _IM_END]
    vocab = {token: index for index, token in enumerate([*alphabet, *special])}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        eos_token=_IM_END,
        pad_token=_END_OF_TEXT,
        additional_special_tokens=[_IM_START],
    )
    fast.chat_template = _CHAT_TEMPLATE
    fast.save_pretrained(folder)
    return 320, [vocab[_IM_END], vocab[_END_OF_TEXT]]
