"""The ways to call an operator: torch.name, tensor.name, tensor.name_, a sign; on both sides."""

from __future__ import annotations

import contextlib
import operator
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch

Call = Callable[..., Any]

# Signs that torch's list does not name.
SIGNS: dict[str, Call] = {
    "bitwise_not": operator.invert,
    "floor_divide": operator.floordiv,
    "true_divide": operator.truediv,
}
IN_PLACE_SIGNS: dict[str, Call] = {
    "floor_divide": operator.ifloordiv,
    "true_divide": operator.itruediv,
}


@dataclass
class Form:
    """One way to call an operator, on torch and on the facade."""

    title: str
    on_torch: Call
    on_lite: Call

    @property
    def is_method(self) -> bool:
        """Whether the first argument must be a tensor."""
        name = getattr(self.on_torch, "__name__", "")
        return self.title != "sign" and getattr(torch.Tensor, name, None) is self.on_torch


def dotted(module: Any, name: str) -> Any:
    """``nn.functional.relu`` of a module, or None."""
    for part in name.split("."):
        try:
            module = getattr(module, part)
        except AttributeError:
            return None
    return module


def forms_of(info: Any, lite: Any) -> list[Form]:
    """Every form of an operator (an OpInfo or an AliasInfo of torch) that both sides have.

    Empty if the facade does not offer it: an in-place form alone does not count.
    """
    plain = {"": info.op, "method": info.method_variant}
    plain["sign"] = getattr(info, "operator_variant", None) or SIGNS.get(info.name)
    forms = list(_both_have(plain, info.name, lite))
    if all(form.title == "sign" for form in forms):
        return []
    in_place = {"in-place method": info.inplace_variant}
    of_torch = getattr(info, "inplace_operator_variant", None)
    in_place["in-place sign"] = of_torch or IN_PLACE_SIGNS.get(info.name)
    return forms + list(_both_have(in_place, f"{info.name}_", lite))


def _both_have(calls: dict[str, Call | None], name: str, lite: Any) -> Iterator[Form]:
    for title, call in calls.items():
        counterpart = None if call is None else on_lite(call, name, lite)
        if call is not None and counterpart is not None:
            yield Form(title, call, counterpart)


def on_lite(call: Any, name: str, lite: Any) -> Call | None:
    """The facade's counterpart of something callable of torch, or None if it offers none.

    The samples' authors wrote lambdas around functions that take their arguments in another order
    or are methods: such a lambda is run with the facade in the place of torch.
    """
    if getattr(call, "__module__", None) in ("_operator", "operator"):
        return _sign(call, lite)
    if isinstance(call, types.FunctionType) and call.__module__.startswith("torch.testing"):
        return rebound(call, lite, {}) if _is_offered(name, lite) else None
    if isinstance(call, (types.MethodDescriptorType, types.WrapperDescriptorType)):
        return _callable(getattr(lite.Tensor, call.__name__, None))
    short_name = getattr(call, "__name__", "")
    if getattr(torch.Tensor, short_name, None) is call:
        return _callable(getattr(lite.Tensor, short_name, None))
    return _callable(dotted(lite, name))


def _callable(found: Any) -> Call | None:
    return found if callable(found) and not isinstance(found, types.ModuleType) else None


def _is_offered(name: str, lite: Any) -> bool:
    names = (name, name.rstrip("_"))
    return any(hasattr(lite.Tensor, one) or _callable(dotted(lite, one)) for one in names)


def _sign(call: Any, lite: Any) -> Call | None:
    """``operator.iadd`` works on anything that has ``__iadd__``, and else, in its way, ``__add__``.

    A tensor without the first would be replaced where torch's is changed: that is to be found.
    """
    name = call.__name__.strip("_")
    names = (name, name.removeprefix("i"))
    has = any(callable(getattr(lite.Tensor, f"__{one}__", None)) for one in names)
    return call if has else None


def rebound(call: types.FunctionType, lite: Any, known: dict[int, Any]) -> types.FunctionType:
    """A function of torch's test suite with the facade in the place of torch."""
    names = dict(call.__globals__)
    names.update(torch=lite, F=dotted(lite, "nn.functional"))
    names["freeze_rng_state"] = contextlib.nullcontext
    copy = types.FunctionType(
        call.__code__, names, call.__name__, call.__defaults__, call.__closure__
    )
    copy.__kwdefaults__ = call.__kwdefaults__
    known[id(call)] = copy
    for name in call.__code__.co_names:
        other = names.get(name)
        if isinstance(other, types.FunctionType) and other.__module__.startswith("torch.testing"):
            names[name] = known.get(id(other)) or rebound(other, lite, known)
    return copy
