"""torch.nn.functional: linear layers, embeddings, activations, norms, attention."""

from __future__ import annotations

import math
from typing import Any

from .. import _dtypes
from .._core import Tensor, flat, make
from .._dtypes import FLOAT
from .._elementwise import kind_name, laid_out
from .._given import c_name
from .._products import matmul, rows_at, rows_of, rows_times_columns
from .._registry import FUNCTIONS, METHODS, not_offered
from .._softmax import log_softmax as _log_softmax
from .._softmax import softmax as _softmax
from .._unary import unary
from ._attention import scaled_dot_product_attention as scaled_dot_product_attention


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input (…, in) by weight (out, in), transposed, plus bias (out,)."""
    if weight.ndim != 2:
        made = matmul(input, METHODS["t"](weight))
    else:
        if input.ndim == 0 or input._shape[-1] != weight._shape[1]:
            rows = math.prod(input._shape[:-1])
            raise RuntimeError(
                f"mat1 and mat2 shapes cannot be multiplied ({rows}x{input._shape[-1]} and "
                f"{weight._shape[1]}x{weight._shape[0]})"
            )
        if input.dtype is not weight.dtype and bias is not None:
            raise RuntimeError(
                "mat1 and mat2 must have the same dtype, but got "
                f"{kind_name(input.dtype)} and {kind_name(weight.dtype)}"
            )
        if input.dtype is not weight.dtype:
            raise RuntimeError(
                "expected m1 and m2 to have the same dtype, but got: "
                f"{c_name(input.dtype)} != {c_name(weight.dtype)}"
            )
        count, size = math.prod(input._shape[:-1]), input._shape[-1]
        if bias is not None:
            METHODS["expand"](bias, count, weight._shape[0])  # raises if it does not fit
        values = rows_times_columns(
            rows_of(METHODS["reshape"](input, count, size)), rows_of(weight), input.dtype
        )
        made = make(values, (*input._shape[:-1], weight._shape[0]), input.dtype)
    return made if bias is None else FUNCTIONS["add"](made, bias)


def embedding(
    input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: Any = None,
    norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
) -> Tensor:  # fmt: skip
    """The rows of weight that input names."""
    if max_norm is not None:
        raise not_offered("embedding(max_norm=…)")
    if input.dtype not in (_dtypes.int32, _dtypes.int64):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            f"Long, Int; but got torch.{kind_name(input.dtype)}Tensor instead (while "
            "checking arguments for embedding)"
        )
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    places, count = flat(input), weight._shape[0]
    if any(not 0 <= place < count for place in places):
        raise IndexError("index out of range in self")
    values: list[Any] = []
    for row in rows_at(weight, places):
        values += row
    return make(values, (*input._shape, weight._shape[1]), weight.dtype)


def softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None
) -> Tensor:
    return _softmax(input, _implicit(input, dim), dtype)


def log_softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None
) -> Tensor:
    return _log_softmax(input, _implicit(input, dim), dtype)


def softmin(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None
) -> Tensor:
    return _softmax(FUNCTIONS["neg"](input), _implicit(input, dim), dtype)


def _implicit(input: Tensor, dim: int | None) -> int:
    return dim if dim is not None else 0 if input.ndim in (0, 1, 3) else 1


def _float_only(name: str, input: Tensor) -> None:
    if input.dtype.category != FLOAT:
        raise NotImplementedError(f"\"{name}\" not implemented for '{kind_name(input.dtype)}'")


def _in_place(input: Tensor, made: Tensor, inplace: bool) -> Tensor:
    return METHODS["copy_"](input, made) if inplace else made


def _silu(values: list[float]) -> list[float]:
    try:
        return [value / (1.0 + math.exp(-value)) for value in values]
    except OverflowError:  # exp of more than 709: the sigmoid of such a number is 0
        return [value / (1.0 + math.exp(-value)) if value > -709 else -0.0 for value in values]


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """x times its sigmoid."""
    _float_only("silu_cpu", input)
    kind = input.dtype
    made = laid_out(make(kind.fit(_silu(flat(input))), input._shape, kind), input)
    return _in_place(input, made, inplace)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    return _in_place(input, FUNCTIONS["relu"](input), inplace)


def sigmoid(input: Tensor) -> Tensor:
    return FUNCTIONS["sigmoid"](input)


def tanh(input: Tensor) -> Tensor:
    return FUNCTIONS["tanh"](input)


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """x times the share of a normal distribution below it, exactly or by tanh."""
    _float_only("GeluKernelImpl", input)

    def exact(v: float) -> float:
        return 0.5 * v * (1 + math.erf(v / math.sqrt(2))) if math.isfinite(v) else max(v, 0.0)

    def near(v: float) -> float:
        return 0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))

    if approximate not in ("none", "tanh"):
        raise RuntimeError("approximate argument must be either none or tanh.")
    return unary(exact if approximate == "none" else near, input, input.dtype, input.dtype)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    _float_only("softplus_cpu", input)

    def one(v: float) -> float:
        return v if v * beta > threshold else math.log1p(math.exp(v * beta)) / beta

    return unary(one, input, input.dtype, input.dtype)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    _float_only("leaky_relu_cpu", input)
    kind = input.dtype
    made = unary(lambda v: v if v > 0 else v * negative_slope, input, kind, kind)
    return _in_place(input, made, inplace)


def logsigmoid(input: Tensor) -> Tensor:
    _float_only("log_sigmoid_cpu", input)
    kind = input.dtype
    return unary(lambda v: min(v, 0.0) - math.log1p(math.exp(-abs(v))), input, kind, kind)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    if input.ndim == 0:
        raise RuntimeError("glu does not support 0-dimensional tensors")
    if input._shape[dim] % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {dim % input.ndim} is size "
            f"{input._shape[dim]}"
        )
    one, other = FUNCTIONS["chunk"](input, 2, dim)
    return FUNCTIONS["mul"](one, FUNCTIONS["sigmoid"](other))


def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    if tensor.dtype is not _dtypes.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    values = flat(tensor)
    if not values and num_classes <= 0:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if any(value < 0 for value in values):
        raise RuntimeError("Class values must be non-negative.")
    classes = max(values) + 1 if num_classes == -1 else num_classes
    if any(value >= classes for value in values):
        raise RuntimeError("Class values must be smaller than num_classes.")
    made = [int(value == place) for value in values for place in range(classes)]
    return make(made, (*tensor._shape, classes), _dtypes.int64)


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if training and p:
        raise not_offered("dropout in training")
    return input


def _normalized(input: Tensor, shape: Any, separator: str = "") -> list[int]:
    """The trailing dimensions that a norm goes over; in its error torch is of two minds."""
    wanted = list(shape)
    if not wanted or list(input._shape[-len(wanted) :]) != wanted:
        sizes = separator + ", ".join(map(str, wanted))
        raise RuntimeError(
            f"Given normalized_shape={wanted}, expected input with shape [*{sizes}], but got input "
            f"of size{list(input._shape)}"
        )
    return list(range(input.ndim - len(wanted), input.ndim))


EPSILON = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}


def rms_norm(
    input: Tensor, normalized_shape: Any, weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """Over the root of the mean of squares; the work is done in float32 for the half types."""
    dims = _normalized(input, normalized_shape)
    kind = input.dtype
    work = _dtypes.float64 if kind is _dtypes.float64 else _dtypes.float32
    small = EPSILON[kind.name if kind.name in ("float32", "float64") else "float32"]
    x = METHODS["to"](input, work)
    squares = FUNCTIONS["mean"](FUNCTIONS["square"](x), dims, True)
    root = FUNCTIONS["rsqrt"](FUNCTIONS["add"](squares, small if eps is None else eps))
    made = FUNCTIONS["mul"](x, root)
    if weight is not None:
        made = FUNCTIONS["mul"](made, METHODS["to"](weight, work))
    return METHODS["to"](made, kind)


def layer_norm(
    input: Tensor, normalized_shape: Any, weight: Tensor | None = None,
    bias: Tensor | None = None, eps: float = 1e-5,
) -> Tensor:  # fmt: skip
    """Over the standard deviation, after taking off the mean."""
    dims = _normalized(input, normalized_shape, ", ")
    kind = input.dtype
    work = _dtypes.float64
    x = METHODS["to"](input, work)
    middle = FUNCTIONS["mean"](x, dims, True)
    spread = FUNCTIONS["var"](x, dims, False, True)
    made = FUNCTIONS["mul"](
        FUNCTIONS["sub"](x, middle), FUNCTIONS["rsqrt"](FUNCTIONS["add"](spread, eps))
    )
    if weight is not None:
        made = FUNCTIONS["mul"](made, METHODS["to"](weight, work))
    if bias is not None:
        made = FUNCTIONS["add"](made, METHODS["to"](bias, work))
    return METHODS["to"](made, kind)


def normalize(input: Tensor, p: float = 2.0, dim: Any = 1, eps: float = 1e-12) -> Tensor:
    size = FUNCTIONS["clamp_min"](FUNCTIONS["norm"](input, p, dim, True), eps)
    return FUNCTIONS["div"](input, size)


def pad(input: Tensor, pad: Any, mode: str = "constant", value: float | None = None) -> Tensor:
    """More elements at both ends of the last dimensions; negative numbers cut off."""
    if mode != "constant":
        raise not_offered(f"pad(mode={mode!r})")
    if len(pad) % 2 or len(pad) > 2 * input.ndim:
        raise RuntimeError("Padding length must be divisible by 2 and fit the input")
    shape = list(input._shape)
    source, target = [slice(None)] * input.ndim, [slice(None)] * input.ndim
    for place in range(len(pad) // 2):
        before, after = pad[2 * place], pad[2 * place + 1]
        dim = input.ndim - 1 - place
        size = shape[dim] + before + after
        if size < 0:
            raise RuntimeError(
                f"The input size {shape[dim]}, plus negative padding {before} and {after}, "
                "resulted in a negative output size"
            )
        source[dim] = slice(max(0, -before), shape[dim] - max(0, -after))
        target[dim] = slice(max(0, before), size - max(0, after))
        shape[dim] = size
    made = METHODS["new_full"](input, shape, 0 if value is None else value)
    taken = METHODS["__getitem__"](input, tuple(source))
    METHODS["__setitem__"](made, tuple(target), taken)
    return made


def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    return _reduced(FUNCTIONS["square"](FUNCTIONS["sub"](input, target)), reduction)


def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    return _reduced(FUNCTIONS["abs"](FUNCTIONS["sub"](input, target)), reduction)


def _reduced(losses: Tensor, reduction: str) -> Tensor:
    if reduction == "none":
        return losses
    if reduction not in ("mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return FUNCTIONS[reduction](losses)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from .._names import absent  # long, and hardly ever needed

    raise absent("torch.nn.functional", name)
