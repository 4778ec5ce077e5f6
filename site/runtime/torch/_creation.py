"""New tensors: from numbers, from shapes, from ranges, and of another dtype."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from . import _dtypes
from ._core import Tensor, device, flat, flat_as, is_tensor, make, make_fitting
from ._data import inferred_dtype, nested_numbers, nested_shape
from ._device import require_cpu
from ._dtypes import (
    FLOAT,
    INT,
    convert,
    dtype,
    dtype_of_number,
    fused,
    get_default_dtype,
    unwritten,
)
from ._dtypes import dtype as Kind
from ._given import (
    given_dtype,
    int_list,
    int_tuple,
    invalid,
    is_number,
    missing,
    require_number,
    scalar,
)
from ._layout import preserve_strides
from ._registry import FUNCTIONS, alias, both, function, method, not_offered
from ._writing import to_out


def _only_cpu(where: Any) -> None:
    if where is not None:
        require_cpu(where)


@function
def tensor(
    data: Any,
    *,
    dtype: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A copy of numbers, nested lists of them, or a tensor."""
    _only_cpu(device)
    if is_tensor(data):
        kind = given_dtype("tensor", dtype, data.dtype)
        made = make(list(flat_as(data, kind)), data._shape, kind)
    elif isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    else:
        shape = nested_shape(data)
        kind = given_dtype("tensor", dtype or inferred_dtype(data), get_default_dtype())
        made = make(nested_numbers(data, shape, kind), shape, kind)
    if requires_grad and kind.category != FLOAT:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    made.requires_grad = requires_grad
    return made


@function
def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    """The tensor itself where it is one of that dtype; else a new one."""
    if is_tensor(data) and given_dtype("as_tensor", dtype, data.dtype) is data.dtype:
        found: Tensor = data
        return found
    return tensor(data, dtype=dtype, device=device)


alias("asarray", as_tensor, on_tensor=False)


def fill_value(value: Any, kind: dtype) -> Any:
    """A plain number, or a tensor of one, as the dtype holds it."""
    if is_tensor(value):
        return flat_as(value, kind)[0]
    source = _dtypes.float64 if isinstance(value, float) else dtype_of_number(value)
    return convert([value], source, kind)[0]


def _filled(shape: Sequence[int], number: Any, kind: dtype) -> Tensor:
    """A new tensor that has one number, which the dtype can hold, everywhere."""
    if shape and min(shape) < 0:
        raise RuntimeError(
            f"Trying to create tensor with negative dimension "
            f"{next(s for s in shape if s < 0)}: {list(shape)}"
        )
    return make([number] * math.prod(shape), shape, kind)


def _options(
    name: str, kind: Any, device: Any, options: dict[str, Any], default: dtype | None = None
) -> dtype:
    """The dtype that is asked for; the device, and what makes no difference here, is looked at."""
    _only_cpu(device)
    for option in options:
        if option not in ("requires_grad", "pin_memory", "layout", "memory_format"):
            raise TypeError(f"{name}() got an unexpected keyword argument '{option}'")
    if options.get("requires_grad"):
        raise not_offered("requires_grad=True")
    return given_dtype(name, kind, default or get_default_dtype())


def _size(name: str, size: tuple[Any, ...], options: dict[str, Any]) -> tuple[int, ...]:
    """``f(2, 3)``, ``f((2, 3))`` or ``f(size=(2, 3))``."""
    if not size and "size" not in options:
        raise missing(name, "size")
    if "size" not in options:
        return int_list(name, "size", size)
    if size:
        raise TypeError(f"{name}() got multiple values for argument 'size'")
    return int_tuple(name, "size", options.pop("size"), position=None)


