"""A tokenizer: added tokens, normalisation, pieces, byte pairs; and back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from ._byte_pairs import BytePairs, token_bytes
from ._chat import render
from ._errors import not_offered
from ._splitting import make_splitter

ROLES = ("bos_token", "eos_token", "unk_token", "pad_token")


class Encoding(dict[str, Any]):
    """``input_ids`` and ``attention_mask``, as keys and as attributes."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(name)
        return self[name]


class Tokenizer:
    """See ``AutoTokenizer.from_pretrained``.

    Args:
        document: tokenizer.json.
        config: tokenizer_config.json.
        chat_template: how a chat becomes a text.

    Raises:
        ValueError: if the files ask for what is not offered.
    """

    def __init__(
        self, document: dict[str, Any], config: dict[str, Any], chat_template: str | None
    ) -> None:
        _check(document)
        self.chat_template = chat_template
        self._model = BytePairs(document["model"])
        self._split = make_splitter(document["pre_tokenizer"])
        self._form = (document["normalizer"] or {"type": None})["type"]
        added = document["added_tokens"]
        self._added = {entry["content"]: entry["id"] for entry in added}
        self._tokens = {number: token for token, number in self._model.vocab.items()}
        self._tokens |= {number: token for token, number in self._added.items()}
        names = {role: _text_of(config.get(role)) for role in ROLES}
        self.bos_token, self.eos_token, self.unk_token, self.pad_token = names.values()
        special = {entry["content"] for entry in added if entry["special"]}
        special |= {_text_of(token) for token in config.get("extra_special_tokens") or []}
        special |= set(names.values())
        self._special = {number for token, number in self._added.items() if token in special}
        self._raw = _matcher([entry for entry in added if not entry["normalized"]])
        self._normalized = _matcher([entry for entry in added if entry["normalized"]])

    @property
    def eos_token_id(self) -> int | None:
        """The token that ends an answer."""
        return self._added.get(self.eos_token or "")

    @property
    def pad_token_id(self) -> int | None:
        return self._added.get(self.pad_token or "")

    def __len__(self) -> int:
        return len(self._tokens)

    def __call__(self, text: str | Sequence[str], add_special_tokens: bool = True) -> Encoding:
        """The tokens of a text, or of each of several."""
        if isinstance(text, str):
            ids = self.encode(text)
            return Encoding(input_ids=ids, attention_mask=[1] * len(ids))
        if not isinstance(text, list | tuple):
            raise ValueError("text input must be of type `str` or `list[str]`")
        rows = [self.encode(one) for one in text]
        return Encoding(input_ids=rows, attention_mask=[[1] * len(row) for row in rows])

    def encode(self, text: str, add_special_tokens: bool = True) -> list[int]:
        """The tokens of a text. These tokenizers put none of their own before or behind it."""
        ids: list[int] = []
        for token, raw in _parts(self._raw, text):
            if token:
                ids.append(self._added[token])
                continue
            if self._form is not None:
                raw = unicodedata.normalize("NFC", raw)
            for token, rest in _parts(self._normalized, raw):
                if token:
                    ids.append(self._added[token])
                else:
                    for piece in self._split(rest):
                        ids += self._model.encode(piece)
        return ids

    def decode(self, token_ids: Any, skip_special_tokens: bool = False) -> str:
        """The text of tokens, given as a number, a row of them, or a tensor."""
        ids = token_ids.tolist() if hasattr(token_ids, "tolist") else token_ids
        ids = [ids] if isinstance(ids, int) else ids
        if skip_special_tokens:
            ids = [number for number in ids if number not in self._special]
        data = b"".join([token_bytes(self._tokens.get(number, "")) for number in ids])
        return data.decode("utf-8", errors="replace")

    def apply_chat_template(
        self,
        conversation: Sequence[dict[str, str]],
        add_generation_prompt: bool = False,
        tokenize: bool = True,
        return_dict: bool = True,
    ) -> str | Encoding | list[int]:
        """A chat as a text, or as its tokens.

        Raises:
            ValueError: for a template that is not known here.
        """
        text = render(self.chat_template, conversation, add_generation_prompt)
        if not tokenize:
            return text
        encoding = self(text)
        return encoding if return_dict else encoding.input_ids


def _check(document: dict[str, Any]) -> None:
    """Raises ValueError for what would change the tokens and is not offered."""
    if (document.get("decoder") or {}).get("type") != "ByteLevel":
        raise not_offered("another tokenizer than byte-level BPE")
    if (document["normalizer"] or {"type": "NFC"})["type"] != "NFC":
        raise not_offered(f"the normalizer {document['normalizer']['type']}")
    after = document.get("post_processor") or {"type": "ByteLevel"}
    steps = after["single"] if after["type"] == "TemplateProcessing" else []
    if after["type"] not in ("ByteLevel", "TemplateProcessing") or any(
        "Sequence" not in step for step in steps
    ):
        raise not_offered("a tokenizer that adds tokens of its own to a text")
    for entry in document["added_tokens"]:
        if entry["lstrip"] or entry["rstrip"] or entry["single_word"]:
            raise not_offered(f"the way in which tokenizer.json looks for {entry['content']}")


def _text_of(token: Any) -> str | None:
    """A token of a config: its text, or an object with it."""
    return token["content"] if isinstance(token, dict) else token


def _matcher(entries: list[dict[str, Any]]) -> re.Pattern[str] | None:
    """Finds added tokens: the leftmost, and the longest of those that begin there."""
    texts = sorted((entry["content"] for entry in entries), key=len, reverse=True)
    return re.compile("(" + "|".join(map(re.escape, texts)) + ")") if texts else None


def _parts(matcher: re.Pattern[str] | None, text: str) -> list[tuple[str, str]]:
    """A text as (added token, "") and ("", text between them)."""
    pieces = matcher.split(text) if matcher else [text]
    return [
        (piece, "") if place % 2 else ("", piece) for place, piece in enumerate(pieces) if piece
    ]
