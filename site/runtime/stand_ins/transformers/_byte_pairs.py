"""Byte-pair encoding (Sennrich et al. 2016) of bytes, each of which is written as a character.

GPT-2's alphabet gives every byte a character that can be seen: most of Latin-1 stands for itself,
and the rest follows from U+0100 on, so that a space is "Ġ".
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any

from ._errors import not_offered

_VISIBLE = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_HIDDEN = [byte for byte in range(256) if byte not in _VISIBLE]
BYTE_TO_CHARACTER = {byte: chr(byte) for byte in _VISIBLE} | {
    byte: chr(0x100 + place) for place, byte in enumerate(_HIDDEN)
}
CHARACTER_TO_BYTE = {character: byte for byte, character in BYTE_TO_CHARACTER.items()}
_MOST_KEPT = 10_000  # pieces whose tokens are remembered, as words come again and again


def token_bytes(token: str) -> bytes:
    """The bytes that a token stands for; one that is no byte-level token stands for its text."""
    try:
        return bytes([CHARACTER_TO_BYTE[character] for character in token])
    except KeyError:
        return token.encode()


class BytePairs:
    """The ``model`` of a tokenizer.json.

    Args:
        model: "vocab" has the number of each token; "merges" pairs of tokens, the first to be
            merged first.

    Raises:
        ValueError: if it asks for what is not offered.
    """

    def __init__(self, model: dict[str, Any]) -> None:
        for name in ("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix"):
            if model.get(name):
                raise not_offered(f"{name} in tokenizer.json")
        if model["type"] != "BPE" or model.get("byte_fallback"):
            raise not_offered("another tokenizer than byte-level BPE")
        self.vocab: dict[str, int] = model["vocab"]
        self._ignores_merges = model.get("ignore_merges", False)
        pairs = (pair.split(" ") if isinstance(pair, str) else pair for pair in model["merges"])
        self._ranks = {(one, other): rank for rank, (one, other) in enumerate(pairs)}
        self._known: dict[str, list[int]] = {}

    def encode(self, piece: str) -> list[int]:
        """The tokens of a piece of text."""
        found = self._known.get(piece)
        if found is None:
            text = "".join([BYTE_TO_CHARACTER[byte] for byte in piece.encode()])
            if self._ignores_merges and text in self.vocab:
                found = [self.vocab[text]]
            else:
                found = [self.vocab[token] for token in self._merged(text)]
            if len(self._known) == _MOST_KEPT:
                self._known.clear()
            self._known[piece] = found
        return found

    def _merged(self, text: str) -> list[str]:
        """Merge the pair of the lowest rank, the leftmost of several, as long as there is one."""
        tokens = [character for character in text if character in self.vocab]
        count = len(tokens)
        before, after = list(range(-1, count - 1)), list(range(1, count + 1))

        def rank(place: int) -> int | None:
            """Of the token at a place with the next one; a merged token leaves "" behind."""
            if place < 0 or after[place] == count:
                return None
            return self._ranks.get((tokens[place], tokens[after[place]]))

        queue = [(found, place) for place in range(count) if (found := rank(place)) is not None]
        heapify(queue)
        while queue:
            wanted, place = heappop(queue)
            if rank(place) != wanted:
                continue  # one of the two was merged with another meanwhile
            gone = after[place]
            tokens[place], tokens[gone] = tokens[place] + tokens[gone], ""
            after[place] = after[gone]
            if after[place] < count:
                before[after[place]] = place
            for changed in (before[place], place):
                if (found := rank(changed)) is not None:
                    heappush(queue, (found, changed))
        return [token for token in tokens if token]
