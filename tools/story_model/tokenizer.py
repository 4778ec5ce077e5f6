"""The tokenizer: byte-level BPE, trained on the corpus.

All 256 bytes are in its alphabet, so any text can be encoded. Text is cut by one short pattern
before pairs are merged; it means the same to Python's ``re``, so that a tokenizer in pure Python
gives the same tokens.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from story_model.chats import SYSTEM_PROMPTS
from story_model.corpus import END_OF_TEXT, IM_END, IM_START, documents

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VOCAB_SIZE = 768
# A word with the space before it; one digit; other signs with the space before them; white space.
PATTERN = r" ?[A-Za-z]+|[0-9]| ?[^A-Za-z0-9 \t\r\n]+|[ \t\r\n]+"
SPECIAL_TOKENS = (END_OF_TEXT, IM_START, IM_END)  # their ids are 0, 1, 2
CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def train_tokenizer(seed: int, count: int = 20_000, vocab_size: int = VOCAB_SIZE) -> Tokenizer:
    """A tokenizer for the first ``count`` documents of the corpus; the same one each time."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    specials = re.compile("|".join(map(re.escape, SPECIAL_TOKENS)))
    texts = (
        text
        for pieces in islice(documents(seed), count)
        for piece in pieces
        for text in specials.split(piece.text)
        if text not in SYSTEM_PROMPTS.values()  # so frequent that they would take half the merges
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer
