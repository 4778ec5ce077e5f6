"""Arguments of a wrong kind: named by the function that was called, as torch names them.

Functions here take what they are given and fail somewhere inside, if at all. Only then are all the
arguments held against the signature, so a call that succeeds pays little for it. Looked at before
is only what would not fail: Python takes a truth value for a number and the other way round, torch
does not.
"""

from __future__ import annotations

import functools
import inspect
import sys
from types import FunctionType
from typing import Any

from ._core import is_tensor
from ._given import invalid, missing
from ._registry import FUNCTIONS, METHODS, Function, NotOfferedError

_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x2": "other"}

# What torch takes in several ways: it says all of them where the arguments fit in none.
_SEVERAL_WAYS = {
    "addmm", "all", "any", "arange", "argsort", "atleast_1d", "atleast_2d", "atleast_3d",
    "baddbmm", "bernoulli", "bitwise_and", "bitwise_left_shift", "bitwise_or",
    "bitwise_right_shift", "bitwise_xor", "bmm", "bucketize", "clamp", "clamp_max", "clamp_min",
    "clip", "copysign", "count_nonzero", "div", "divide", "dsplit", "eq", "eye", "fill",
    "float_power", "floor_divide", "fmod", "ge", "greater", "greater_equal", "gt", "hsplit",
    "index_fill", "le", "lerp", "less", "less_equal", "linspace", "lt", "masked_fill", "max",
    "mean", "median", "min", "mm", "moveaxis", "movedim", "multiply", "nanmedian", "narrow", "ne",
    "nonzero", "normal", "not_equal", "pow", "prod", "rand", "rand_like", "randint",
    "randint_like", "randn", "randn_like", "random", "randperm", "remainder", "repeat_interleave",
    "result_type", "round", "rsub", "scatter", "searchsorted", "sort", "squeeze", "std",
    "std_mean", "subtract", "sum", "tensor_split", "to", "true_divide", "var", "var_mean", "view",
    "vsplit", "where", "xlogy",
}  # fmt: skip


def _fits(value: Any, annotation: str) -> bool:
    if value is None and "None" in annotation:
        return True
    kind = annotation.removesuffix(" | None")
    if kind == "Tensor":
        return is_tensor(value)
    if kind == "int":
        return hasattr(value, "__index__") and not isinstance(value, bool)
    return kind != "bool" or isinstance(value, bool)


_USUAL: dict[str, tuple[type, ...]] = {
    "bool": (bool,), "bool | None": (bool, type(None)),
    "int": (int,), "int | None": (int, type(None)),
}  # fmt: skip


def _looked_at(call: Function) -> list[tuple[int, str, str, tuple[type, ...]]]:
    """Of the arguments that are looked at before a call: place, name, annotation, usual types.

    The signatures of all functions would take ten times as long: a quarter of the import of torch.
    """
    plain = inspect.unwrap(call)
    code, kinds = plain.__code__, plain.__annotations__
    found = []
    for place, key in enumerate(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]):
        kind = kinds.get(key)
        if kind in _USUAL:
            by_place = code.co_posonlyargcount <= place < code.co_argcount
            found.append((place if by_place else sys.maxsize, key, kind, _USUAL[kind]))
    return found


def _unbound(
    name: str, signature: inspect.Signature, own: int, given: tuple[Any, ...], named: dict[str, Any]
) -> TypeError | None:
    """The error of too few or too many arguments.

    Args:
        own: 1 for a method, whose own tensor does not count; else 0.
    """
    parameters = list(signature.parameters.values())[own:]
    if own and not [p for p in parameters if p.name != "out"]:
        if len(given) > own:
            count = len(given) - own
            return TypeError(f"TensorBase.{name}() takes no arguments ({count} given)")
        return TypeError(f"TensorBase.{name}() takes no keyword arguments") if named else None
    try:
        bound = signature.bind_partial(*given, **named).arguments
    except TypeError as error:
        if "too many positional" not in str(error):
            return TypeError(f"{name}() {error}")
        places = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        least = sum(p.default is p.empty for p in places)
        takes = f"{least}" if least == len(places) else f"from {least} to {len(places)}"
        noun = "argument" if takes == "1" else "arguments"
        count = len(given) - own
        were = "was" if count == 1 else "were"
        return TypeError(f"{name}() takes {takes} positional {noun} but {count} {were} given")
    needed = [
        p.name
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
    ]
    absent = [key for key in needed if key not in bound]
    return missing(name, *absent) if absent else None


