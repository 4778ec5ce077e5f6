"""New tensors: from numbers, from shapes, from ranges, and of another dtype."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from . import _dtypes
from ._core import Tensor, as_shape, device, flat, flat_as, is_tensor, make, make_fitting
from ._dtypes import BOOL, FLOAT, INT, convert, dtype, dtype_of_number, get_default_dtype
from ._layout import preserve_strides
from ._registry import alias, both, function, method, not_offered

Number = bool | int | float


def _only_cpu(where: Any) -> None:
    if where is not None and not isinstance(where, device):
        device(where)


def _nested(data: Any, shape: list[int], depth: int, values: list[Any]) -> None:
    """Flatten nested sequences, finding out their shape and holding all to it."""
    if isinstance(data, (list, tuple, range)):
        if depth == len(shape):
            if values:
                raise ValueError(f"expected a number at dim {depth}, got a sequence")
            shape.append(len(data))
        elif len(data) != shape[depth]:
            raise ValueError(
                f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})"
            )
        for item in data:
            _nested(item, shape, depth + 1, values)
        return
    if is_tensor(data) and data.ndim and depth < len(shape) + 1:
        _nested(data.tolist(), shape, depth, values)
        return
    if depth != len(shape):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}' at dim {depth}")
    if is_tensor(data):
        data = data.item()
    if not isinstance(data, (bool, int, float)):
        if hasattr(data, "__index__"):
            data = data.__index__()
        elif hasattr(data, "__float__"):
            data = float(data)
        elif isinstance(data, str):
            raise TypeError("new(): invalid data type 'str'")
        else:
            raise RuntimeError(f"Could not infer dtype of {type(data).__name__}")
    values.append(data)


def _infer(values: list[Any]) -> dtype:
    kinds = {type(value) for value in values}
    if float in kinds or not kinds:
        return get_default_dtype()
    return _dtypes.int64 if int in kinds else _dtypes.bool_


@function
def tensor(
    data: Any,
    *,
    dtype: dtype | None = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A copy of numbers, nested lists of them, or a tensor."""
    _only_cpu(device)
    if is_tensor(data):
        kind = dtype or data.dtype
        made = make(list(flat_as(data, kind)), data._shape, kind)
    else:
        shape: list[int] = []
        values: list[Any] = []
        _nested(data, shape, 0, values)
        first = next((item for item in _leaves(data) if is_tensor(item)), None)
        kind = dtype or (first.dtype if first is not None else _infer(values))
        made = make(_from_python(values, kind), shape, kind)
    made.requires_grad = requires_grad
    return made


def _leaves(data: Any) -> list[Any]:
    if isinstance(data, (list, tuple)):
        return [leaf for item in data[:1] for leaf in _leaves(item)]
    return [data]


def _from_python(values: list[Any], kind: dtype) -> list[Any]:
    """Plain numbers as a dtype holds them.

    Raises:
        RuntimeError: for a whole number that it cannot hold.
    """
    if kind.category == BOOL:
        return [bool(value) for value in values]
    if kind.category == FLOAT:
        return kind.fit([float(value) for value in values])
    if any(isinstance(value, float) and not math.isfinite(value) for value in values):
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    whole = [int(value) for value in values]
    if kind.fit(whole) != whole:
        if any(not -(1 << 63) <= value < 1 << 63 for value in whole):
            raise RuntimeError("Overflow when unpacking long")
        if not kind.is_signed and all(value > -(1 << kind.bits) for value in whole):
            return kind.fit(whole)
        raise RuntimeError(f"value cannot be converted to type {kind.name}_t without overflow")
    return whole


@function
def as_tensor(data: Any, dtype: dtype | None = None, device: Any = None) -> Tensor:
    """The tensor itself where it is one of that dtype; else a new one."""
    if is_tensor(data) and dtype in (None, data.dtype):
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


def _filled(shape: Sequence[int], value: Any, kind: dtype) -> Tensor:
    if any(size < 0 for size in shape):
        raise RuntimeError(
            f"Trying to create tensor with negative dimension "
            f"{next(s for s in shape if s < 0)}: {list(shape)}"
        )
    return make([fill_value(value, kind)] * math.prod(shape), shape, kind)


def _options(dtype: Any, device: Any, options: dict[str, Any]) -> dtype:
    _only_cpu(device)
    for name in options:
        if name not in ("requires_grad", "pin_memory", "layout", "memory_format"):
            raise TypeError(f"got an unexpected keyword argument '{name}'")
    return dtype or get_default_dtype()


