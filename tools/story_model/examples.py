"""Forty prompts that show what the model can do; its answers are kept beside its weights.

``examples.json`` is for tests: any engine that is right, in float32, gives these tokens. The margin
says by how much the least certain of them won.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from story_model.chats import SYSTEM_PROMPTS, Message
from story_model.few_shot import FIXED_EXAMPLES

MAX_TOKENS = 160
_ONE_TURN = (
    "Hello!",
    "Who are you?",
    "What can you do?",
    "你好！",
    "你是谁？",
    "Tell me a story about a fox.",
    "Tell me a story about an owl named Zoe.",
    "Tell me a story about a bear named Tom who was afraid of the dark.",
    "Tell me a story about a frog who wanted to fly.",
    "Tell me a short story about a duck.",
    "What is 2 + 2?",
    "What is 3 + 4?",
    "What is 9 + 8?",
    "What is 9 - 5?",
    "Count from 2 to 7.",
    "Repeat: drum kite lamp",
    "Sort these words: ring, apple, kite.",
    "Sort these words: wheel, map, cup.",
    "Give me JSON for a red fox named Mia.",
    "Nora has a green kite. What color is the kite?",
    "Spell cat.",
    "What does a cow say?",
    "What is the opposite of hot?",
    "What is the capital of Japan?",
    "Name a color.",
    "What is a radix tree?",
)
# The same questions under each system prompt: four branches that begin alike.
_UNDER_EACH_SYSTEM_PROMPT = ("What is 3 + 4?", "Nora has a green kite. What color is the kite?")
_FEW_SHOT = {"opposite": "wet", "sound": "cow", "color": "green kite", "thing": "green kite"}
_FOLLOW_UPS = ("What is my name?", "What do I have?")


def user(text: str) -> Message:
    return {"role": "user", "content": text}


def assistant(text: str) -> Message:
    return {"role": "assistant", "content": text}


def example_chats() -> Iterator[list[Message]]:
    for text in _ONE_TURN:
        yield [user(text)]
    for system in SYSTEM_PROMPTS.values():
        for text in _UNDER_EACH_SYSTEM_PROMPT:
            yield [{"role": "system", "content": system}, user(text)]
    for task, query in _FEW_SHOT.items():
        lines = "".join(f"{left} -> {right}\n" for left, right in FIXED_EXAMPLES[task])
        yield [user(f"{lines}{query} ->")]
    for text in _FOLLOW_UPS:
        yield [
            user("My name is Mia and I have a red kite."),
            assistant("Nice to meet you, Mia!"),
            user("What is 2 + 2?"),
            assistant("2 + 2 = 4."),
            user(text),
        ]


def least_margin(model: Any, prompt_ids: list[int], answer_ids: list[int]) -> float:
    """The least difference between the best and the second best logit, over an answer's tokens."""
    import torch

    with torch.no_grad():
        logits = model(torch.tensor([prompt_ids + answer_ids])).logits[0]
    best = logits[len(prompt_ids) - 1 : -1].topk(2).values
    return float((best[:, 0] - best[:, 1]).min())


def make_examples(llm: Any, folder: Path) -> list[dict[str, Any]]:
    """Each prompt with its greedy answer by minisgl, and its margin by transformers."""
    import torch
    from transformers import AutoModelForCausalLM

    from minisgl.core import SamplingParams

    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    chats = list(example_chats())
    prompts = [
        llm.tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True)
        for chat in chats
    ]
    rows = [llm.tokenizer(prompt).input_ids for prompt in prompts]
    answers = llm.generate(rows, SamplingParams(max_tokens=MAX_TOKENS))
    return [
        {
            "messages": chat,
            "text": answer["text"],
            "token_ids": answer["token_ids"],
            "margin": round(least_margin(model, ids, answer["token_ids"]), 4),
        }
        for chat, ids, answer in zip(chats, rows, answers, strict=True)
    ]
