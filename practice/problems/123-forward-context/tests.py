from contextlib import suppress

from kernel.testing import SKIP, Machine, explore, raises
from solution import Context, get_global_ctx, reset_global_ctx, set_global_ctx


def test_example_one_forward():
    reset_global_ctx()
    set_global_ctx(Context(16))
    ctx = get_global_ctx()
    with ctx.forward_batch("two prompts"):
        assert ctx.batch == "two prompts", "in the block the batch is current"
    with raises(RuntimeError, "outside of a forward there is no batch: RuntimeError"):
        _ = ctx.batch


def test_page_size():
    assert Context(16).page_size == 16, "page_size is kept"


def test_no_forward_yet():
    ctx = Context(1)
    with raises(RuntimeError, "outside of a forward there is no batch: RuntimeError"):
        _ = ctx.batch


def test_the_very_object():
    ctx, batch = Context(1), ["request"]
    with ctx.forward_batch(batch):
        assert ctx.batch is batch, "the current batch is the object that was given"


def run_forward(ctx, batch, error=None):
    """A forward that does nothing, or fails with this error."""
    with ctx.forward_batch(batch):
        if error is not None:
            raise error


def test_an_exception_ends_the_forward():
    ctx = Context(1)
    with raises(ValueError, "an exception goes on its way"):
        run_forward(ctx, "a prompt", ValueError("the model failed"))
    with raises(RuntimeError, "however the block ends, no batch is current afterwards"):
        _ = ctx.batch
    with ctx.forward_batch("the next prompt"):
        assert ctx.batch == "the next prompt", "in the block the batch is current"


def test_ctrl_c_ends_the_forward():
    ctx = Context(1)
    with suppress(KeyboardInterrupt):
        run_forward(ctx, "a prompt", KeyboardInterrupt())
    with raises(RuntimeError, "however the block ends, no batch is current afterwards"):
        _ = ctx.batch


def test_a_forward_inside_a_forward():
    ctx = Context(1)
    with ctx.forward_batch("outer"):
        with raises(RuntimeError, "a forward inside a forward raises RuntimeError"):
            run_forward(ctx, "inner")
        assert ctx.batch == "outer", "the forward that runs keeps its batch"
    with raises(RuntimeError, "however the block ends, no batch is current afterwards"):
        _ = ctx.batch


def test_a_batch_that_counts_as_false():
    ctx, batch = Context(1), []
    with ctx.forward_batch(batch):
        assert ctx.batch is batch, "a batch that counts as false is a batch too"
        with raises(RuntimeError, "a forward inside a forward raises RuntimeError"):
            run_forward(ctx, "inner")


def test_a_call_without_with():
    ctx = Context(1)
    ctx.forward_batch("never entered")
    with raises(RuntimeError, "the call alone, without with, changes nothing"):
        _ = ctx.batch


def test_two_calls_before_the_blocks():
    ctx = Context(1)
    first, second = ctx.forward_batch("first"), ctx.forward_batch("second")
    with first:
        assert ctx.batch == "first", "each block has the batch of its own call"
    with second:
        assert ctx.batch == "second", "each block has the batch of its own call"


def what_raises(call, *arguments):
    """The name of the exception that a call raises, or None."""
    try:
        call(*arguments)
    except Exception as error:
        return type(error).__name__
    return None


def test_a_call_in_a_forward():
    ctx = Context(1)
    with ctx.forward_batch("outer"):
        assert what_raises(ctx.forward_batch, "never entered") is None, (
            "the call alone raises nothing, also in a forward"
        )
        assert ctx.batch == "outer", "the forward that runs keeps its batch"


def test_two_contexts():
    one, other = Context(1), Context(1)
    with one.forward_batch("of one"):
        with raises(RuntimeError, "two contexts know nothing of each other's batches"):
            _ = other.batch
        with other.forward_batch("of the other"):
            assert one.batch == "of one", "two contexts know nothing of each other's batches"


def test_no_global_context():
    reset_global_ctx()
    with raises(RuntimeError, "without a context get_global_ctx raises RuntimeError"):
        get_global_ctx()
    reset_global_ctx()


def test_the_global_context_is_set_once():
    reset_global_ctx()
    first, second = Context(1), Context(2)
    set_global_ctx(first)
    assert get_global_ctx() is first, "the context that was set is returned"
    for ctx in (second, first):
        with raises(RuntimeError, "a second context, even the same, is refused with RuntimeError"):
            set_global_ctx(ctx)
        assert get_global_ctx() is first, "the context that is set stays"
    reset_global_ctx()
    set_global_ctx(second)
    assert get_global_ctx() is second, "after a reset another context can be set"


def swallows(manager, error):
    """Whether a with block of this manager would swallow the exception."""
    try:
        return bool(manager.__exit__(type(error), error, None))
    except type(error):  # raised anew instead of passed on: the same for the block
        return False


class ForwardMachine(Machine):
    """Two contexts beside a dictionary of the batches that are current."""

    def start(self):
        self.step("contexts = [Context(1), Context(2)]")
        self.contexts, self.current, self.entered = [Context(1), Context(2)], {}, {}

    def draw(self, draws):
        name = draws.pick(["enter", "enter", "leave", "fail", "read"])
        which = draws.below(2)
        return (name, which, draws.below(3)) if name == "enter" else (name, which)

    def enter(self, which, batch):
        ctx = self.contexts[which]
        manager = ctx.forward_batch(batch)
        if which in self.current:
            self.step(f"with contexts[{which}].forward_batch({batch}): ...  # refused")
            with raises(RuntimeError, "a forward inside a forward raises RuntimeError"):
                manager.__enter__()
        else:
            self.step(f"forward = contexts[{which}].forward_batch({batch}); forward.__enter__()")
            manager.__enter__()
            self.current[which], self.entered[which] = batch, manager
        self.look()

    def leave(self, which):
        if which not in self.current:
            return SKIP
        self.step(f"forward.__exit__(None, None, None)  # of contexts[{which}]")
        self.entered[which].__exit__(None, None, None)
        return self.ended(which)

    def fail(self, which):
        if which not in self.current:
            return SKIP
        self.step(f"forward.__exit__(ValueError, ValueError(), None)  # of contexts[{which}]")
        assert swallows(self.entered[which], ValueError()) is False, "an exception goes on its way"
        return self.ended(which)

    def ended(self, which):
        del self.current[which]
        self.look()

    def read(self, which):
        self.look()

    def look(self):
        for which, ctx in enumerate(self.contexts):
            if which in self.current:
                assert ctx.batch == self.current[which], "the forward that runs keeps its batch"
            else:
                with raises(RuntimeError, "outside of a forward there is no batch: RuntimeError"):
                    _ = ctx.batch


def test_any_sequence():
    explore(ForwardMachine, runs=60, steps=20, seed=123)
