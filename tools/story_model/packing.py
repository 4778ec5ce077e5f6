"""Documents into batches of token ids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from story_model.corpus import documents

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

NOT_LEARNED = -100  # the label that torch's cross entropy leaves out
PADDING = 0
POOL = 512  # documents that are sorted by length at a time

Row = tuple[list[int], list[int]]


def encoded_documents(tokenizer: Tokenizer, seed: int, longest: int) -> Iterator[Row]:
    """Token ids and labels of every document of at most ``longest`` tokens.

    Labels are the ids where the model learns to write, and ``NOT_LEARNED`` where it only reads.
    """

    @lru_cache(maxsize=10_000)  # headers, system prompts and short questions come again and again
    def encode(text: str) -> list[int]:
        return list(tokenizer.encode(text).ids)

    for pieces in documents(seed):
        ids: list[int] = []
        labels: list[int] = []
        for piece in pieces:
            piece_ids = encode(piece.text)
            ids += piece_ids
            labels += piece_ids if piece.is_learned else [NOT_LEARNED] * len(piece_ids)
        if len(ids) <= longest:
            yield ids, labels


def batches(
    tokenizer: Tokenizer, seed: int, size: int, longest: int
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Token ids and labels without end, (rows, length) each, of about ``size`` tokens in all.

    Every row is one document, as a prompt is; those of a batch are about equally long. Padding
    follows them, where causal attention does not see it.
    """
    import torch

    random = Random(seed)
    stream = encoded_documents(tokenizer, seed, longest)
    while True:
        pool = sorted(islice(stream, POOL), key=lambda row: len(row[0]))
        groups: list[list[Row]] = [[]]
        for row in pool:
            if groups[-1] and (len(groups[-1]) + 1) * len(row[0]) > size:
                groups.append([])
            groups[-1].append(row)
        random.shuffle(groups)
        for group in groups:
            length = max(len(ids) for ids, _ in group)
            yield (
                torch.tensor([ids + [PADDING] * (length - len(ids)) for ids, _ in group]),
                torch.tensor([row + [NOT_LEARNED] * (length - len(row)) for _, row in group]),
            )
