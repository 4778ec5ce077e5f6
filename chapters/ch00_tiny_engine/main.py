"""Chapter 0: the tiny engine beside Hugging Face, token for token."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import torch
from tiny_engine import TinyEngine
from transformers import AutoModelForCausalLM, AutoTokenizer

BEST_FIRST = ("qwen3-0.6b", "smollm2-135m", "tiny-qwen3")
PROMPTS = ["The capital of France is", "Two plus two is"]
MAX_TOKENS = 16


def find_model(name: str | None) -> Path:
    """A folder, or a name under models/; without one, the best that is there."""
    if name is not None and (Path(name) / "config.json").is_file():
        return Path(name)
    here = Path(__file__).resolve()
    homes = [folder / "models" for folder in (Path.cwd(), *here.parents)]
    homes.insert(0, Path(os.environ.get("MINISGL_MODELS", "models")))
    for wanted in BEST_FIRST if name is None else (name,):
        for home in homes:
            if (home / wanted / "config.json").is_file():
                return home / wanted
    command = f"python tools/models.py get {name or BEST_FIRST[-1]}"
    raise SystemExit(f"no model {name or ''}. Get it with: {command}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", help="name under models/, or a folder (default: the best there)")
    path = find_model(parser.parse_args().model)
    print(f"model {path.name}, cpu, float32")

    tokenizer = AutoTokenizer.from_pretrained(path)
    engine = TinyEngine(path)
    reference = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32)
    for prompt in PROMPTS:
        ids = tokenizer(prompt).input_ids
        ours = engine.generate(ids, MAX_TOKENS)
        rows = torch.tensor([ids])
        theirs = reference.generate(
            rows,
            attention_mask=torch.ones_like(rows),
            max_new_tokens=MAX_TOKENS,
            do_sample=False,
            eos_token_id=None,
            pad_token_id=0,
        )[0, len(ids) :].tolist()
        print(f"\nprompt: {prompt!r}, {len(ids)} tokens")
        print(f"tiny engine:  {ours}")
        print(f"Hugging Face: {theirs}")
        print(f"equal: {ours == theirs}")
    key, _ = engine.cache[0] or (torch.empty(0), None)
    print(f"\ntokens computed for the last prompt: {len(ids)} + {MAX_TOKENS - 1}, each once")
    print(f"keys cached in layer 0: heads, tokens, head_dim = {tuple(key.shape)}")


if __name__ == "__main__":
    main()
