"""Judging: a program's bytes and a problem to a verdict document."""

from __future__ import annotations

import dataclasses
import linecache
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from . import (
    asserts,
    compare,
    errors,
    guard,
    machine,
    messages,
    rewriting,
    runtime,
    testing,
    values,
    verdict,
)
from .asserts import Failure, Recorder
from .errors import StepLimit, explain
from .guard import ForbiddenError, Guard, Inventory
from .messages import say
from .output import MOST_PRINTED, Capture, NoInput
from .problem import Problem
from .rewriting import TESTS_FILE, Tests, code_before, prepare
from .source import SourceError, compile_program, decode
from .values import type_name
from .verdict import document, not_run, stopped, test_result

JUDGE_MODULES = (
    asserts, compare, errors, guard, machine, messages, rewriting, runtime, testing, values,
    verdict,
)  # fmt: skip
MAX_FRAMES = 3
INLINED = ("<listcomp>", "<setcomp>", "<dictcomp>")  # frames of their own before Python 3.12
Report = Callable[[str, Any], None]


class Stop(BaseException):
    """The verdict is out; the process is about to be thrown away."""


class Judge:
    """What one process needs to judge programs, one after the other.

    Args:
        hidden: the folder of the problems, which programs may not read.
        trusted: where the code of libraries lies, which may look at frames.
        megabytes: what the message of a memory limit says.
        abandon: ends the process, or the worker, at once; called when a program cannot be stopped.
    """

    def __init__(
        self,
        hidden: str = "",
        trusted: tuple[str, ...] = (),
        megabytes: int = 0,
        abandon: Callable[[], None] = lambda: None,
    ) -> None:
        self._guard = Guard(hidden)
        self._trusted = (*trusted, TESTS_FILE, __file__.removesuffix("run.py"), "<frozen")
        self._megabytes = megabytes
        self._abandon = abandon
        self._inventory: Inventory | None = None

    def judge(
        self,
        problem: Problem,
        data: bytes,
        filename: str = "program.py",
        lang: str = "en",
        report: Report = lambda kind, value: None,
        examples: bool = False,
        soft: bool = False,
        max_steps: dict[str, int] | None = None,
    ) -> dict[str, Any]:
        """Run the problem's tests on the program.

        Args:
            filename: how tracebacks name it.
            report: told ``plan`` with the names of the tests, ``start`` with each one's name and
                ``done`` with its result, so that whoever stops this process knows how far it got.
            examples: only the tests that the statement shows.
            soft: go on after a failed assert, and add ``broken``, the indices of all that failed.
            max_steps: by test, how many lines of the program it may run; then the verdict has
                ``steps``, how many each did run. The empty name stands for loading the file.
        """
        tests = prepare(problem.tests)
        if examples:
            names = [name for name in tests.names if name.startswith("test_example")]
            tests = dataclasses.replace(tests, names=names)
        report("plan", tests.names)
        if self._inventory is None:
            self._inventory = guard.inventory(list(JUDGE_MODULES))
        try:
            text = decode(data, lang)
            code = compile_program(text, filename, lang)
        except SourceError as error:
            frame = {"line": error.line, "function": "", "text": error.text}
            result = document(problem, lang, not_run(tests.names), "syntax_error", str(error))
            return {**result, "frames": [frame] if error.line else []}
        run = _Run(problem, tests, filename, lang, report, soft, max_steps, self._megabytes)
        run.text, self._guard.lang = text, lang
        linecache.cache[filename] = (len(text), None, text.split("\n"), filename)
        with run.surroundings(self._abandon):
            self._guard.start(self._trusted)
            try:
                result = self._run(run, code)
            except Stop:
                return run.final
            finally:
                self._guard.stop()
        if text.strip() == problem.starter.strip() and result["status"] != "accepted":
            result.update(status="not_written", message=say("unchanged", lang), hint=None)
        if soft:
            result["broken"] = sorted(run.recorder.broken)
            result["steps"] = run.steps
        return result

    def _run(self, run: _Run, code: types.CodeType) -> dict[str, Any]:
        assert self._inventory is not None
        problem, lang, names = run.problem, run.lang, run.tests.names
        module = types.ModuleType("solution")
        module.__file__ = run.filename
        sys.modules["solution"] = module

        def execute() -> None:
            exec(code, module.__dict__)

        error = self._guarded(run, execute)
        if error is not None:
            status, text = run.explain(error)
            text = say("while_loading", lang, what=text) if status == "runtime_error" else text
            result = document(problem, lang, not_run(names), status, text, **run.output())
            return {**result, "frames": run.frames(error)}
        missing = [name for name in run.tests.required if name not in module.__dict__]
        if missing:
            key = "missing" if run.text.strip() else "empty"
            text = say(key, lang, names=", ".join(missing))
            return document(problem, lang, not_run(names), "not_written", text, **run.output())
        functions = asserts.load(run.tests, run.recorder, run.importer(module))
        results: list[dict[str, Any]] = []
        for name in names:
            results.append(self._test(run, name, functions[name]))
            if results[-1]["status"] == "memory_limit":  # the next would only take as much again
                results += not_run(names[len(results) :])
                break
        return document(problem, lang, results, **run.output())

    def _test(self, run: _Run, name: str, function: Callable[[], None]) -> dict[str, Any]:
        run.running = name
        run.report("start", name)
        run.recorder.failure, run.recorder.steps = None, []
        runtime.reset_torch()
        error = self._guarded(run, function)
        if error is not None:
            run.blame(error)
        else:  # an assert whose error the program swallowed
            error = run.recorder.failure
        result = run.result(name, error)
        run.done.append(result)
        run.running = ""
        run.report("done", result)
        return result

    def _guarded(self, run: _Run, call: Callable[[], None]) -> BaseException | None:
        """Call something that runs the program's code; what came of it, tampering included."""
        assert self._inventory is not None
        found: BaseException | None = None
        try:
            with run.counted_steps(self._guard):
                call()
        except Stop:
            raise
        except BaseException as error:
            found = error
        violations = self._guard.take_violations()
        sys.stdout = sys.stderr = run.capture
        sys.setrecursionlimit(run.recursion_limit)
        changed = self._inventory.restore() + run.restore_modules() + runtime.leave_modes()
        if changed:
            return ForbiddenError(say("tampered", run.lang, names=", ".join(changed[:3])))
        if violations and not isinstance(found, ForbiddenError):
            return ForbiddenError(violations[0])
        return found


