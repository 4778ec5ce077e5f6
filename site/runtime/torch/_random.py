"""New tensors of random numbers, and random choices, as torch's CPU generator makes them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from . import _generator as _generator
from ._core import Tensor, broadcast_shapes, flat, is_tensor, make, stretched
from ._creation import empty, empty_like
from ._dtypes import BOOL, FLOAT, convert, float16, float32, float64, int64, kind_name
from ._filling import (
    DIGITS,
    bernoulli_,
    exponential_,
    needs_float,
    normal_,
    normal_values,
    random_,
    uniform_,
)
from ._generator import chosen
from ._registry import both, function
from ._writing import to_out


def _new(
    fill: Callable[..., Tensor], size: Any, options: dict[str, Any], *arguments: Any
) -> Tensor:
    """A new tensor that a method fills."""
    needs_grad, source = options.pop("requires_grad", False), options.pop("generator", None)
    made = fill(empty(*size, **options), *arguments, generator=source)
    made.requires_grad = needs_grad
    return made


def _like(
    fill: Callable[..., Tensor], input: Tensor, options: dict[str, Any], *arguments: Any
) -> Tensor:
    """A new tensor, laid out as another one is, that a method fills."""
    needs_grad, source = options.pop("requires_grad", False), options.pop("generator", None)
    made = fill(empty_like(input, **options), *arguments, generator=source)
    made.requires_grad = needs_grad
    return made


def _needs_size(name: str, size: tuple[Any, ...], options: dict[str, Any]) -> None:
    if not size and "size" not in options:
        raise TypeError(f"{name}() received an invalid combination of arguments - got ()")


@function
def rand(*size: Any, **options: Any) -> Tensor:
    """Numbers from 0 to below 1, all as likely."""
    _needs_size("rand", size, options)
    return _new(uniform_, size, options)


@function
def randn(*size: Any, **options: Any) -> Tensor:
    """Normal numbers of mean 0 and standard deviation 1."""
    _needs_size("randn", size, options)
    return _new(normal_, size, options)


@function
def rand_like(input: Tensor, **options: Any) -> Tensor:
    """Numbers from 0 to below 1, in the shape of another tensor."""
    return _like(uniform_, input, options)


@function
def randn_like(input: Tensor, **options: Any) -> Tensor:
    """Normal numbers, in the shape of another tensor."""
    return _like(normal_, input, options)


def _whole_bounds(name: str, bounds: tuple[Any, ...], options: dict[str, Any]) -> tuple[int, int]:
    """``low`` and ``high``; low is 0 where one bound is given."""
    given = list(bounds)
    if "high" in options:
        given.append(options.pop("high"))
    if "low" in options:
        given.insert(0, options.pop("low"))
    given = [bound.item() if is_tensor(bound) else bound for bound in given]
    if not 1 <= len(given) <= 2:
        raise TypeError(f"{name}() received an invalid combination of arguments")
    for bound in given:
        if not isinstance(bound, int) or isinstance(bound, bool):
            raise TypeError(f"{name}(): argument 'high' must be int, not {type(bound).__name__}")
        if not -(1 << 63) <= bound < 1 << 63:
            raise ValueError("Overflow when unpacking long long")
    return (0, given[0]) if len(given) == 1 else (given[0], given[1])


@function
def randint(*arguments: Any, **options: Any) -> Tensor:
    """``randint(low=0, high, size)``: whole numbers from low to below high."""
    size = options.pop("size") if "size" in options else arguments[-1] if arguments else None
    bounds = arguments if len(arguments) and size is not arguments[-1] else arguments[:-1]
    if not isinstance(size, (tuple, list)):
        raise TypeError(
            f"randint(): argument 'size' must be tuple of ints, not {type(size).__name__}"
        )
    low, high = _whole_bounds("randint", bounds, options)
    options["dtype"] = options.get("dtype") or int64
    return _new(random_, (size,), options, low, high)


@function
def randint_like(input: Tensor, *bounds: Any, **options: Any) -> Tensor:
    """``randint_like(input, low=0, high)``: whole numbers in the dtype of another tensor."""
    low, high = _whole_bounds("randint_like", bounds, options)
    return _like(random_, input, options, low, high)


@function
def randperm(n: Any, *, generator: Any = None, **options: Any) -> Tensor:
    """0 … n - 1 in random order: each place is swapped with one from there on (Fisher–Yates)."""
    n = n.item() if is_tensor(n) else n
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"randperm(): argument 'n' must be int, not {type(n).__name__}")
    needs_grad = options.pop("requires_grad", False)
    made = empty(n, **{**options, "dtype": options.get("dtype") or int64})
    kind = made.dtype
    if kind.category == BOOL:
        raise NotImplementedError("\"randperm\" not implemented for 'Bool'")
    if kind in (float16, float32, float64) and n > (1 << DIGITS[kind]) + 1:
        limit, name = (1 << DIGITS[kind]) + 1, kind_name(kind)
        raise RuntimeError(f"n cannot be greater than {limit} for {name} type.")
    order = list(range(n))
    if kind.category != FLOAT and kind.fit(order) != order:
        raise RuntimeError(f"value cannot be converted to type {kind.name}_t without overflow")
    for place, word in enumerate(chosen(generator).words(max(n - 1, 0))):
        other = place + word % (n - place)
        order[place], order[other] = order[other], order[place]
    made._storage.data[:] = convert(order, int64, kind)
    made.requires_grad = needs_grad
    return made


@both
def bernoulli(
    input: Tensor, p: float | None = None, *, generator: Any = None, out: Tensor | None = None
) -> Tensor:
    """Ones and zeros: one where a uniform number is below the input's, or below p if given."""
    made = empty_like(input).contiguous()
    return to_out(bernoulli_(made, input if p is None else p, generator=generator), out)


