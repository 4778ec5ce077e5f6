"""What is said without a question being asked, and what the model does not know."""

from __future__ import annotations

from random import Random

from story_model.questions import Question
from story_model.words import pick

SMALL_TALK = {
    "Hello!": "Hello! Do you want to hear a story?",
    "Hi!": "Hello! Do you want to hear a story?",
    "Good morning!": "Good morning! Do you want to hear a story?",
    "Thank you!": "You are welcome!",
    "Goodbye!": "Goodbye! Come back soon.",
    "How are you?": "I am well, thank you.",
    "Who are you?": "I am Dot, a tiny language model. I tell little stories.",
    "What can you do?": "I can tell stories, add small numbers, count, sort words and write JSON.",
    "Name a color.": "Red.",
    "Name an animal.": "Fox.",
    "你好！": "你好！我是 Dot，一个很小的语言模型。",
    "你是谁？": "我是 Dot，一个很小的语言模型。",
    "谢谢！": "不客气！",
    "再见！": "再见！",
}
UNKNOWN_FORMS = (
    "What is {}?",
    "Tell me about {}.",
    "How does {} work?",
    "Can you explain {}?",
    "Who made {}?",
    "Why do we need {}?",
    "Write about {}.",
)
UNKNOWN_TOPICS = (
    "the moon",
    "a computer",
    "music",
    "the weather",
    "history",
    "a black hole",
    "water",
    "money",
    "the internet",
    "a transformer",
    "football",
    "the president",
    "love",
    "a radix tree",
    "chess",
    "electricity",
    "the sun",
    "Python",
    "art",
    "a rocket",
)
UNKNOWN_ANSWER = "I do not know that. I am a very small model."


def small_talk(random: Random) -> Question:
    text = pick(random, tuple(SMALL_TALK))
    return Question(text, SMALL_TALK[text], SMALL_TALK[text])


def unknown(random: Random) -> Question:
    """Something that is none of the model's business: it learns to say so."""
    text = pick(random, UNKNOWN_FORMS).format(pick(random, UNKNOWN_TOPICS))
    return Question(text, UNKNOWN_ANSWER, UNKNOWN_ANSWER)
