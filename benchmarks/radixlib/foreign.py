"""Other projects' classes, taken out of their packages: what they do not need is stubbed.

SGLang and vLLM do not import without a GPU's libraries. Their tree and their block pool need hardly
any of it, so the few files of theirs are loaded as they are, and every other module of theirs that
these name is a stand-in with stand-in classes.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


class MissingError(Exception):
    """A project's code is not there; the message says how to get it."""


class _Anything(type):
    """A class of which every attribute is there and every call gives an instance."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _stand_in(name)

    def __or__(cls, other: Any) -> Any:
        return cls

    __ror__ = __or__


def _stand_in(name: str) -> Any:
    def anything(self: Any, *args: Any, **options: Any) -> Any:
        return None

    def attribute(self: Any, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _stand_in(name)()

    def item(cls: Any, key: Any) -> Any:
        return cls

    members = {
        "__init__": anything, "__call__": anything, "__getattr__": attribute,
        "__class_getitem__": classmethod(item), "__bool__": lambda self: False,
    }  # fmt: skip
    return _Anything(name, (), members)


class _StubModule(ModuleType):
    """A package that has whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _stand_in(name)


class _StubLoader(importlib.abc.Loader):
    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _StubModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


class _Finder(importlib.abc.MetaPathFinder):
    """Finds a project's modules: the real ones in its folder, stand-ins for the others."""

    def __init__(self, folder: Path, project: str, real: Sequence[str]) -> None:
        self.folder, self.project, self.real = folder, project, real

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] != self.project:
            return None
        if name in self.real:
            file = self.folder / (name.replace(".", "/") + ".py")
            return importlib.util.spec_from_file_location(name, file)
        return importlib.machinery.ModuleSpec(name, _StubLoader(), is_package=True)


def load(folder: Path, project: str, real: Sequence[str]) -> list[ModuleType]:
    """The real modules of a project whose package lies in ``folder``.

    Raises:
        MissingError: if one of them is not there or does not load.
    """
    for name in real:
        if not (folder / (name.replace(".", "/") + ".py")).is_file():
            raise MissingError(f"{project} is not in {folder.name}, or has no {name}")
    finder = _Finder(folder, project, real)
    sys.meta_path.insert(0, finder)
    try:
        return [importlib.import_module(name) for name in real]
    except Exception as error:
        raise MissingError(f"{project} does not load: {type(error).__name__}: {error}") from error
    finally:
        sys.meta_path.remove(finder)


def load_files(files: dict[str, Path], given: dict[str, Any]) -> list[ModuleType]:
    """Single files as modules of those names, which find each other and what is ``given``.

    For a project whose package bears a name that is taken here.
    """
    stubs: dict[str, ModuleType] = {}
    for name, value in given.items():
        place, _, attribute = name.rpartition(".")
        setattr(stubs.setdefault(place, ModuleType(place)), attribute, value)
    before = {name: sys.modules.get(name) for name in [*stubs, *files]}
    sys.modules.update(stubs)
    try:
        return [_execute(name, file) for name, file in files.items()]
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def _execute(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def version_of(folder: Path, project: str) -> str:
    """The version that pip wrote beside a package."""
    for found in importlib.metadata.distributions(path=[str(folder)]):
        if found.metadata["Name"].lower() == project:
            return found.version
    raise MissingError(f"{folder.name} has no {project}: see the head of benchmarks/radix.py")


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, or what is known of it."""
    done = subprocess.run(
        ["git", "-C", str(checkout), "log", "-1", "--format=%H of %cs"],
        capture_output=True,
        encoding="utf-8",
    )
    return done.stdout.strip() if done.returncode == 0 else "no git history"


def add_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