def _misfit(
    name: str, signature: inspect.Signature, own: int, given: tuple[Any, ...], named: dict[str, Any]
) -> TypeError | None:
    """The error of an argument that is not of the kind that it is annotated with."""
    for place, (key, value) in enumerate(signature.bind(*given, **named).arguments.items()):
        wanted = str(signature.parameters[key].annotation)
        if not _fits(value, wanted):
            where = f" (position {place + 1 - own})" if place < len(given) else ""
            kind = wanted.removesuffix(" | None")
            found = type(value).__name__
            return TypeError(f"{name}(): argument '{key}'{where} must be {kind}, not {found}")
    return None


def _complaint(
    call: Function, name: str, own: int, given: tuple[Any, ...], named: dict[str, Any]
) -> TypeError | None:
    """What torch would say of the arguments; None if the signature tells nothing against them."""
    signature = inspect.signature(call)
    found = _unbound(name, signature, own, given, named)
    found = found or _misfit(name, signature, own, given, named)
    is_whole_call = len(given) == 1 and not named
    if found is not None and name.rstrip("_") in _SEVERAL_WAYS and (own or not is_whole_call):
        return invalid(name, *given[own:], **named)
    return found


def _worded(
    error: Exception, name: str, own: int, given: tuple[Any, ...], named: dict[str, Any]
) -> Exception:
    """An error from inside as one of the call: with its name, or with all that it was given."""
    text = str(error)
    if isinstance(error, (ValueError, NotOfferedError)) or text.startswith(f"{name}("):
        return error
    several = name.rstrip("_") in _SEVERAL_WAYS
    if text.startswith("argument 'other' must") and not several:
        return TypeError(f"{name}(): argument 'other' (position {2 - own}){text[16:]}")
    return invalid(name, *given[own:], **named) if several else error


def _explained(name: str, call: Function, own: int) -> Function:
    looked_at = _looked_at(call)
    least = min((place for place, *_ in looked_at), default=sys.maxsize)
    keys = frozenset(key for _, key, *_ in looked_at)

    @functools.wraps(call)
    def inner(*given: Any, **named: Any) -> Any:
        is_given = len(given) > least or not keys.isdisjoint(named)
        for place, key, kind, usual in looked_at if is_given else ():
            value = given[place] if place < len(given) else named.get(key, given)  # not given
            if value is not given and type(value) not in usual and not _fits(value, kind):
                raise _complaint(call, name, own, given, named) or TypeError(f"{name}(): {key}")
        if own and "out" in named:
            raise TypeError(f"{name}() got an unexpected keyword argument 'out'")
        try:
            return call(*given, **named)
        except (AttributeError, TypeError, ValueError) as error:
            renamed = {_NUMPY_NAMES.get(key, key): value for key, value in named.items()}
            if renamed != named:  # torch understands NumPy's names as well
                return inner(*given, **renamed)
            complaint = _complaint(call, name, own, given, named)
            better = complaint or _worded(error, name, own, given, named)
            if better is error:
                raise
            raise better from None

    return inner


def explain_all() -> None:
    """Let everything that torch and its tensors offer name an argument that made it fail."""
    for offered, own in ((FUNCTIONS, 0), (METHODS, 1)):
        for name, call in offered.items():
            if isinstance(call, FunctionType) and not name.startswith("__"):
                offered[name] = _explained(name, call, own)
