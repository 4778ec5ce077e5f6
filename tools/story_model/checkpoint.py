"""The model's folder, in the form in which checkpoints are published.

transformers 5 would write ``rope_theta`` and ``torch_dtype`` in another form, which older versions
do not read; so the files are written here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fetch import hash_file

from story_model.tokenizer import CHAT_TEMPLATE, VOCAB_SIZE

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

FOLDER = Path(__file__).resolve().parents[2] / "site" / "models" / "tiny-story"

END_OF_TEXT_ID, IM_END_ID = 0, 2
CONFIG: dict[str, Any] = {
    "architectures": ["Qwen3ForCausalLM"],
    "attention_bias": False,
    "attention_dropout": 0.0,
    "bos_token_id": None,
    "eos_token_id": IM_END_ID,
    "head_dim": 32,
    "hidden_act": "silu",
    "hidden_size": 64,
    "initializer_range": 0.08,
    "intermediate_size": 160,
    "max_position_embeddings": 512,
    "model_type": "qwen3",
    "num_attention_heads": 4,
    "num_hidden_layers": 3,
    "num_key_value_heads": 2,
    "pad_token_id": END_OF_TEXT_ID,
    "rms_norm_eps": 1e-06,
    "rope_scaling": None,
    "rope_theta": 10000.0,
    "sliding_window": None,
    "tie_word_embeddings": True,
    "torch_dtype": "float32",
    "use_cache": True,
    "use_sliding_window": False,
    "vocab_size": VOCAB_SIZE,
}
GENERATION = {
    "do_sample": False,
    "eos_token_id": [IM_END_ID, END_OF_TEXT_ID],
    "pad_token_id": END_OF_TEXT_ID,
}
TOKENIZER = {
    "add_prefix_space": False,
    "bos_token": None,
    "chat_template": CHAT_TEMPLATE,
    "clean_up_tokenization_spaces": False,
    "eos_token": "<|im_end|>",
    "model_max_length": CONFIG["max_position_embeddings"],
    "pad_token": "<|endoftext|>",
    "tokenizer_class": "PreTrainedTokenizerFast",
}


def write_folder(
    folder: Path, weights: dict[str, torch.Tensor], tokenizer: Tokenizer, figures: dict[str, Any]
) -> None:
    """Write the whole model into an empty folder; ``figures`` go to ``training.json``."""
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    kept = {name: weight.contiguous() for name, weight in weights.items()}
    del kept["lm_head.weight"]  # it is the embedding
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})
    figures = figures | {"weights_sha256": hash_file(folder / "model.safetensors")}
    documents = {
        "config": CONFIG,
        "generation_config": GENERATION,
        "tokenizer_config": TOKENIZER,
        "training": figures,
    }
    for name, document in documents.items():
        text = json.dumps(document, indent=2) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
    tokenizer_text = tokenizer.to_str(pretty=True) + "\n"
    (folder / "tokenizer.json").write_text(tokenizer_text, encoding="utf-8", newline="\n")
