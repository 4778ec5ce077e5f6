from kernel.testing import SKIP, Machine, explore, raises
from solution import Req


def test_example_prefill_and_one_decode():
    req = Req([10, 11, 12, 13, 14], cached_len=2, output_len=3)
    assert req.max_device_len == 8, "max_device_len is the prompt and the whole output"
    assert req.extend_len == 3, "extend_len is what the next forward computes"
    req.complete_one()  # a prefill of 3 tokens: a fourth comes out of it
    assert req.cached_len == 5, "a forward caches what was known, and not the token that it gives"
    assert req.device_len == 6, "device_len counts the prompt and every token generated"
    req.append_host(71)
    assert req.input_ids == [10, 11, 12, 13, 14, 71], "append_host adds the token at the end"
    assert req.extend_len == 1, "extend_len is what the next forward computes"
    assert req.remain_len == 2, "remain_len is how many tokens may still be generated"


def test_admitted():
    req = Req([10, 11, 12, 13, 14], 2, 3)
    assert req.cached_len == 2, "cached_len tokens have their KV in the pool"
    assert req.device_len == 5, "device_len counts the prompt and every token generated"
    assert req.remain_len == 3, "remain_len is how many tokens may still be generated"
    assert req.can_decode is True, "can_decode is True while a token may still be generated"
    assert req.input_ids == [10, 11, 12, 13, 14], "the caller's list and the request's are two"


def test_a_request_for_one_token():
    req = Req([10], 0, 1)
    assert req.extend_len == 1, "extend_len is what the next forward computes"
    req.complete_one()
    assert req.cached_len == 1, "a forward caches what was known, and not the token that it gives"
    assert req.remain_len == 0, "remain_len is how many tokens may still be generated"
    assert req.can_decode is False, "can_decode is True while a token may still be generated"


def test_tokens_reach_the_cpu_later():
    req = Req([10, 11, 12], 0, 4)
    req.complete_one()
    req.complete_one()
    assert req.input_ids == [10, 11, 12], "complete_one does not touch the tokens"
    assert req.cached_len == 4, "the lengths move before the token reaches the CPU"
    assert req.device_len == 5, "the lengths move before the token reaches the CPU"
    req.append_host(71)
    req.append_host(72)
    assert req.input_ids == [10, 11, 12, 71, 72], "append_host adds the token at the end"
    assert req.device_len == 5, "append_host moves no length"
    assert req.cached_len == 4, "append_host moves no length"


def prompt_after_append(prompt, token):
    """What has become of the caller's list when its request got a token."""
    Req(prompt, 1, 2).append_host(token)
    return prompt


def test_two_lists():
    assert prompt_after_append([10, 11, 12], token=71) == [10, 11, 12], (
        "the caller's list and the request's are two"
    )
    prompt = [10, 11, 12]
    req = Req(prompt, 1, 2)
    req.append_host(71)
    prompt.append(99)
    assert req.input_ids == [10, 11, 12, 71], "the caller's list and the request's are two"
    req = Req(prompt, 1, 2)
    prompt.clear()
    assert req.input_ids == [10, 11, 12, 99], "the caller's list and the request's are two"


def test_almost_all_cached():
    req = Req([10, 11, 12, 13], 3, 1)
    assert req.extend_len == 1, "all but one token of the prompt may be cached"


def test_refused():
    for prompt, cached_len in [([10, 11, 12, 13], 4), ([10, 11], 5), ([], 0)]:
        with raises(
            AssertionError, "at least one token is left to compute, or it raises AssertionError"
        ):
            Req(prompt, cached_len, 3)
    with raises(AssertionError, "a negative cached_len raises AssertionError"):
        Req([10, 11], -1, 3)
    for output_len in (0, -1):
        with raises(AssertionError, "output_len below 1 raises AssertionError"):
            Req([10, 11], 0, output_len)


class ReqMachine(Machine):
    """The reader's request beside the number of forwards and the list of its tokens."""

    def draw_start(self, draws):
        return (draws.below(4), draws.below(3), draws.below(5))

    def start(self, cached, more, output):
        self.prompt = list(range(10, 11 + cached + more))
        self.prefix, self.output_len = cached, output + 1
        self.step(f"req = Req({self.prompt}, {self.prefix}, {self.output_len})")
        self.req = Req(self.prompt, self.prefix, self.output_len)
        self.forwards, self.tokens = 0, list(self.prompt)
        self.look()

    def draw(self, draws):
        return ("complete_one",) if draws.chance(0.5) else ("append_host", draws.below(5))

    def complete_one(self):
        if self.forwards == self.output_len:
            return SKIP
        self.step("req.complete_one()")
        self.req.complete_one()
        self.forwards += 1
        return self.look()

    def append_host(self, token):
        if len(self.tokens) == len(self.prompt) + self.forwards:
            return SKIP
        self.step(f"req.append_host({token})")
        self.req.append_host(token)
        self.tokens.append(token)
        return self.look()

    def look(self):
        req, size, left = self.req, len(self.prompt), self.output_len - self.forwards
        cached = size + self.forwards - 1 if self.forwards else self.prefix
        assert req.cached_len == cached, (
            "a forward caches what was known, and not the token that it gives"
        )
        assert req.device_len == size + self.forwards, (
            "device_len counts the prompt and every token generated"
        )
        assert req.max_device_len == size + self.output_len, "max_device_len never changes"
        extend = 1 if self.forwards else size - self.prefix
        assert req.extend_len == extend, "extend_len is what the next forward computes"
        assert req.remain_len == left, "remain_len is how many tokens may still be generated"
        assert req.can_decode == bool(left), (
            "can_decode is True while a token may still be generated"
        )
        assert req.input_ids == self.tokens, "append_host adds the token at the end"


def test_any_life():
    explore(ReqMachine, runs=100, steps=20, seed=21)
