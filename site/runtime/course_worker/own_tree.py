"""The reader's radix cache: called as problem 193 says, and looked at from outside.

What came of a call is one document:

    result    as tracelib has it: cached_len, slots, found_len; None for a lock, and after an error
    error     None, or {"kind", …}: "raised", "wrong_type", "missing", "flood"
    sizes     [evictable, protected], or None
    nodes     the tree as tracelib has it, as far as it can be found out
    no_tree   why there are no nodes: {"why", …}, or None
    printed   what the program printed meanwhile
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import torch
from kernel.asserts import short_text
from kernel.output import Capture
from kernel.values import type_name

from .hiding import only_what_a_program_may_import
from .own_nodes import Nodes, Unreadable

CLASS = "RadixPrefixCache"
NEEDS = ("torch",)
PRINTED = 2_000  # characters of what is printed that are passed on
LONGEST_MESSAGE = 300
Outcome = dict[str, Any]


class Flood(BaseException):
    """The program prints without end."""


class Missing(Exception):
    """The program has no class of that name."""


class WrongType(Exception):
    """Something came back that is not of the type that it should be of."""

    def __init__(self, what: str, wanted: str, got: str) -> None:
        super().__init__(f"{what} must be {wanted}, not {got}")
        self.values = {"what": what, "wanted": wanted, "got": got}


class OwnCache:
    """A program with the class in it, its cache and the handles that this has given out."""

    def __init__(self, code: str, filename: str) -> None:
        self._code, self._filename = code, filename
        self._cache: Any = None
        self._handles: list[Any] = []
        self._nodes = Nodes()

    def begin(self, page_size: int) -> Outcome:
        """Run the program, and make its cache."""

        def make() -> None:
            module = ModuleType("solution")
            sys.modules["solution"] = module  # dataclasses look their module up
            exec(compile(self._code, self._filename, "exec"), module.__dict__)
            if not hasattr(module, CLASS):
                raise Missing
            self._cache = getattr(module, CLASS)(page_size)

        return self._outcome(make)

    def call(self, operation: str, arguments: dict[str, Any]) -> Outcome:
        """One call, as the step of a trace has it."""
        calls: dict[str, Callable[[dict[str, Any]], Outcome | None]] = {
            "match": self._match,
            "insert": self._insert,
            "lock": self._lock,
            "unlock": self._unlock,
            "evict": self._evict,
        }
        return self._outcome(lambda: calls[operation](arguments))

    def _match(self, arguments: dict[str, Any]) -> Outcome:
        matched = self._cache.match_prefix(_tensor(arguments["tokens"]))
        return self._tell(matched.cuda_handle, "match_prefix(…).cuda_handle")

    def _insert(self, arguments: dict[str, Any]) -> Outcome:
        tokens, slots = _tensor(arguments["tokens"]), _tensor(arguments["slots"])
        inserted = self._cache.insert_prefix(tokens, slots)
        told = self._tell(inserted.handle, "insert_prefix(…).handle")
        found = _whole(inserted.cached_len, "insert_prefix(…).cached_len")
        return {**told, "found_len": found}

    def _lock(self, arguments: dict[str, Any]) -> None:
        self._cache.lock_handle(self._handles[arguments["handle"]])

    def _unlock(self, arguments: dict[str, Any]) -> None:
        self._cache.lock_handle(self._handles[arguments["handle"]], unlock=True)

    def _evict(self, arguments: dict[str, Any]) -> Outcome:
        return {"slots": _row(self._cache.evict(arguments["size"]), "evict(…)")}

    def _tell(self, handle: Any, name: str) -> Outcome:
        self._handles.append(handle)
        length = _whole(handle.cached_len, f"{name}.cached_len")
        slots = _row(handle.get_matched_indices(), f"{name}.get_matched_indices()")
        return {"cached_len": length, "slots": slots}

    def _outcome(self, act: Callable[[], Outcome | None]) -> Outcome:
        outcome: Outcome = dict.fromkeys(("result", "error", "sizes", "nodes", "no_tree"))
        with _as_a_program() as printed:
            try:
                outcome["result"] = act()
            except BaseException as error:
                outcome["error"] = self._explain(error)
            if self._cache is not None and _goes_on(outcome["error"]):
                try:
                    outcome["sizes"] = _sizes(self._cache)
                    outcome["nodes"] = self._nodes.read(self._cache)
                except Unreadable as error:
                    outcome["no_tree"] = error.values
                except BaseException as error:
                    outcome["error"] = outcome["error"] or self._explain(error)
        outcome["printed"] = printed.whole.text()[:PRINTED]
        return outcome

    def _explain(self, error: BaseException) -> Outcome:
        if isinstance(error, Flood):
            return {"kind": "flood"}
        if isinstance(error, WrongType):
            return {"kind": "wrong_type", **error.values}
        if isinstance(error, Missing):
            return {"kind": "missing"}
        text = error.msg if isinstance(error, SyntaxError) else short_text(error)
        message = text[:LONGEST_MESSAGE]
        told = {"kind": "raised", "type": type_name(error), "message": message}
        return {**told, "line": self._line(error)}

    def _line(self, error: BaseException) -> int:
        """The last line of the program on the way to the error; 0 if there is none."""
        if isinstance(error, SyntaxError) and error.filename == self._filename:
            return error.lineno or 0
        line, trace = 0, error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self._filename:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line


def _goes_on(error: Outcome | None) -> bool:
    """Whether a cache may be looked at after that: RuntimeError is how it refuses something."""
    return error is None or (error["kind"] == "raised" and error["type"] == "RuntimeError")


@contextmanager
def _as_a_program() -> Iterator[Capture]:
    """Within this, what is printed is caught, and only what a program may import is importable."""

    def flooded() -> None:
        raise Flood

    before = sys.stdout, sys.stderr
    capture = Capture(flooded)
    with only_what_a_program_may_import(NEEDS):
        sys.stdout = sys.stderr = capture
        try:
            yield capture
        finally:
            sys.stdout, sys.stderr = before


def _tensor(numbers: list[int]) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.int32)


def _whole(value: Any, what: str) -> int:
    if type(value) is not int:
        raise WrongType(what, "int", type_name(value))
    return value


def _row(value: Any, what: str) -> list[int]:
    if not isinstance(value, torch.Tensor):
        raise WrongType(what, "Tensor", type_name(value))
    if value.dtype != torch.int32 or value.dim() != 1:
        raise WrongType(what, "torch.int32, 1-D", f"{value.dtype}, {value.dim()}-D")
    return [int(item) for item in value.tolist()]


def _sizes(cache: Any) -> list[int]:
    sizes = cache.size_info
    if not isinstance(sizes, tuple) or len(sizes) != 2:
        raise WrongType("size_info", "SizeInfo", type_name(sizes))
    return [_whole(size, "size_info") for size in sizes]
