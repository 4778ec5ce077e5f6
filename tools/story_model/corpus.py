"""The corpus: an endless row of documents that a grammar writes. Every word of it is ours.

Seven of ten documents are chats, one is a few-shot prompt, two are plain text: stories, counting,
facts. The same seed gives the same documents.

example:
  python tools/story_model/corpus.py --documents 5 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from story_model.chats import Message, chat
from story_model.few_shot import TASKS, ask_few_shot
from story_model.questions import capital, count
from story_model.stories import tell
from story_model.words import pick

END_OF_TEXT, IM_START, IM_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"


class Piece(NamedTuple):
    """A part of a document, and whether the model learns to write it or only to read it."""

    text: str
    is_learned: bool


def render(messages: list[Message]) -> list[Piece]:
    """A chat as the chat template writes it; the model learns to write the assistant's part."""
    pieces = []
    for message in messages:
        pieces.append(Piece(f"{IM_START}{message['role']}\n", False))
        pieces.append(Piece(f"{message['content']}{IM_END}", message["role"] == "assistant"))
        pieces.append(Piece("\n", False))
    return pieces


def plain_text(random: Random) -> str:
    kind = random.randrange(4)
    if kind == 0:
        return capital(random).sentence
    if kind == 1:
        return count(random).sentence
    return tell(random).text


def document(random: Random) -> list[Piece]:
    dice = random.random()
    if dice < 0.7:
        pieces = render(chat(random))
    elif dice < 0.8:
        question = ask_few_shot(random, pick(random, tuple(TASKS)), random.random() < 0.5)
        pieces = render(
            [
                {"role": "user", "content": question.text},
                {"role": "assistant", "content": question.value},
            ]
        )
    else:
        pieces = [Piece(plain_text(random), True)]
    return [*pieces, Piece(END_OF_TEXT, True)]


def documents(seed: int) -> Iterator[list[Piece]]:
    """Documents without end."""
    random = Random(seed)
    while True:
        yield document(random)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python tools/story_model/corpus.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--documents", type=int, default=10, help="how many to print")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    stream = documents(args.seed)
    for _ in range(args.documents):
        print("".join(piece.text for piece in next(stream)))


if __name__ == "__main__":
    main()
