"""What a program may not do to the machine, and what it may not replace.

Two watchers. The *audit hook* refuses, while a program runs, what no solution needs and what could
hurt: other processes, changed files, the network, the insides of the interpreter. It cannot be
taken out again. The *inventory* remembers builtins, torch and the judge itself as they were, puts
back what a program has put something else in the place of, and says so.

A program in one process with its judge can always be cleverer than that; this is a judge for
people who learn, and nothing is won by fooling it. What it has to make sure is that nobody does so
by accident, and that nothing of a reader's is lost.
"""

from __future__ import annotations

import os
import sys
from _thread import get_ident
from collections.abc import Callable, Mapping
from operator import is_
from types import FrameType, ModuleType
from typing import Any

from .messages import say

PROCESSES = ("subprocess.", "os.exec", "os.fork", "os.spawn", "os.posix_spawn", "os.kill", "pty.")
FILES = (
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate",
    "os.chmod", "os.chown", "os.utime", "os.chdir", "shutil.", "sqlite3.", "tempfile.",
)  # fmt: skip
NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "ssl.")
INSIDES = (
    "ctypes.", "gc.get_", "sys.settrace", "sys.setprofile", "sys._current_", "sys.addaudithook",
    "sys.monitoring", "winreg.",
)  # fmt: skip
FRAMES = ("tb_frame", "gi_frame", "cr_frame", "ag_frame", "f_back", "f_code")
BROWSER = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip")
CHANGING = ("torch.Storage",)  # torch.set_default_dtype sets it
OWN_NAMES = ("__annotations__", "__abstractmethods__", "__dict__", "__doc__")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class ForbiddenError(Exception):
    """The program tried something that a judged program may not do."""


class Guard:
    """One for each process: audit hooks stay for its whole life.

    Attributes:
        violations: what the running program tried, in the reader's language.
    """

    def __init__(self, hidden: str = "") -> None:
        self.violations: list[str] = []
        self.lang = "en"
        self._on = False
        self._inside: set[int] = set()  # threads that are in the hook
        self._hidden = os.path.realpath(hidden) + os.sep if hidden else ""
        self._trusted: tuple[str, ...] = ()
        self._rules = (  # of its own: a program may get at the globals of this module
            ("forbidden_process", PROCESSES),
            ("forbidden_file", FILES),
            ("forbidden_network", NETWORK),
            ("forbidden_insides", INSIDES),
        )
        sys.addaudithook(self._make_hook())

    def start(self, trusted: tuple[str, ...]) -> None:
        """From now on a program, or a thread that it left behind, may run at any time. Code from
        files under ``trusted`` may look at frames."""
        self._trusted, self._on, self.violations = trusted, True, []

    def stop(self) -> None:
        self._on = False

    def take_violations(self) -> list[str]:
        """What was tried since the last call."""
        taken, self.violations = self.violations, []
        return taken

    def set_trace(self, function: Any) -> None:
        """``sys.settrace``, which programs may not call."""
        was, self._on = self._on, False
        sys.settrace(function)
        self._on = was

    def _make_hook(self) -> Callable[[str, tuple[Any, ...]], None]:
        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            thread = get_ident()
            if not self._on or thread in self._inside:
                return
            self._inside.add(thread)
            try:
                why = self._refused(event, arguments)
                if why:
                    if len(self.violations) < 20:
                        self.violations.append(why)
                    raise ForbiddenError(why)
            finally:
                self._inside.discard(thread)

        return hook

    def _refused(self, event: str, arguments: tuple[Any, ...]) -> str:
        """Why an event is refused, or nothing."""
        if event == "open":
            return self._refused_file(*arguments)
        if event == "code.__new__" and not self._is_trusted(sys._getframe(2)):
            return say("forbidden_insides", self.lang, what=event)
        if event == "object.__setattr__" and arguments[1] in ("__code__", "__defaults__"):
            if self._is_trusted(sys._getframe(2)):
                return ""  # as namedtuple and types.coroutine do
            return say("forbidden_insides", self.lang, what=arguments[1])
        if event in ("object.__getattr__", "sys._getframe"):
            name = arguments[1] if event == "object.__getattr__" else "sys._getframe"
            if name not in (*FRAMES, "sys._getframe") or self._is_trusted(sys._getframe(2)):
                return ""
            return say("forbidden_insides", self.lang, what=name)
        if event == "import":
            if arguments[0].partition(".")[0] not in (*BROWSER, __name__.partition(".")[0]):
                return ""
            return say("forbidden_insides", self.lang, what=arguments[0])
        for key, prefixes in self._rules:
            if event.startswith(prefixes) or event == "os.system":
                return say(key, self.lang, what=event)
        return ""

    def _refused_file(self, path: Any, mode: Any = None, flags: Any = 0, *rest: Any) -> str:
        writes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
        if writes or (isinstance(flags, int) and flags & WRITING):
            return say("forbidden_file", self.lang, what=f"open {os.path.basename(str(path))}")
        path = os.fsdecode(path) if isinstance(path, (bytes, os.PathLike)) else path
        is_source = isinstance(path, str) and path.endswith((".py", ".toml"))
        if self._hidden and is_source and os.path.realpath(path).startswith(self._hidden):
            return say("forbidden_reference", self.lang)
        return ""

    def _is_trusted(self, frame: FrameType | None) -> bool:
        """Whether the code that asks is a library's or the judge's own."""
        if frame is None:
            return True
        name = frame.f_code.co_filename
        while os.path.basename(name) == "inspect.py" and frame.f_back is not None:
            frame = frame.f_back  # it asks for somebody else
            name = frame.f_code.co_filename
        return name.startswith(self._trusted)


