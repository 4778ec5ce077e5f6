"""Ask the trained model questions of every kind, and say how many of its answers are right.

examples:
  python tools/story_model/evaluate.py                   the figures of README.md
  python tools/story_model/evaluate.py --count 20 --wrong    also show the wrong answers
  python tools/story_model/evaluate.py --record          write examples.json beside the weights

Answers are greedy, in float32, by minisgl itself. Of kinds with thousands of questions (repeating,
sorting, JSON, colors) those are asked that were kept out of the training.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from story_model.cases import Case, cases
from story_model.chats import Message
from story_model.checkpoint import FOLDER
from story_model.examples import make_examples
from story_model.stories import PLOTS
from story_model.story_check import read_story
from story_model.words import ANIMALS, NAMES, pick, with_article

SEED = 3


def open_engine(folder: Path) -> Any:
    """minisgl with the model, in float32 on the CPU."""
    from minisgl.llm import LLM

    return LLM(
        folder,
        device="cpu",
        dtype="float32",
        cache_type="radix",
        max_running_req=32,
        num_page_override=32 * 512,
    )


def answer(llm: Any, chats: list[list[Message]]) -> list[str]:
    """The greedy answer to each chat."""
    from minisgl.core import SamplingParams

    prompts = [
        llm.tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
        for chat in chats
    ]
    return [result["text"] for result in llm.generate(prompts, SamplingParams(max_tokens=200))]


def check_answers(llm: Any, count: int, show_wrong: bool) -> dict[str, tuple[int, int]]:
    """(right, asked) of each group of cases."""
    asked: list[Case] = list(cases(count, SEED))
    scores: dict[str, list[bool]] = defaultdict(list)
    for case, text in zip(asked, answer(llm, [case.messages for case in asked]), strict=True):
        scores[case.group].append(text == case.expected)
        if show_wrong and text != case.expected:
            print(f"{case.group}: {case.messages[-1]['content']!r} -> {text!r}")
    return {group: (sum(right), len(right)) for group, right in scores.items()}


def check_stories(llm: Any, count: int, show_wrong: bool) -> tuple[int, int]:
    """Stories that the grammar could tell, with the hero and the animal that were asked for."""
    random = Random(SEED)
    wanted = [
        (pick(random, ANIMALS), pick(random, NAMES), pick(random, PLOTS)) for _ in range(count)
    ]
    chats = []
    for animal, hero, plot in wanted:
        wish = plot.wish.format(thing_a="a kite")
        text = f"Tell me a story about {with_article(animal)} named {hero} who {wish}."
        chats.append([{"role": "user", "content": text}])
    right = 0
    for (animal, hero, _), text in zip(wanted, answer(llm, chats), strict=True):
        words = read_story(text) or {}
        good = (words.get("animal"), words.get("hero")) == (animal, hero)
        right += good
        if show_wrong and not good:
            print(f"story of {hero} the {animal}: {text!r}")
    return right, count


def record(llm: Any, folder: Path) -> None:
    """Write ``examples.json``, and say how certain the least certain token was."""
    examples = make_examples(llm, folder)
    document = {"schema": 1, "dtype": "float32", "examples": examples}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    (folder / "examples.json").write_text(text, encoding="utf-8", newline="\n")
    for example in examples:
        print(f"{example['margin']:.3f}  {example['messages'][-1]['content']!r}")
        print(f"       {example['text']!r}")
    least = min(example["margin"] for example in examples)
    print(f"{len(examples)} answers, least margin {least:.4f}: {folder / 'examples.json'}")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python tools/story_model/evaluate.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--count", type=int, default=100, help="questions of each kind")
    parser.add_argument("--wrong", action="store_true", help="show the wrong answers")
    parser.add_argument("--record", action="store_true", help="write examples.json")
    args = parser.parse_args(argv)
    try:
        llm = open_engine(args.folder)
    except (FileNotFoundError, ValueError) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 1
    if args.record:
        record(llm, args.folder)
        return 0
    scores = check_answers(llm, args.count, args.wrong)
    scores["story as asked for"] = check_stories(llm, args.count, args.wrong)
    for group, (right, asked) in scores.items():
        print(f"{group:<28} {right:>4} of {asked}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
