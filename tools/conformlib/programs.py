"""Random programs of a few lines: views of views, arithmetic that broadcasts, writes in place.

A program grows line by line: each line is run on torch at once, so that the next one knows the
shapes. Most lines are right, and some are meant to be refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import torch

KINDS = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"
)  # fmt: skip
ARITHMETIC = ("+", "-", "*", "/", "//", "%")
COMPARING = ("<", "<=", "==", "!=")
BITS = ("&", "|", "^")
FEW = 60  # elements; more would only be slower


def new_tensor(rng: random.Random, shape: list[int], kind: str | None = None) -> str:
    """An expression for a tensor of different numbers."""
    kind = kind or rng.choice(KINDS)
    count = 1
    for size in shape:
        count *= size
    tail = f".reshape({tuple(shape)})" if len(shape) != 1 else ""
    if kind == "bool":
        return f"(torch.arange({count}) % {rng.choice((2, 3))} == 0){tail}"
    low = rng.randint(0, 3) if kind == "uint8" else rng.randint(-9, 3)
    made = f"torch.arange({low}, {low + count}, dtype=torch.{kind}){tail}"
    return f"({made} / {rng.choice((2, 4, 8))})" if kind.startswith(("float", "bf")) else made


def random_shape(rng: random.Random) -> list[int]:
    """Up to four dimensions; sizes of 1 are frequent, sizes of 0 and no dimensions are not."""
    if rng.random() < 0.05:
        return []
    shape = [rng.choice((1, 2, 2, 3, 3, 4)) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))]
    if rng.random() < 0.05:
        shape[rng.randrange(len(shape))] = 0
    return shape


def broadcastable(rng: random.Random, shape: list[int]) -> list[int]:
    """A shape that goes with this one, mostly."""
    if rng.random() < 0.05:
        return random_shape(rng)
    kept = [1 if rng.random() < 0.25 else size for size in shape]
    return kept[rng.choice((0, 0, 0, 1, 2)) :]


def an_int(rng: random.Random, size: int) -> int:
    """An index of a dimension, and seldom one that is too large."""
    far = 1 if rng.random() < 0.03 else 0
    return rng.randint(-size - far, max(size - 1 + far, -size))


def a_slice(rng: random.Random, size: int) -> str:
    def end() -> str:
        return "" if rng.random() < 0.4 else str(rng.randint(-size - 1, size + 1))

    step = rng.choice(("", "", "", ":", ":1", ":2", ":3"))
    return f"{end()}:{end()}{step}"


def an_index(rng: random.Random, shape: list[int]) -> str:
    """What stands between the brackets: numbers, slices, None, ``...``, masks and lists."""
    parts: list[str] = []
    left = list(shape)
    has_ellipsis = False
    while left or not parts or rng.random() < 0.1:
        pick = rng.random()
        if pick < 0.08 and len(parts) < 5:
            parts.append("None")
        elif pick < 0.14 and not has_ellipsis:
            parts.append("...")
            has_ellipsis = True
            left = left[rng.randint(0, len(left)) :]
        elif not left:
            parts.append(rng.choice(("...", "None")) if not has_ellipsis else "None")
            has_ellipsis |= parts[-1] == "..."
            break
        else:
            size = left.pop(0)
            parts.append(_one_index(rng, size, left))
        if rng.random() < 0.2:
            break
    return ", ".join(parts)


def _one_index(rng: random.Random, size: int, left: list[int]) -> str:
    pick = rng.random()
    if pick < 0.3:
        return str(an_int(rng, size))
    if pick < 0.85:
        return a_slice(rng, size)
    if pick < 0.93 and size:
        return str([an_int(rng, size) for _ in range(rng.randint(1, 3))])
    if pick < 0.96 and size:
        numbers = [[an_int(rng, size) for _ in range(2)] for _ in range(rng.randint(1, 2))]
        return f"torch.tensor({numbers})"
    if left and pick < 0.97:
        other = left.pop(0)
        return f"(torch.arange({size * other}) % 3 == 0).reshape({size}, {other})"
    return f"torch.arange({size}) % 2 == {rng.randint(0, 1)}"


def a_dim(rng: random.Random, ndim: int) -> int:
    return an_int(rng, max(ndim, 1))


def a_split(rng: random.Random, count: int) -> list[int]:
    """Sizes whose product is a number of elements."""
    sizes: list[int] = []
    rest = count
    while rest > 1 and len(sizes) < 3:
        divisors = [size for size in range(2, rest + 1) if rest % size == 0]
        sizes.append(rng.choice(divisors))
        rest //= sizes[-1]
    if rest != 1 or rng.random() < 0.3:
        sizes.append(rest)
    rng.shuffle(sizes)
    if sizes and count and rng.random() < 0.3:
        sizes[rng.randrange(len(sizes))] = -1
    return sizes


def rows(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of a tensor that lies row by row."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


Step = Callable[[random.Random, list[int]], str]


def _expand(rng: random.Random, shape: list[int]) -> str:
    sizes = [rng.choice((-1, 2, 3)) if size == 1 else rng.choice((-1, size)) for size in shape]
    front = [rng.randint(1, 2)] if rng.random() < 0.3 else []
    return f"expand({front + sizes})"


def _permute(rng: random.Random, shape: list[int]) -> str:
    order = list(range(len(shape)))
    rng.shuffle(order)
    return f"permute({tuple(order)})"


def _narrow(rng: random.Random, shape: list[int]) -> str:
    dim = rng.randrange(len(shape)) if shape else 0
    size = shape[dim] if shape else 0
    start = rng.randint(0, size)
    return f"narrow({dim}, {start}, {rng.randint(0, size - start)})"


def _part(name: str) -> Step:
    def step(rng: random.Random, shape: list[int]) -> str:
        dim = rng.randrange(len(shape)) if shape else 0
        return f"{name}({rng.randint(1, 3)}, {dim})[{rng.choice((0, 0, -1, 1))}]"

    return step


def _select(rng: random.Random, shape: list[int]) -> str:
    dim = rng.randrange(len(shape)) if shape else 0
    return f"select({dim}, {an_int(rng, shape[dim] if shape else 1)})"


def _unfold(rng: random.Random, shape: list[int]) -> str:
    dim = rng.randrange(len(shape)) if shape else 0
    most = max(shape[dim] if shape else 1, 1)
    return f"unfold({dim}, {rng.randint(1, most)}, {rng.randint(1, 2)})"


def _elements(shape: list[int]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _dims(name: str, count: int) -> Step:
    def step(rng: random.Random, shape: list[int]) -> str:
        dims = [a_dim(rng, len(shape)) for _ in range(count)]
        return f"{name}({', '.join(map(str, dims))})"

    return step


STEPS: dict[str, Step] = {
    "__getitem__": lambda rng, shape: f"[{an_index(rng, shape)}]",
    "transpose": _dims("transpose", 2),
    "swapaxes": _dims("swapaxes", 2),
    "movedim": _dims("movedim", 2),
    "t": lambda rng, shape: "t()",
    "permute": _permute,
    "expand": _expand,
    "unsqueeze": lambda rng, shape: f"unsqueeze({a_dim(rng, len(shape) + 1)})",
    "squeeze": lambda rng, shape: rng.choice(("squeeze()", f"squeeze({a_dim(rng, len(shape))})")),
    "view": lambda rng, shape: f"view({a_split(rng, _elements(shape))})",
    "reshape": lambda rng, shape: f"reshape({a_split(rng, _elements(shape))})",
    "flatten": lambda rng, shape: rng.choice(("flatten()", _dims("flatten", 2)(rng, shape))),
    "narrow": _narrow,
    "select": _select,
    "split": _part("split"),
    "chunk": _part("chunk"),
    "unbind": lambda rng, shape: f"unbind({a_dim(rng, len(shape))})[0]",
    "diagonal": lambda rng, shape: f"diagonal({rng.randint(-1, 1)})",
    "unfold": _unfold,
    "contiguous": lambda rng, shape: "contiguous()",
    "flip": lambda rng, shape: f"flip({a_dim(rng, len(shape))})",
    "roll": lambda rng, shape: f"roll({rng.randint(-2, 2)}, {a_dim(rng, len(shape))})",
    "clone": lambda rng, shape: "clone()",
    "to": lambda rng, shape: f"to(torch.{rng.choice(KINDS)})",
}


def a_step(rng: random.Random, name: str, shape: list[int]) -> str:
    """What stands behind a variable's name: a method call or an index."""
    text = STEPS[name](rng, shape)
    return text if text.startswith("[") else f".{text}"