class Names:
    """What a dictionary of names holds now, to be told whether it still does.

    Attributes:
        values: by name.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.values = dict(names)
        self._names = list(names)

    def are_those_of(
        self,
        now: Mapping[str, Any],
        whole: bool,
        all: Any = all,
        len: Any = len,
        list: Any = list,
        map: Any = map,
    ) -> bool:
        """Whether the same names hold the same objects, and if ``whole`` nothing else is there.

        No object is asked, and no built-in function that a program may have replaced. What was
        added to a dictionary stands behind what was there.
        """
        names = list(now)
        same = (names if whole else names[: len(self._names)]) == self._names  # quicker than is_
        return same and all(map(is_, now.values(), self.values.values()))


class Inventory:
    """What builtins, torch and the judge's modules hold, and putting it back."""

    def __init__(self, owners: Mapping[str, Any]) -> None:
        self._before = [
            (name, owner, Names(vars(owner)), isinstance(owner, type))
            for name, owner in owners.items()
        ]

    def restore(self) -> list[str]:
        """Put back what is not as it was; the names of that, in order."""
        changed = []
        for name, owner, names, is_class in self._before:
            now = vars(owner)
            if names.are_those_of(now, is_class):  # after nearly every test
                continue
            before = names.values
            for key, value in before.items():
                if now.get(key, self) is not value and f"{name}.{key}" not in CHANGING:
                    changed.append(f"{name}.{key}")
                    setattr(owner, key, value)
            if is_class:  # what is put there hides what a class inherits
                for key in [key for key in now if key not in before and key not in OWN_NAMES]:
                    changed.append(f"{name}.{key}")
                    delattr(owner, key)
        return sorted(changed)


def inventory(judge_modules: list[ModuleType]) -> Inventory:
    """Of this process: take it before any program has run."""
    used = ("builtins", "ast", "copy", "dataclasses", "json", "math", "re", "textwrap")
    owners: dict[str, Any] = {name: sys.modules[name] for name in used if name in sys.modules}
    torch = sys.modules.get("torch")
    if torch is not None:
        owners["torch"] = torch
        owners["torch.Tensor"] = torch.Tensor
        functional = sys.modules.get("torch.nn.functional")
        if functional is not None:
            owners["torch.nn.functional"] = functional
    for module in judge_modules:
        owners[module.__name__] = module
        for key, value in vars(module).items():
            if isinstance(value, type) and value.__module__ == module.__name__:
                owners[f"{module.__name__}.{key}"] = value
    return Inventory(owners)
