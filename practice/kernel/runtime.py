"""Which module is imported as torch: the one place that decides it."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

RUNTIMES = ("torch", "lite")
_IMPORTED = re.compile(r"cannot import name '(\w+)' from '(torch[\w.]*)'")
FACADE = Path(__file__).resolve().parents[2] / "site" / "runtime"


class NoTorchError(Exception):
    """The torch that was asked for is not here; the text says how to get it."""


def import_torch(runtime: str) -> Any:
    """Import real torch, or the browser's facade under that name.

    Raises:
        NoTorchError: if it is not there.
    """
    if runtime == "lite" and "torch" not in sys.modules:
        if not (FACADE / "torch" / "__init__.py").is_file():
            raise NoTorchError("the browser's torch is not in this checkout: take --runtime torch")
        sys.path.insert(0, str(FACADE))
    try:
        torch = importlib.import_module("torch")
    except ImportError as error:
        raise NoTorchError("install it with: python3 tools/course.py check") from error
    if hasattr(torch, "set_num_threads"):
        torch.set_num_threads(1)  # sums come out the same on every machine
    _fill_empty(torch)
    return torch


def _fill_empty(torch: Any) -> None:
    """Let torch.empty give NaN, not what was in memory: who forgets to write does not get lucky."""
    if hasattr(torch, "use_deterministic_algorithms"):
        torch.use_deterministic_algorithms(True, warn_only=True)


def has_torch(runtime: str) -> bool:
    """Whether it could be imported, without doing so."""
    if runtime == "lite":
        return (FACADE / "torch" / "__init__.py").is_file()
    return importlib.util.find_spec("torch") is not None


def not_offered(error: BaseException) -> str:
    """What of torch the browser's facade does not have, if the error says so; else nothing."""
    kind = getattr(sys.modules.get("torch._registry"), "NotOfferedError", None)  # the facade's own
    if kind is None:
        return ""
    if isinstance(error, kind):
        return str(error.name)
    if not isinstance(error, ImportError):
        return ""
    text = str(error)
    if "is not in the browser's torch" in text:  # as the facade says of a module
        return str(error.name)
    if (wanted := _IMPORTED.match(text)) is None:
        return ""
    try:
        getattr(sys.modules.get(wanted[2]), wanted[1])
    except kind as missing:
        return str(missing.name)
    except AttributeError:
        pass
    return ""


def leave_modes() -> list[str]:
    """End modes that a program entered and did not leave, which change what torch does."""
    inner: Any = getattr(sys.modules.get("torch"), "_C", None)
    found = []
    for kind in ("torch_function", "torch_dispatch"):
        count = getattr(inner, f"_len_{kind}_stack", None)
        while count is not None and count():
            getattr(inner, f"_pop_{kind}_stack")()
            found.append(f"torch ({kind} mode)")
    return found


def reset_torch() -> None:
    """What a program may have set and a next test must not inherit."""
    torch: Any = sys.modules.get("torch")
    _fill_empty(torch)
    for name, value in (
        ("set_default_dtype", getattr(torch, "float32", None)),
        ("set_grad_enabled", True),
        ("manual_seed", 0),
    ):
        if hasattr(torch, name):
            getattr(torch, name)(value)
