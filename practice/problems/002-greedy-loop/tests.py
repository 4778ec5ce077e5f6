from solution import generate


class ScriptedModel:
    """Gives one answer after the other, then 99, and notes what it was given."""

    def __init__(self, answers):
        self.answers = answers
        self.calls = []

    def __call__(self, ids):
        self.calls.append(list(ids))
        index = len(self.calls) - 1
        return self.answers[index] if index < len(self.answers) else 99


def test_example_until_the_end_token():
    model = ScriptedModel(answers=[7, 8, 2])
    assert generate(model, [1, 5, 6], max_tokens=10, eos=2) == [7, 8, 2], (
        "the new tokens come back, the end token included"
    )
    assert model.calls == [[1, 5, 6], [7], [8]], (
        "the model first gets the whole prompt, then only the token that is not cached yet"
    )


def test_until_max_tokens():
    model = ScriptedModel(answers=[7, 8, 9, 7])
    assert generate(model, [1, 5, 6], 3, 2) == [7, 8, 9], "no more than max_tokens come back"
    assert model.calls == [[1, 5, 6], [7], [8]], (
        "after the last token the model is not called again"
    )


def test_a_prompt_longer_than_max_tokens():
    model = ScriptedModel(answers=[7, 8])
    assert generate(model, [1, 3, 4, 5, 6], 2, 2) == [7, 8], (
        "max_tokens counts new tokens, not the prompt"
    )


def test_one_token():
    model = ScriptedModel(answers=[7])
    assert generate(model, [5], 1, 2) == [7], "no more than max_tokens come back"
    assert model.calls == [[5]], "after the last token the model is not called again"
    model = ScriptedModel(answers=[2])
    assert generate(model, [5], 9, 2) == [2], "the new tokens come back, the end token included"
    assert model.calls == [[5]], "after the last token the model is not called again"


def test_no_token():
    model = ScriptedModel(answers=[7])
    assert generate(model, [1, 5], 0, 2) == [], "with max_tokens 0 nothing comes back"
    assert model.calls == [], "with max_tokens 0 the model is not called"


def test_end_token_in_the_prompt():
    for prompt in ([1, 2, 5], [1, 5, 2], [2]):
        model = ScriptedModel(answers=[7, 2])
        assert generate(model, prompt, 5, 2) == [7, 2], "an end token in the prompt ends nothing"


def test_token_0():
    model = ScriptedModel(answers=[7, 0, 8, 2])
    assert generate(model, [0, 5], 5, 2) == [7, 0, 8, 2], (
        "0 is a token like any other, also as the end token"
    )
    model = ScriptedModel(answers=[7, 0, 8])
    assert generate(model, [1, 5], 5, 0) == [7, 0], (
        "0 is a token like any other, also as the end token"
    )


def test_repeated_tokens():
    model = ScriptedModel(answers=[5, 5, 5, 2])
    assert generate(model, [5, 5], 9, 2) == [5, 5, 5, 2], "a repeated token does not end anything"
    assert model.calls == [[5, 5], [5], [5], [5]], (
        "the model first gets the whole prompt, then only the token that is not cached yet"
    )


def prompt_after_generate(prompt, answers):
    """What has become of the caller's list."""
    generate(ScriptedModel(answers), prompt, 9, 2)
    return prompt


def test_prompt_is_not_changed():
    assert prompt_after_generate([1, 5, 6], answers=[7, 8, 2]) == [1, 5, 6], (
        "the prompt stays as it was"
    )


def answers_side_by_side(*scripts):
    """One call of generate for each script; all the lists are kept until the end."""
    return [generate(ScriptedModel(answers), [1, 5], 9, 2) for answers in scripts]


def test_answers_of_two_requests():
    assert answers_side_by_side([7, 2], [8, 9, 2]) == [[7, 2], [8, 9, 2]], (
        "each call returns a list of its own"
    )


def test_every_length():
    answers = [7, 8, 9, 7, 8]
    for end in range(5):
        for max_tokens in range(7):
            model = ScriptedModel(answers=[*answers[:end], 2])
            expected = [*answers[:end], 2][:max_tokens]
            assert generate(model, [1, 5], max_tokens, 2) == expected, (
                "the new tokens come back, the end token included"
            )
            assert len(model.calls) == len(expected), (
                "after the last token the model is not called again"
            )
