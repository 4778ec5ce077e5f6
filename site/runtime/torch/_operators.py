"""Signs: ``a + b``, ``a += b``, ``-a``, ``a < b``, each by the method of its name."""

from __future__ import annotations

from typing import Any

from ._core import Tensor, is_tensor
from ._registry import FUNCTIONS, METHODS
from ._writing import in_place


def _operator(symbol: str, name: str, turned: bool = True) -> None:
    def forward(self: Tensor, other: Any) -> Any:
        return METHODS[name](self, other) if _is_operand(other) else NotImplemented

    def backward(self: Tensor, other: Any) -> Any:
        if not _is_operand(other):
            return NotImplemented
        return METHODS[name](self, other) if name == "mul" else METHODS[name](other, self)

    def update(self: Tensor, other: Any) -> Any:
        return METHODS[f"{name}_"](self, other) if _is_operand(other) else NotImplemented

    METHODS[f"__{symbol}__"] = forward
    if turned:
        METHODS[f"__r{symbol}__"] = backward
        METHODS[f"__i{symbol}__"] = update


def _is_operand(value: Any) -> bool:
    return is_tensor(value) or isinstance(value, (bool, int, float))


for _symbol, _name in (
    ("add", "add"), ("sub", "sub"), ("mul", "mul"), ("truediv", "div"), ("pow", "pow"),
    ("floordiv", "floor_divide"), ("mod", "remainder"), ("and", "bitwise_and"),
    ("or", "bitwise_or"), ("xor", "bitwise_xor"),
):  # fmt: skip
    _operator(_symbol, _name)
METHODS["__ilshift__"] = lambda self, other: in_place(self, self << other)
METHODS["__irshift__"] = lambda self, other: in_place(self, self >> other)
METHODS["__rtruediv__"] = lambda self, other: METHODS["reciprocal"](self) * other
METHODS["__lshift__"] = lambda self, other: FUNCTIONS["bitwise_left_shift"](self, other)
METHODS["__rshift__"] = lambda self, other: FUNCTIONS["bitwise_right_shift"](self, other)
for _symbol in ("eq", "ne", "lt", "le", "gt", "ge"):
    _operator(_symbol, _symbol, turned=False)
METHODS["__invert__"] = FUNCTIONS["bitwise_not"]
METHODS["__neg__"] = FUNCTIONS["neg"]
METHODS["__pos__"] = FUNCTIONS["positive"]
METHODS["__abs__"] = FUNCTIONS["abs"]
