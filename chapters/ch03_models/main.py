"""Chapter 3: a checkpoint, loaded tensor by tensor, gives the logits that Hugging Face gives."""

from __future__ import annotations

import torch
from transformers import AutoModelForCausalLM

from minisgl.models import DecoderForCausalLM, ModelConfig, iterate_weights, load_weights
from minisgl.utils import load_hf_config, load_tokenizer, parse_model_options, torch_defaults


@torch.inference_mode()
def main() -> None:
    options = parse_model_options(__doc__)
    config = ModelConfig.from_hf(load_hf_config(options.path))
    heads = f"{config.num_qo_heads} heads over {config.num_kv_heads} kv heads"
    print(f"{config.num_layers} layers, {heads}")
    print(f"RoPE base {config.rotary.base:.0f}, q and k norm: {config.traits.qk_norm}")

    with torch_defaults(options.dtype, options.device):
        model = DecoderForCausalLM(config)
    places = len(dict(model.weight_slots()))
    load_weights(model, iterate_weights(options.path))
    print(f"places for weights: {places}, all filled")

    ids = load_tokenizer(options.path)("The capital of France is Paris.").input_ids
    row = torch.tensor(ids, device=options.device)
    ours = model.forward(row, torch.arange(len(ids), device=options.device))

    twin = AutoModelForCausalLM.from_pretrained(options.path, dtype=options.dtype)
    theirs = twin.to(options.device)(row.unsqueeze(0)).logits[0]
    print(f"logits: {len(ours)} rows of {ours.shape[1]:,}")
    print(f"close to Hugging Face: {torch.allclose(ours, theirs, rtol=1e-3, atol=1e-3)}")
    print(f"best token at each position: {ours.argmax(-1).tolist()}")
    print(f"the same as Hugging Face's: {torch.equal(ours.argmax(-1), theirs.argmax(-1))}")


if __name__ == "__main__":
    main()