class _Run:
    """One program on its way through the tests."""

    def __init__(
        self,
        problem: Problem,
        tests: Tests,
        filename: str,
        lang: str,
        report: Report,
        soft: bool,
        max_steps: dict[str, int] | None,
        megabytes: int,
    ) -> None:
        self.problem, self.tests, self.filename, self.lang = problem, tests, filename, lang
        self.report, self.max_steps, self.megabytes = report, max_steps, megabytes
        self.recorder = Recorder(tests, lang, soft)
        self.done: list[dict[str, Any]] = []
        self.running = ""
        self.text = ""
        self.steps: dict[str, int] = {}
        self.recursion_limit = sys.getrecursionlimit()
        self._modules = guard.Names({})
        self.final: dict[str, Any] = {}
        self.capture = Capture(lambda: None)

    def importer(self, module: types.ModuleType) -> Callable[..., Any]:
        """How tests.py imports: the program, the judge's helpers, and anything else as usual."""
        helpers = types.SimpleNamespace(testing=testing)

        def load(name: str, *rest: Any) -> Any:
            fromlist = rest[2] if len(rest) > 2 else ()
            if name == "solution":
                return module
            if name == "kernel.testing":
                return testing if fromlist else helpers
            return __import__(name, *rest)

        return load

    @contextmanager
    def surroundings(self, abandon: Callable[[], None]) -> Iterator[None]:
        """Standard streams, modules and limits as a program finds them, and as they were after."""

        def flooded() -> None:
            message = say("output", self.lang, most=MOST_PRINTED)
            names = self.tests.names
            self.final = stopped(
                self.problem, self.lang, names, self.done, self.running, "output_limit", message
            )
            self.final.update(self.output())
            self.report("verdict", self.final)
            abandon()
            raise Stop

        self.capture = Capture(flooded)
        streams = sys.stdin, sys.stdout, sys.stderr
        argv = sys.argv
        hidden = {name: sys.modules[name] for name in _own_modules()}
        for name in hidden:
            del sys.modules[name]
        sys.modules["__main__"] = types.ModuleType("__main__")
        sys.stdin, sys.stdout, sys.stderr = NoInput(), self.capture, self.capture
        sys.argv = [self.filename]
        self._modules = guard.Names(sys.modules)
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            sys.argv = argv
            sys.setrecursionlimit(self.recursion_limit)
            sys.modules.pop("solution", None)
            sys.modules.update(hidden)

    def restore_modules(self) -> list[str]:
        """Put back modules that a program took away; their names."""
        if self._modules.are_those_of(sys.modules, whole=False):  # after nearly every test
            return []
        before = self._modules.values
        gone = [name for name in before if sys.modules.get(name) is not before[name]]
        for name in gone:
            sys.modules[name] = before[name]
        return [f"sys.modules[{name!r}]" for name in gone]

    @contextmanager
    def counted_steps(self, guard: Guard) -> Iterator[None]:
        if self.max_steps is None:
            yield
            return
        steps, most = 0, self.max_steps[self.running]

        def line(frame: types.FrameType, event: str, argument: Any) -> Any:
            nonlocal steps
            steps += event == "line"
            if steps > most:
                guard.set_trace(None)  # Python would do so itself, and be refused
                raise StepLimit
            return line

        def call(frame: types.FrameType, event: str, argument: Any) -> Any:
            return (
                line(frame, event, argument) if frame.f_code.co_filename == self.filename else None
            )

        guard.set_trace(call)
        try:
            yield
        finally:
            guard.set_trace(None)
            self.steps[self.running] = steps

    def output(self) -> dict[str, Any]:
        whole = self.capture.whole
        return {"output": whole.text(), "output_cut": whole.cut}

    def result(self, name: str, error: BaseException | None) -> dict[str, Any]:
        """The entry of a test that ended with that error, or with none."""
        output = self.capture.take_part()
        if error is None:
            return test_result(name, "passed", output=output)
        try:
            return self._failed(name, error, output)
        except Exception:  # the error's own methods go wrong
            message = say("unshowable", self.lang, kind=type_name(error))
            return test_result(name, "runtime_error", message=message, output=output)

    def _failed(self, name: str, error: BaseException, output: str) -> dict[str, Any]:
        status, message = self.explain(error)
        parts: dict[str, Any] = {"output": output, "frames": self.frames(error)}
        line = self._test_line(error, name)
        parts["code"] = list(self.recorder.steps or code_before(self.tests, name, line))
        if isinstance(error, Failure) and error.loops:
            parts["code"].append(f"# {error.loops}")
        if isinstance(error, Failure):
            parts.update(call=error.call, got=error.got, expected=error.expected)
            parts["detail"] = error.detail
        else:
            checks = [c for c in self.tests.checks if c.lines[0] <= line <= c.lines[1]]
            parts["call"] = checks[0].source if checks else self._source_line(line)
            if status == "runtime_error" and not isinstance(error, ForbiddenError):
                parts["got"] = say("raised", self.lang, what=type_name(error))
        return test_result(name, status, message=message, **parts)

    def blame(self, error: BaseException) -> None:
        """Count an assert that an error ended as one that the program fails."""
        line, at = 0, error.__traceback__
        while at is not None:
            line = at.tb_lineno if at.tb_frame.f_code.co_filename == TESTS_FILE else line
            at = at.tb_next
        for index, check in enumerate(self.tests.checks):
            if check.lines[0] <= line <= check.lines[1]:
                self.recorder.broken.add(index)

    def _test_line(self, error: BaseException, name: str) -> int:
        """The line of the test function that was running."""
        first, last = self.tests.bodies[name]
        line, at = 0, error.__traceback__
        while at is not None:
            if at.tb_frame.f_code.co_filename == TESTS_FILE and (
                not line or first <= at.tb_lineno <= last
            ):
                line = at.tb_lineno
            at = at.tb_next
        return line

    def _source_line(self, line: int) -> str:
        text = self.tests.lines[line - 1] if 0 < line <= len(self.tests.lines) else ""
        return (text or "").strip()

    def frames(self, error: BaseException) -> list[dict[str, Any]]:
        """The last few places in the reader's own file that led to the error."""
        if isinstance(error, Failure):
            return []
        found, at = [], error.__traceback__
        lines = self.text.split("\n")
        while at is not None:
            code = at.tb_frame.f_code
            ours = code.co_filename == self.filename and code.co_name not in INLINED
            if ours and 0 < at.tb_lineno <= len(lines):
                text = lines[at.tb_lineno - 1].strip()[:200]
                function = "" if code.co_name == "<module>" else code.co_name
                found.append({"line": at.tb_lineno, "function": function, "text": text})
            at = at.tb_next
        return found[-MAX_FRAMES:]

    def explain(self, error: BaseException) -> tuple[str, str]:
        """The status and the sentence for what a test or the loading of the file raised."""
        return explain(
            error, self.problem, self.lang, self.megabytes, self.filename, self.frames(error)
        )


def _own_modules() -> Sequence[str]:
    """The judge's modules, which a program is not to find by importing them."""
    package = __name__.partition(".")[0]
    return [name for name in sys.modules if name == package or name.startswith(package + ".")]