@function
def normal(
    mean: Any, std: Any = 1.0, size: Any = None, *, generator: Any = None, **options: Any
) -> Tensor:
    """Normal numbers, each of its own mean and standard deviation where these are tensors."""
    if size is not None:
        if is_tensor(mean) or is_tensor(std):
            raise TypeError("normal() received an invalid combination of arguments")
        options["generator"] = generator
        return _new(normal_, (size,), options, mean, std)
    if not is_tensor(mean) and not is_tensor(std):
        raise TypeError("normal() received an invalid combination of arguments - got no size")
    if is_tensor(std):
        if any(not value >= 0 for value in flat(std)):
            raise RuntimeError("normal expects all elements of std >= 0.0")
    elif not std >= 0:
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    kind = mean.dtype if is_tensor(mean) else std.dtype
    needs_float(kind, "normal_kernel_cpu")
    shape = broadcast_shapes(*(given._shape for given in (mean, std) if is_tensor(given)))
    factor = 1.0 if is_tensor(std) else float(std)
    values = normal_values(math.prod(shape), 0.0, factor, kind, chosen(generator))
    if is_tensor(std):
        factors = flat(stretched(std, shape))
        values = kind.fit([value * factor for value, factor in zip(values, factors, strict=True)])
    if is_tensor(mean):
        means = flat(stretched(mean, shape))
    else:
        means = kind.fit([float(mean)]) * len(values)
    values = kind.fit([value + summand for value, summand in zip(values, means, strict=True)])
    return make(values, shape, kind)


@both
def multinomial(
    input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None,
    out: Tensor | None = None,
) -> Tensor:  # fmt: skip
    """Indices of each row, as likely as its weights.

    With replacement it looks up uniform numbers in the running sum. Without, and for a single
    sample, it divides each weight by an exponential number and takes the largest; equal quotients
    (of half types, or of weights of zero) may come in another order than in torch.
    """
    if out is not None and out.dtype is not int64:
        raise RuntimeError(f"multinomial expects Long tensor out, got: {kind_name(out.dtype)}")
    _check_multinomial(input, num_samples, replacement)
    count = input._shape[-1]
    values = flat(input)
    rows = [values[start : start + count] for start in range(0, len(values), count)]
    if replacement and num_samples > 1:
        chosen_indices = _with_replacement(rows, num_samples, input, chosen(generator))
    else:
        chosen_indices = _without_replacement(rows, num_samples, input, generator)
    return to_out(make(chosen_indices, (*input._shape[:-1], num_samples), int64), out)


def _check_multinomial(input: Tensor, num_samples: int, replacement: bool) -> None:
    if not is_tensor(input):
        raise TypeError(
            "multinomial(): argument 'input' (position 1) must be Tensor, "
            f"not {type(input).__name__}"
        )
    if input.dtype.category != FLOAT:
        raise RuntimeError(
            "multinomial only supports floating-point dtypes for input, "
            f"got: {kind_name(input.dtype)}"
        )
    if input.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if num_samples <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and num_samples > input._shape[-1]:
        raise RuntimeError(
            "cannot sample n_sample > prob_dist.size(-1) samples without replacement"
        )


def _with_replacement(
    rows: list[list[float]], num_samples: int, input: Tensor, source: Any
) -> list[int]:
    """The first place where the running sum, as a part of the whole, reaches a uniform number."""
    kind = float64 if input.dtype is float64 else float32
    found: list[int] = []
    for row in rows:
        sums, total = [], 0.0
        for weight in row:
            if not weight >= 0:
                problem = "probability entry < 0"
            elif not math.isfinite(weight):
                problem = "probability entry = infinity or NaN"
            else:
                total = kind.fit([total + weight])[0]
                sums.append(total)
                continue
            raise RuntimeError(f"invalid multinomial distribution (encountering {problem})")
        if not total > 0:
            raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
        parts = kind.fit([value / total for value in sums])
        parts[-1] = 1.0
        found += [bisect_left(parts, number) for number in source.doubles(num_samples)]
    return found


def _without_replacement(
    rows: list[list[float]], num_samples: int, input: Tensor, generator: Any
) -> list[int]:
    """The places of the largest quotients, the largest first."""
    if any(not 0 <= weight < math.inf for row in rows for weight in row):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if not all(any(row) for row in rows):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")
    exponential = iter(flat(exponential_(empty_like(input), generator=generator)))
    found: list[int] = []
    for row in rows:
        quotients = [
            weight / number if number else math.inf
            for weight, number in zip(row, exponential, strict=False)
        ]
        quotients = input.dtype.fit(quotients)
        if num_samples == 1:
            found.append(quotients.index(max(quotients)))
        else:
            found += sorted(range(len(row)), key=quotients.__getitem__, reverse=True)[:num_samples]
    return found
