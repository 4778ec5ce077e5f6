"""transformers for the browser: tokenizers of byte-level BPE, in pure Python. No models.

The tokens are those of the real package. What a tokenizer's files ask for and this does not know
raises an error that names it.
"""

from __future__ import annotations

from typing import Any

from ._auto import AutoTokenizer
from ._errors import LOCALLY
from ._tokenizer import Tokenizer as PreTrainedTokenizerBase


def __getattr__(name: str) -> Any:
    """``from transformers import`` something else fails with a sentence instead of a riddle."""
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(f"transformers.{name} is not in the browser's transformers; {LOCALLY}")


__all__ = ["AutoTokenizer", "PreTrainedTokenizerBase"]
