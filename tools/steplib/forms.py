"""A chapter's form of a module beside the finished one, in the same process."""

from __future__ import annotations

import sys
from types import ModuleType
from unittest import mock

from .tree import Course


def load_form(course: Course, number: int, *paths: str) -> ModuleType:
    """The last of some modules as chapter ``number`` has it; it imports the others in that form.

    What else it imports is the finished package's, which a class may therefore share with it.

    >>> load_form(course, 9, "minisgl/kernel/torch_ops.py", "minisgl/kvcache/radix_cache.py")
    """
    tree = course.tree(number)
    loaded: dict[str, ModuleType] = {}
    for path in paths:
        name = path.removesuffix(".py").replace("/", ".")
        module = loaded[name] = ModuleType(name)
        module.__package__ = name.rpartition(".")[0]
        with mock.patch.dict(sys.modules, loaded):
            exec(compile(tree[path], f"chapter {number}: {path}", "exec"), vars(module))
    return module
