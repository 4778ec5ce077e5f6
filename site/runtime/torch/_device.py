"""Devices: many can be named, as in torch, but tensors live on the CPU alone."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any

from ._registry import not_offered

TYPES = (
    "cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia",
    "xla", "lazy", "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone",
)  # fmt: skip
_FORM = re.compile(r"([a-z]+)(?::(0|[1-9][0-9]*))?")
_entered: list[device] = []  # devices whose ``with`` blocks are running, the innermost last


class device:
    """``device("cpu")``, ``device("cuda:1")``, ``device("cuda", 1)``; where a tensor lives.

    In a ``with`` block it is what new tensors get where nobody says.

    Raises:
        RuntimeError: for a name that torch does not know.
    """

    __slots__ = ("index", "type")
    type: str
    index: int | None

    def __init__(self, type: Any, index: int | None = None) -> None:
        if isinstance(type, device):
            self.type, self.index = type.type, type.index
            return
        if isinstance(type, int) and not isinstance(type, bool):
            raise RuntimeError("Cannot access accelerator device when none is available.")
        if not isinstance(type, str):
            raise TypeError(
                "device() received an invalid combination of arguments - got "
                f"({type.__class__.__name__})"
            )
        if not type:
            raise RuntimeError("Device string must not be empty")
        form = _FORM.fullmatch(type)
        if form is None:
            raise RuntimeError(f"Invalid device string: '{type}'")
        if form[1] not in TYPES:
            raise RuntimeError(
                f"Expected one of {', '.join(TYPES)} device type at start of device string: "
                f"{form[1]}"
            )
        if form[2] is not None and index is not None:
            raise RuntimeError(
                "type (string) must not include an index because index was passed explicitly: "
                f"{type}"
            )
        self.type = form[1]
        self.index = index if form[2] is None else int(form[2])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        inner = "" if self.index is None else f", index={self.index}"
        return f"device(type={self.type!r}{inner})"

    def __reduce__(self) -> tuple[Any, ...]:
        return device, (str(self),)

    def __enter__(self) -> device:
        require_cpu(self)
        _entered.append(self)
        return self

    def __exit__(
        self,
        kind: Any,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _entered.pop()


CPU = device("cpu")
_default = CPU


def require_cpu(where: Any) -> None:
    """Raises NotOfferedError for another device, and what ``device`` raises for a wrong name."""
    found = where if isinstance(where, device) else device(where)
    if found.type != "cpu":
        raise not_offered(f"the device {found}")


def get_default_device() -> device:
    """What new tensors get where nobody says."""
    return _entered[-1] if _entered else _default


def set_default_device(device: Any) -> None:
    """Raises NotOfferedError for another device than the CPU; None means the CPU."""
    global _default
    if device is not None:
        require_cpu(device)
    _default = CPU if device is None else _as_device(device)


def _as_device(where: Any) -> device:
    return where if isinstance(where, device) else device(where)