def may_be_written(tensor: torch.Tensor) -> bool:
    """Torch leaves open what comes of writing to memory that overlaps in other ways than stretched.

    It refuses stretched dimensions itself, which is worth comparing.
    """
    sizes = list(zip(tensor.shape, tensor.stride(), strict=True))
    if any(stride == 0 and size > 1 for size, stride in sizes):
        return True
    places = {0}
    for size, stride in sizes:
        places = {place + step * stride for place in places for step in range(size)}
    return len(places) == tensor.numel()


def may_be_converted(tensor: torch.Tensor) -> bool:
    """What becomes of infinity or NaN as a whole number depends on the machine."""
    return bool((tensor.double().abs() < 100).all())


def a_sign(rng: random.Random, tensor: torch.Tensor, more: tuple[str, ...] = ()) -> str:
    """Signs between the bits of whole numbers are refused between floats: seldom tried there."""
    is_whole = not tensor.is_floating_point() or rng.random() < 0.05
    return rng.choice(ARITHMETIC + more + (BITS if is_whole else ()))


def a_number(rng: random.Random) -> str:
    return rng.choice((str(rng.randint(-3, 9)), "0.5", "2.5", "True", "7", "1"))


def a_write(rng: random.Random, name: str, tensor: torch.Tensor, other: str) -> str:
    """A line that writes to a variable; ``other`` is an expression for a tensor that fits."""
    value = rng.choice((other, other, a_number(rng)))
    return rng.choice(
        (
            f"{name}[{an_index(rng, list(tensor.shape))}] = {a_number(rng)}",
            f"{name}[{an_index(rng, list(tensor.shape))}] = {value}",
            f"{name}[{name} > 2] = {a_number(rng)}",
            f"{name} {a_sign(rng, tensor)}= {value}",
            f"{name}.copy_({other})",
            f"{name}.fill_({a_number(rng)})",
            f"{name}.{rng.choice(('add_', 'mul_', 'sub_'))}({value})",
            f"{name}.zero_()",
        )
    )


def arithmetic(rng: random.Random, name: str, tensor: torch.Tensor, other: str) -> str:
    """An expression of two operands."""
    one, two = rng.sample((name, rng.choice((other, other, other, a_number(rng)))), 2)
    return f"{one} {a_sign(rng, tensor, COMPARING)} {two}"


def run_line(code: Any, names: dict[str, Any]) -> BaseException | None:
    """Run a compiled line; an error is an answer."""
    try:
        exec(code, names)
    except Exception as error:
        return error
    return None