@function
def zeros(*size: Any, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    return _filled(as_shape(options.pop("size", None) or size), 0, _options(dtype, device, options))


@function
def ones(*size: Any, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    return _filled(as_shape(options.pop("size", None) or size), 1, _options(dtype, device, options))


@function
def empty(*size: Any, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    """Here the numbers are zero; in torch they are whatever was there."""
    return _filled(as_shape(options.pop("size", None) or size), 0, _options(dtype, device, options))


@function
def full(
    size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """One number everywhere, which also decides the dtype where none is given."""
    if dtype is None:
        dtype = fill_value.dtype if is_tensor(fill_value) else dtype_of_number(fill_value)
    return _filled(as_shape([size]), fill_value, _options(dtype, device, options))


def _like(of: Tensor, value: Any, dtype: Any, device: Any, options: dict[str, Any]) -> Tensor:
    made = _filled(of._shape, value, _options(dtype or of.dtype, device, options))
    return preserve_strides(made, of)


@function
def zeros_like(input: Tensor, *, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    return _like(input, 0, dtype, device, options)


@function
def ones_like(input: Tensor, *, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    return _like(input, 1, dtype, device, options)


@function
def empty_like(input: Tensor, *, dtype: Any = None, device: Any = None, **options: Any) -> Tensor:
    return _like(input, 0, dtype, device, options)


@function
def full_like(
    input: Tensor, fill_value: Any, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    return _like(input, fill_value, dtype, device, options)


@method
def new_zeros(
    self: Tensor, *size: Any, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    return zeros(*size, dtype=dtype or self.dtype, device=device, **options)


@method
def new_ones(
    self: Tensor, *size: Any, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    return ones(*size, dtype=dtype or self.dtype, device=device, **options)


@method
def new_empty(
    self: Tensor, *size: Any, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    return empty(*size, dtype=dtype or self.dtype, device=device, **options)


@method
def new_full(
    self: Tensor, size: Any, fill_value: Any, *, dtype: Any = None, device: Any = None,
    **options: Any,
) -> Tensor:  # fmt: skip
    return full(size, fill_value, dtype=dtype or self.dtype, device=device, **options)


@method
def new_tensor(self: Tensor, data: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    return tensor(data, dtype=dtype or self.dtype, device=device)


@function
def arange(
    start: Any, end: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None,
    **options: Any,
) -> Tensor:  # fmt: skip
    """start, start + step, … below end."""
    if end is None:
        start, end = 0, start
    start, end, step = (v.item() if is_tensor(v) else v for v in (start, end, step))
    if dtype is None:
        given = (start, end, step)
        dtype = get_default_dtype() if any(isinstance(v, float) for v in given) else _dtypes.int64
    kind = _options(dtype, device, options)
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if kind is _dtypes.int64:
        start, end, step = int(start), int(end), int(step)
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
    return make_fitting(numbers, (count,), kind)


@function
def linspace(
    start: Any, end: Any, steps: int, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """``steps`` numbers from start to end, both included; later ones are counted from the end."""
    start, end = (v.item() if is_tensor(v) else v for v in (start, end))
    kind = _options(dtype, device, options)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    if steps == 1:
        return _filled((1,), start, kind)
    if kind.category != FLOAT:
        start, end = int(start), int(end)
    if kind.category == FLOAT:
        start, end = float(start), float(end)
        step = kind.fit([(end - start) / (steps - 1)])[0] if steps else 0.0
    else:
        step = (end - start) / (steps - 1) if steps else 0.0
    numbers: list[Any] = [
        start + step * place if place < steps // 2 else end - step * (steps - 1 - place)
        for place in range(steps)
    ]
    if kind.category == INT:
        numbers = [int(number) for number in numbers]
    return make_fitting(numbers, (steps,), kind)


@function
def eye(
    n: int, m: int | None = None, *, dtype: Any = None, device: Any = None, **options: Any
) -> Tensor:
    """Ones on the diagonal."""
    columns = n if m is None else m
    made = _filled((n, columns), 0, _options(dtype, device, options))
    one = fill_value(1, made.dtype)
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
    kind = options.pop("dtype", None) or self.dtype
    _only_cpu(options.pop("device", None))
    flags = [given for given in arguments if isinstance(given, bool)]  # non_blocking, copy
    copy = copy or flags[1:2] == [True]
    for given in arguments:
        if isinstance(given, dtype):
            kind = given
        elif is_tensor(given):
            kind = given.dtype
        elif isinstance(given, (str, device)):
            _only_cpu(given)
        elif isinstance(given, int) and not isinstance(given, bool):
            raise not_offered(f"the device {given}")
    return cast(self, kind, copy)


@method
def type_as(self: Tensor, other: Tensor) -> Tensor:
    return cast(self, other.dtype)


def _caster(kind: dtype) -> Any:
    def call(self: Tensor, *arguments: Any, **options: Any) -> Tensor:
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
def contiguous(self: Tensor, memory_format: Any = None) -> Tensor:
    """The tensor itself if its elements lie row after row, else a copy that does."""
    return self if self.is_contiguous() else make(flat(self), self._shape, self.dtype)
