"""Train the tiny chat model: its tokenizer first, then its weights, on the grammar's corpus.

examples:
  python tools/story_model/train.py --steps 9000           what made the model of the course
  python tools/story_model/train.py --minutes 3 --folder try    a short trial, elsewhere

The same number of steps gives the same weights again on the same machine with the same libraries
and the same number of threads, and not for certain on another one: sums of floats are taken in
another order there. With --minutes the number of steps depends on the machine.

The folder is replaced when the training is done; after Ctrl-C it is as it was.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scratch import put_in_place, scratch_folder

from story_model.checkpoint import CONFIG, FOLDER, write_folder
from story_model.corpus import documents
from story_model.packing import batches
from story_model.tokenizer import train_tokenizer

SEED = 1  # of the tokenizer, the weights and the first stage; later stages count on from it
VALIDATION_SEED = 1000


class Stage(NamedTuple):
    """A part of the training: until when (1.0 is the end), tokens of a batch and of a document."""

    until: float
    size: int
    longest: int


# Copying is what takes longest to learn, and short documents teach it in far less time.
STAGES = (Stage(0.6, 1536, 96), Stage(1.0, 3072, 512))
PEAK_LEARNING_RATE = 6e-3
WARM_UP = 0.02  # the part of the training in which the learning rate rises
REPORT_EVERY = 200  # steps
VALIDATION_BATCHES = 8


def corpus_hash(seed: int, count: int = 2000) -> str:
    """The sha256 of the first documents of the corpus: another grammar has another one."""
    text = "".join(piece.text for pieces in islice(documents(seed), count) for piece in pieces)
    return hashlib.sha256(text.encode()).hexdigest()


def learning_rate(done: float) -> float:
    """The rate when a part ``done`` of the training is over: up in a line, down as a cosine."""
    if done < WARM_UP:
        return PEAK_LEARNING_RATE * (done + 0.001) / (WARM_UP + 0.001)
    return PEAK_LEARNING_RATE * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * done)))


def make_optimizer(model: Any) -> Any:
    """AdamW; matrices decay, norm weights do not."""
    import torch

    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": 0.05},
        {"params": [p for p in parameters if p.dim() == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.98))


def train(
    model: Any, tokenizer: Any, steps: int | None, seconds: float, begin: float
) -> tuple[int, int, float]:
    """Train for so many steps, or seconds; returns steps, tokens and the validation loss.

    The loss is in nats a token, over what the model learns to write.
    """
    import torch

    validations = [
        list(
            islice(
                batches(tokenizer, VALIDATION_SEED, stage.size, stage.longest), VALIDATION_BATCHES
            )
        )
        for stage in STAGES
    ]
    streams = [
        batches(tokenizer, seed, stage.size, stage.longest)
        for seed, stage in enumerate(STAGES, start=SEED)
    ]
    optimizer = make_optimizer(model)
    step = tokens = 0
    while True:
        done = step / steps if steps else (time.monotonic() - begin) / seconds
        if done >= 1:
            return step, tokens, loss_of(model, validations[-1])
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(done)
        stage = sum(done >= stage.until for stage in STAGES)
        ids, labels = next(streams[stage])
        loss = model(input_ids=ids, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step, tokens = step + 1, tokens + ids.numel()
        if step % REPORT_EVERY == 0:
            minutes = (time.monotonic() - begin) / 60
            print(
                f"step {step}, {done:.0%}, {minutes:.1f} min: loss {loss.item():.4f}, "
                f"validation {loss_of(model, validations[stage]):.4f}",
                flush=True,
            )


def loss_of(model: Any, validation: list[tuple[Any, Any]]) -> float:
    """The mean loss of batches that the model is not trained on."""
    import torch

    with torch.no_grad():
        losses = [float(model(input_ids=ids, labels=labels).loss) for ids, labels in validation]
    return sum(losses) / len(losses)


def make_model(folder: Path, steps: int | None, minutes: float, threads: int) -> dict[str, Any]:
    """Train tokenizer and model, put them into ``folder``, and return the figures."""
    import torch
    import transformers

    torch.set_num_threads(threads)
    torch.manual_seed(SEED)
    begin = time.monotonic()
    tokenizer = train_tokenizer(SEED)
    print(f"tokenizer: {tokenizer.get_vocab_size()} tokens", flush=True)
    model = transformers.Qwen3ForCausalLM(transformers.Qwen3Config.from_dict(CONFIG))
    parameters = sum(parameter.numel() for parameter in model.parameters())
    matrices = sum(parameter.numel() for parameter in model.parameters() if parameter.dim() > 1)
    print(f"model: {parameters:,} parameters", flush=True)
    steps_done, tokens, loss = train(model, tokenizer, steps, minutes * 60, begin)
    figures = {
        "parameters": parameters,
        "multiply_adds_per_token": matrices,  # attention over earlier tokens comes on top
        "steps": steps_done,
        "tokens": tokens,
        "minutes": round((time.monotonic() - begin) / 60, 1),
        "minutes_of_cpu": round(time.process_time() / 60, 1),
        "threads": threads,
        "validation_loss": round(loss, 4),
        "corpus_sha256": corpus_hash(SEED),
        "torch": torch.__version__,
        "transformers": transformers.__version__,
    }
    with scratch_folder(folder.parent) as scratch:
        write_folder(scratch / "new", model.state_dict(), tokenizer, figures)
        put_in_place(scratch / "new", folder, scratch)
    return figures


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python tools/story_model/train.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--steps", type=int, help="train for so many steps")
    length.add_argument("--minutes", type=float, default=0.0, help="train for so many minutes")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--threads", type=int, default=1, help="of the CPU (default: 1)")
    args = parser.parse_args(argv)
    try:
        figures = make_model(args.folder.absolute(), args.steps, args.minutes, args.threads)
    except KeyboardInterrupt:
        print(f"\ntrain.py: stopped; {args.folder} is as it was", file=sys.stderr)
        return 130
    for name, figure in figures.items():
        print(f"{name}: {figure}")
    print(f"the model is in {args.folder}: now run python tools/story_model/evaluate.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
