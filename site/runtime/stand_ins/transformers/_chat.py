"""Chats as texts. Templates are programs in a language of their own; one form is read here, that of
ChatML: something for each message, then something if an answer is wanted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from ._errors import not_offered

Message = dict[str, str]
_FORM = re.compile(
    r"\{% for (\w+) in messages %\}\n?(.*)\{% endfor %\}\n?"
    r"\{% if add_generation_prompt %\}\n?(.*)\{% endif %\}\n?",
    re.DOTALL,
)
_EXPRESSION = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_STRING = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_TERM = rf"(?:{_STRING}|\w+\[(?:{_STRING})\])"
_SUM = re.compile(rf"\s*{_TERM}(?:\s*\+\s*{_TERM})*\s*")


def render(template: str | None, messages: Sequence[Message], add_generation_prompt: bool) -> str:
    """The text of a chat.

    Raises:
        ValueError: if the template has another form, there is none, or no message.
    """
    if template is None:
        raise ValueError("this tokenizer has no chat template: give it the text itself")
    if not messages:
        raise ValueError("a chat has at least one message")
    form = _FORM.fullmatch(template)
    if form is None:
        raise not_offered("a chat template of this form")
    name, each, last = form.groups()
    text = "".join([_filled(each, {name: message}) for message in messages])
    return text + _filled(last, {}) if add_generation_prompt else text


def _filled(part: str, known: dict[str, Message]) -> str:
    """A part of a template, with what its expressions come to: texts and fields, added up.

    Raises:
        ValueError: for anything else in it.
    """
    made = ""
    for place, piece in enumerate(_EXPRESSION.split(part)):
        if place % 2 == 0:
            if re.search(r"\{[%#]|[%#]\}|(?:^|\n)[ \t]+$", piece):
                raise not_offered("a chat template of this form")
            made += piece
        elif _SUM.fullmatch(piece):
            made += "".join([_value(term, known) for term in re.findall(_TERM, piece)])
        else:
            raise not_offered(f"{{{{{piece}}}}} in a chat template")
    return made


def _value(term: str, known: dict[str, Message]) -> str:
    """``'text'``, or ``message['role']``."""
    name, bracket, key = term.partition("[")
    if term[0] in "'\"" or not bracket:
        return str(ast.literal_eval(term.replace("\n", "\\n")))
    if name not in known:
        raise not_offered(f"{name} in a chat template")
    return known[name][ast.literal_eval(key.removesuffix("]"))]
