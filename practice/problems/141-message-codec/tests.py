import json
from dataclasses import dataclass

from kernel.testing import raises
from solution import decode, encode


@dataclass(frozen=True)
class SamplingParams:
    temperature: float = 0.0
    max_tokens: int = 16

    def __post_init__(self):
        if self.max_tokens < 1:
            raise ValueError("max_tokens must be at least 1")


@dataclass
class BaseMsg:
    uid: int


@dataclass
class AbortMsg(BaseMsg):
    pass


@dataclass
class UserMsg(BaseMsg):
    input_ids: list
    params: SamplingParams


@dataclass
class BatchMsg:
    data: list


TYPES = {kind.__name__: kind for kind in (AbortMsg, UserMsg, BatchMsg, SamplingParams)}


def test_example_an_abort():
    document = encode(AbortMsg(uid=7))
    assert document == {"type": "AbortMsg", "uid": 7}, "the class is named under type"
    assert decode(document, TYPES) == AbortMsg(uid=7), "a dictionary becomes the class it names"
    with raises(ValueError, "a type that is not among types raises ValueError"):
        decode({"type": "ShutdownMsg"}, TYPES)


def test_plain_values():
    for value in (None, True, False, 0, -3, 0.5, "", "text"):
        assert encode(value) == value, "plain values are their own documents"
        assert decode(value, TYPES) == value, "plain values are their own documents"


def test_lists_and_tuples():
    assert encode([1, [2, [3, "four"]], []]) == [1, [2, [3, "four"]], []], (
        "lists keep their form, however deep"
    )
    assert encode((1, (2, 3), [()])) == [1, [2, 3], [[]]], "a tuple becomes a list"
    assert decode([1, [2, [None]], []], TYPES) == [1, [2, [None]], []], (
        "lists keep their form, however deep"
    )


def user_message():
    return UserMsg(3, [11, 12], SamplingParams(0.5, 8))


def user_document():
    params = {"type": "SamplingParams", "temperature": 0.5, "max_tokens": 8}
    return {"type": "UserMsg", "uid": 3, "input_ids": [11, 12], "params": params}


def test_messages_inside_messages():
    assert encode(user_message()) == user_document(), "every class is named, however deep"
    assert decode(user_document(), TYPES) == user_message(), (
        "a dictionary becomes the class it names"
    )


def test_messages_in_lists():
    message = BatchMsg([[user_message(), AbortMsg(4)], [[AbortMsg(5)]], "end"])
    expected = {
        "type": "BatchMsg",
        "data": [
            [user_document(), {"type": "AbortMsg", "uid": 4}],
            [[{"type": "AbortMsg", "uid": 5}]],
            "end",
        ],
    }
    assert encode(message) == expected, "every class is named, however deep"
    assert decode(expected, TYPES) == message, "a dictionary becomes the class it names"


def test_through_a_pipe():
    message = BatchMsg([user_message(), [None, True, 1.5]])
    line = json.dumps(encode(message))
    assert decode(json.loads(line), TYPES) == message, "what went through JSON comes back the same"


@dataclass
class Counted:
    ids: list

    def __post_init__(self):
        self.count = len(self.ids)


def test_only_fields():
    assert encode(Counted([1, 2])) == {"type": "Counted", "ids": [1, 2]}, (
        "what is not a field does not go along"
    )


def test_defaults_and_none():
    document = {"type": "SamplingParams", "temperature": 0.0, "max_tokens": 16}
    assert encode(SamplingParams()) == document, "every field is there, also at its default or None"
    assert encode(BatchMsg(None)) == {"type": "BatchMsg", "data": None}, (
        "every field is there, also at its default or None"
    )


def after_an_append(ids, document):
    """The document, when something has been appended to the ids."""
    ids.append(13)
    return document


def test_a_message_that_changes_later():
    message = user_message()
    assert after_an_append(message.input_ids, encode(message)) == user_document(), (
        "what happens to the message later is not in the document"
    )
    document = user_document() | {"input_ids": [11, 12, 13]}
    assert encode(message) == document, "a message that has changed has another document"


def decoded(document):
    """The document, when it has been decoded."""
    decode(document, TYPES)
    return document


def test_a_document_for_two_ranks():
    assert decoded(user_document()) == user_document(), "decode leaves the document as it is"
    document = user_document()
    assert after_an_append(decode(document, TYPES).input_ids, document) == user_document(), (
        "what happens to the value later is not in the document"
    )


@dataclass
class Typed:
    type: str


def test_what_no_message_can_hold():
    for value in ({"uid": 1}, {}, {1, 2}, b"bytes", SamplingParams, int, object()):
        with raises(TypeError, "what has no document raises TypeError"):
            encode(value)
        with raises(TypeError, "what has no document raises TypeError"):
            encode(BatchMsg([[value]]))
    with raises(TypeError, "a field that is named type raises TypeError"):
        encode(Typed("any"))


def test_types_that_are_not_known():
    for document in ({}, {"uid": 1}, {"type": "int"}, {"type": "BaseMsg", "uid": 1}):
        with raises(ValueError, "a type that is not among types raises ValueError"):
            decode(document, TYPES)
        with raises(ValueError, "a type that is not among types raises ValueError"):
            decode({"type": "BatchMsg", "data": [[document]]}, TYPES)
    with raises(ValueError, "a type that is not among types raises ValueError"):
        decode({"type": "AbortMsg", "uid": 1}, {})


def test_the_name_is_that_of_types():
    assert decode({"type": "Stop", "uid": 1}, {"Stop": AbortMsg}) == AbortMsg(1), (
        "types says which class goes by which name"
    )


def test_the_class_is_called():
    assert decode({"type": "SamplingParams", "max_tokens": 4}, TYPES) == SamplingParams(0.0, 4), (
        "a field that is missing takes its default"
    )
    with raises(ValueError, "the class checks its fields"):
        decode({"type": "SamplingParams", "temperature": 0.0, "max_tokens": 0}, TYPES)