def _makers(name: str, number: Callable[[dtype], Any]) -> None:
    """``torch.name``, ``torch.name_like`` and ``tensor.new_name``."""

    def new(
        public: str, size: Any, kind: Any, device: Any, options: dict[str, Any], own: Any = None
    ) -> Tensor:
        shape = _size(public, size, options)
        if public == "zeros" and any(length < 0 for length in shape):
            raise RuntimeError("zeros: Dimension size must be non-negative.")
        found = _options(public, kind, device, options, own)
        return _filled(shape, number(found), found)

    def plain(*size: Any, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
        is_length = len(size) == 1 and type(size[0]) is int and size[0] >= 0
        if is_length and type(dtype) is Kind and device is None and not options:
            return make([number(dtype)] * size[0], size, dtype)  # the usual case, made short
        return new(name, size, dtype, device, options)

    def like(input: Tensor, *, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
        kind = _options(f"{name}_like", dtype, device, options, input.dtype)
        return preserve_strides(_filled(input._shape, number(kind), kind), input)

    def of_tensor(
        self: Tensor, *size: Any, dtype: Any = None, device: Any = None, **options: Any
    ) -> Tensor:
        return new(f"new_{name}", size, dtype, device, options, self.dtype)

    for public, call in ((name, plain), (f"{name}_like", like), (f"new_{name}", of_tensor)):
        call.__name__ = public
    function(plain)
    function(like)
    method(of_tensor)


_makers("zeros", lambda kind: scalar(0, kind))
_makers("ones", lambda kind: scalar(1, kind))
_makers("empty", unwritten)
zeros, ones, empty, empty_like = (
    FUNCTIONS[name] for name in ("zeros", "ones", "empty", "empty_like")
)


def _full(
    name: str, shape: Sequence[int], fill_value: Any, kind: Any, device: Any,
    options: dict[str, Any],
) -> Tensor:  # fmt: skip
    require_number(name, "fill_value", 2, fill_value)
    own = fill_value.dtype if is_tensor(fill_value) else dtype_of_number(fill_value)
    found = _options(name, kind, device, options, own)
    return _filled(shape, scalar(fill_value, found), found)


@function
def full(
    size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """One number everywhere, which also decides the dtype where none is given."""
    return _full("full", int_tuple("full", "size", size), fill_value, dtype, device, options)


@function
def full_like(
    input: Tensor, fill_value: Any, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    kind = dtype or input.dtype
    made = _full("full_like", input._shape, fill_value, kind, device, options)
    return preserve_strides(made, input)


@method
def new_full(
    self: Tensor, size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None,
    **options: Any,
) -> Tensor:  # fmt: skip
    shape, kind = int_tuple("new_full", "size", size), dtype or self.dtype
    return _full("new_full", shape, fill_value, kind, device, options)


@method
def new_tensor(self: Tensor, data: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    return tensor(data, dtype=dtype or self.dtype, device=device)


@function
def arange(
    start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None,
    out: Tensor | None = None, **options: Any,
) -> Tensor:  # fmt: skip
    """start, start + step, … below end."""
    if end is None:
        require_number("arange", "end", 1, start)
        start, end = 0, start
    if not all(map(is_number, (start, end, step))):
        raise invalid("arange", start, end, *([] if type(step) is int else [step]))
    start, end, step = (v.item() if is_tensor(v) else v for v in (start, end, step))
    if out is not None:
        dtype = out.dtype
    if dtype is None:
        given = (start, end, step)
        dtype = get_default_dtype() if any(isinstance(v, float) for v in given) else _dtypes.int64
    kind = _options("arange", dtype, device, options)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if kind is _dtypes.int64:
        start, end, step = int(start), int(end), int(step)
        if step == 0:
            raise ValueError("step must be nonzero")
    if all(isinstance(v, int) for v in (start, end, step)):
        count = max(0, -(-(end - start) // step))
    elif not all(math.isfinite(v) for v in (start, end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    else:
        count = max(0, math.ceil((end - start) / step))
    if kind.category == INT:
        start, step = int(start), int(step)
    numbers = [start + step * place for place in range(count)]
    if kind.category == FLOAT:
        numbers = [float(number) for number in numbers]
    return to_out(make_fitting(numbers, (count,), kind), out)


@function
def linspace(
    start: Any, end: Any, steps: int, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """``steps`` numbers from start to end, both included; later ones are counted from the end."""
    if is_tensor(start) and is_tensor(end) and (start.ndim or end.ndim):
        raise RuntimeError(
            "linspace only supports 0-dimensional start and end tensors, but got start with "
            f"{start.ndim} dimension(s) and end with {end.ndim} dimension(s)."
        )
    if not (is_number(start) and is_number(end) and type(steps) is int):
        raise invalid("linspace", start, end, steps)
    start, end = (v.item() if is_tensor(v) else v for v in (start, end))
    kind = _options("linspace", dtype, device, options)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if steps == 1:
        return _filled((1,), fill_value(start, kind), kind)
    if steps == 0:
        return make([], (0,), kind)
    from_ends = [place if place < steps // 2 else steps - 1 - place for place in range(steps)]
    if kind.category == FLOAT:
        start, end = kind.fit([float(start), float(end)])
        step = kind.fit([kind.fit([end - start])[0] / kind.fit([float(steps - 1)])[0]])[0]
        from_ends = kind.fit([float(place) for place in from_ends])
    else:
        start, end = int(start), int(end)
        step = (end - start) / (steps - 1)
    first, last = from_ends[: steps // 2], from_ends[steps // 2 :]
    if kind.category == FLOAT and kind.itemsize == 2:  # there products are rounded, then added
        numbers = [start + move for move in kind.fit([step * place for place in first])]
        numbers += [end - move for move in kind.fit([step * place for place in last])]
    else:
        numbers = fused(first, step, start) + fused(last, -step, end)
    if kind.category == INT:
        numbers = [int(number) for number in numbers]
    return make_fitting(numbers, (steps,), kind)


@function
def eye(
    n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """Ones on the diagonal."""
    columns = n if m is None else m
    for name, size in (("n", n), ("m", columns)):
        if size < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {size}")
    kind = _options("eye", dtype, device, options)
    made, one = _filled((n, columns), scalar(0, kind), kind), scalar(1, kind)
    for place in range(min(n, columns)):
        made._storage.data[place * columns + place] = one
    return made


def cast(self: Tensor, kind: dtype, copy: bool = False) -> Tensor:
    """The tensor itself if it is of that dtype already, else a new one."""
    if self.dtype is kind and not copy:
        return self
    return preserve_strides(make(list(flat_as(self, kind)), self._shape, kind), self)


@method
def to(self: Tensor, *arguments: Any, copy: bool = False, **options: Any) -> Tensor:
    """Another dtype; the only device is the CPU."""
    kind = given_dtype("to", options.pop("dtype", None), self.dtype)
    _only_cpu(options.pop("device", None))
    flags = [given for given in arguments if isinstance(given, bool)]  # non_blocking, copy
    copy = copy or flags[1:2] == [True]
    for given in arguments:
        if isinstance(given, (dtype, type)):
            kind = given_dtype("to", given, kind)
        elif is_tensor(given):
            kind = given.dtype
        elif isinstance(given, (str, device)):
            _only_cpu(given)
        elif isinstance(given, int) and not isinstance(given, bool):
            raise not_offered(f"the device {given}")
        elif given is not None and not isinstance(given, bool):
            raise invalid("to", *arguments)
    return cast(self, kind, copy)


@method
def type_as(self: Tensor, other: Tensor) -> Tensor:
    return cast(self, other.dtype)


def _caster(kind: dtype) -> Any:
    def call(self: Tensor, *, memory_format: Any = None) -> Tensor:
        return cast(self, kind)

    call.__doc__ = f"The tensor as {kind.name}."
    return call


for _name, _kind in {
    **_dtypes.ALIASES,
    "bool": _dtypes.bool_,
    "bfloat16": _dtypes.bfloat16,
}.items():
    alias(_name, _caster(_kind), on_torch=False)
alias("byte", _caster(_dtypes.uint8), on_torch=False)
alias("char", _caster(_dtypes.int8), on_torch=False)


@method
def cpu(self: Tensor) -> Tensor:
    return self


@both
def clone(input: Tensor, *, memory_format: Any = None) -> Tensor:
    """A copy with memory of its own."""
    if memory_format == "torch.contiguous_format":
        return make(flat(input), input._shape, input.dtype)
    return preserve_strides(make(flat(input), input._shape, input.dtype), input)


@method
def contiguous(self: Tensor, *, memory_format: Any = None) -> Tensor:
    """The tensor itself if its elements lie row after row, else a copy that does."""
    return self if self.is_contiguous() else make(flat(self), self._shape, self.dtype)
