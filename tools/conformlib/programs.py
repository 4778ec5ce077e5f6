"""Random programs of a few lines: views of views, arithmetic that broadcasts, writes in place.

Hypothesis draws them, and makes one that fails as short and plain as it can be. Each line runs on
torch as soon as it is drawn, so the next one knows the shapes. A draw picks one of all the ways to
do a thing to a tensor of this shape: few draws, so many programs in a minute. Most lines are right,
and a few are meant to be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from math import prod
from typing import Any

import torch
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

Shape = tuple[int, ...]
Ways = Callable[[Shape], Iterable[str]]

MOST = 60  # elements; more would only be slower
KINDS = (
    "float32", "int64", "bool", "float64", "int32", "uint8", "float16", "bfloat16", "int16", "int8"
)  # fmt: skip
SHAPES = [
    tuple(shape for shape in product((2, 3, 1, 4), repeat=ndim) if prod(shape) <= MOST)
    for ndim in range(5)
]
EMPTY_SHAPES = ((0,), (2, 0), (0, 3), (2, 0, 3))
NUMBERS = ("1", "2", "0", "-3", "9", "0.5", "2.5", "True")
ARITHMETIC = ("+", "-", "*", "/", "//", "%")
BITS = ("&", "|", "^")
COMPARING = ("<", "<=", "==", "!=")


@cache
def pick(options: tuple[Any, ...]) -> SearchStrategy[Any]:
    return st.sampled_from(options)


def dims(shape: Shape, more: int = 0) -> range:
    """The numbers of its dimensions, from the front and from the back; at least one."""
    count = max(len(shape) + more, 1)
    return range(-count, count)


def rows(shape: Shape) -> Shape:
    """The strides of a tensor that lies row by row."""
    return tuple(prod(size or 1 for size in shape[dim + 1 :]) for dim in range(len(shape)))


# --- the ways to make a tensor of another one


def expansions(shape: Shape) -> Iterator[str]:
    sizes = [(-1, 2, 3) if size == 1 else (-1, size) for size in shape]
    for wanted in product(*sizes):
        yield f"expand({list(wanted)})"
        yield f"expand({[2, *wanted]})"


def splits(count: int, parts: int = 3) -> Iterator[list[int]]:
    """Sizes whose product is a number of elements, and the same with one left open."""
    if parts == 1 or count < 2:
        yield [count]
        return
    for size in range(1, count + 1):
        if count % size == 0:
            yield from ([size, *rest] for rest in splits(count // size, parts - 1))


def reshaped(name: str) -> Ways:
    def ways(shape: Shape) -> Iterator[str]:
        for sizes in splits(prod(shape)):
            yield f"{name}({sizes})"
            yield f"{name}({[-1, *sizes[1:]]})"

    return ways


def of_two_dims(name: str) -> Ways:
    return lambda shape: (f"{name}({one}, {two})" for one in dims(shape) for two in dims(shape))


def narrowed(shape: Shape) -> Iterator[str]:
    for dim, size in enumerate(shape):
        for start in range(size + 1):
            yield from (f"narrow({dim}, {start}, {n})" for n in range(size - start + 1))


def pieces(name: str) -> Ways:
    def ways(shape: Shape) -> Iterator[str]:
        for dim, part in product(dims(shape), (0, 1, -1)):
            yield from (f"{name}({count}, {dim})[{part}]" for count in (2, 1, 3))

    return ways


def windows(shape: Shape) -> Iterator[str]:
    for dim, size in enumerate(shape):
        yield from (f"unfold({dim}, {n}, {step})" for n in range(1, size + 1) for step in (1, 2))


def moved(shape: Shape) -> Iterator[str]:
    yield from (f"flip({dim})" for dim in dims(shape))
    yield from (f"roll({by}, {dim})" for by in (1, -2) for dim in dims(shape))


def refused(shape: Shape) -> Iterator[str]:
    count = max(len(shape), 1)
    yield from (f"transpose({count}, 0)", f"unsqueeze({count + 1})", "permute(0, 0)", "view(7, 11)")
    yield from (f"squeeze({-count - 1})", "expand(5, 5, 5, 5, 7)", f"select(0, {count + 9})")
    yield from ("unfold(0, 9, 1)", "narrow(0, 1, 9)", "reshape(-1, -1)", f"flatten({count})")


WAYS: dict[str, Ways] = {
    "transpose": of_two_dims("transpose"),
    "permute": lambda shape: (f"permute({order})" for order in permutations(range(len(shape)))),
    "movedim": of_two_dims("movedim"),
    "t": lambda shape: ["t()"],
    "expand": expansions,
    "unsqueeze": lambda shape: (f"unsqueeze({dim})" for dim in dims(shape, 1)),
    "squeeze": lambda shape: ["squeeze()", *(f"squeeze({dim})" for dim in dims(shape))],
    "view": reshaped("view"),
    "reshape": reshaped("reshape"),
    "flatten": lambda shape: ["flatten()", *of_two_dims("flatten")(shape)],
    "narrow": narrowed,
    "select": lambda shape: [
        f"select({dim}, {i})" for dim, n in enumerate(shape) for i in range(-n, n)
    ],
    "split": pieces("split"),
    "chunk": pieces("chunk"),
    "unbind": lambda shape: (f"unbind({dim})[0]" for dim in dims(shape)),
    "diagonal": lambda shape: ("diagonal()", "diagonal(1)", "diagonal(-1)"),
    "unfold": windows,
    "contiguous": lambda shape: ["contiguous()"],
    "flip": moved,
    "clone": lambda shape: ["clone()"],
    "to": lambda shape: (f"to(torch.{kind})" for kind in KINDS),
    "refused": refused,
}
STEPS = ("index", "index", "index", "arithmetic", "arithmetic", *WAYS)


@cache
def ways_to(step: str, shape: Shape) -> SearchStrategy[str]:
    """One of all the ways to do it; to a tensor of no dimensions there may be none."""
    return pick(tuple(WAYS[step](shape)) or ("clone()",))


# --- what stands between brackets

ITEMS = (*["slice"] * 6, *["number"] * 4, "end", "end", "list", "mask", "None", "...", "wrong")


@cache
def ways_to_index(what: str, size: int) -> SearchStrategy[str]:
    """One of all the ways to index a dimension of a size, of one kind."""
    numbers = range(-size, size)
    ends = ("", *(str(end) for end in range(-size - 1, size + 2)))
    ways: dict[str, Iterable[str]] = {
        "number": map(str, numbers),
        "slice": (f"{a}:{b}{step}" for step in ("", ":2", ":3") for a in ends for b in ends),
        "list": [str([a, b]) for a in numbers for b in numbers]
        + [f"torch.tensor([[{a}, {b}]])" for a in numbers for b in numbers],
        "mask": (f"torch.arange({size}) % 2 == {rest}" for rest in (0, 1)),
        "wrong": (str(size), str([0, -size - 1]), "0.5", "::-1"),
    }
    return pick(tuple(ways[what]) or (":",))


def an_index(draw: DrawFn, shape: Shape) -> str:
    """Numbers, slices, None, ``...``, masks and lists."""
    parts: list[str] = []
    left = list(shape)
    while len(parts) < 6:
        what = draw(pick(ITEMS))
        if what == "end" or (not left and what not in ("None", "...")):
            break
        if what == "...":
            if "..." in parts:
                break
            left = left[len(left) // 2 :]
        if what == "mask" and len(left) > 1 and draw(st.booleans()):
            sizes = (left.pop(0), left.pop(0))
            parts.append(f"(torch.arange({prod(sizes)}) % 3 == 0).reshape({sizes})")
        elif what in ("None", "..."):
            parts.append(what)
        else:
            parts.append(draw(ways_to_index(what, left.pop(0))))
    return ", ".join(parts) or "..."


# --- new tensors, and lines


@cache
def ways_to_make(shape: Shape, kind: str) -> SearchStrategy[str]:
    """One of several tensors of different numbers."""
    count = prod(shape)
    tail = f".reshape({shape})" if len(shape) != 1 else ""
    if kind == "bool":
        return pick(tuple(f"(torch.arange({count}) % {n} == 0){tail}" for n in (2, 3)))
    made = [
        f"torch.arange({low}, {low + count}, dtype=torch.{kind}){tail}"
        for low in ((0, 1, 3) if kind == "uint8" else (0, -1, 3, -9))
    ]
    if "float" in kind:
        made = [f"({text} / {by})" for text in made for by in (2, 8)]
    return pick(tuple(made))


def a_shape(draw: DrawFn) -> Shape:
    ndim = draw(pick((2, 1, 3, 3, 2, 1, 4, 4, 3, 2, 1, 0, -1)))
    found: Shape = draw(pick(SHAPES[ndim] if ndim >= 0 else EMPTY_SHAPES))
    return found


@cache
def ways_to_fit(shape: Shape) -> SearchStrategy[Shape]:
    """A shape that broadcasts to this one, and seldom one that may not."""
    fitting = [shape] * 3
    fitting += [sizes[cut:] for sizes in product(*((n, 1) for n in shape)) for cut in (0, 0, 1)]
    return pick((*fitting, (3, 2)))


def an_operand(draw: DrawFn, tensor: torch.Tensor) -> str:
    """A new tensor to go with one, mostly of its own kind of numbers."""
    same = str(tensor.dtype).removeprefix("torch.")
    kind = draw(pick((same,) * 8 + KINDS))
    found: str = draw(ways_to_make(draw(ways_to_fit(tuple(tensor.shape))), kind))
    return found


def a_sign(draw: DrawFn, tensor: torch.Tensor, more: tuple[str, ...] = ()) -> str:
    """Signs between the bits of whole numbers are refused between floats: seldom tried there."""
    common = ARITHMETIC + more
    return str(draw(pick(common * 3 + BITS if tensor.is_floating_point() else common + BITS)))


def arithmetic(draw: DrawFn, name: str, tensor: torch.Tensor) -> str:
    """An expression of two operands."""
    other = an_operand(draw, tensor) if draw(pick((True, True, True, False))) else draw(number)
    sign = a_sign(draw, tensor, COMPARING)
    return f"{name} {sign} {other}" if draw(st.booleans()) else f"{other} {sign} {name}"


number = pick(NUMBERS)
WRITES = ("zero", "fill", "number", "tensor", "mask", "sign", "copy", "method", "tensor", "sign")


def a_write(draw: DrawFn, name: str, tensor: torch.Tensor) -> str:
    """A line that writes to a variable."""
    what = draw(pick(WRITES))
    if what == "zero":
        return f"{name}.zero_()"
    if what in ("fill", "mask"):
        value = draw(number)
        return f"{name}.fill_({value})" if what == "fill" else f"{name}[{name} > 2] = {value}"
    if what in ("number", "tensor"):
        index = an_index(draw, tuple(tensor.shape))
        return f"{name}[{index}] = {an_operand(draw, tensor) if what == 'tensor' else draw(number)}"
    other = an_operand(draw, tensor)
    if what == "copy":
        return f"{name}.copy_({other})"
    if what == "sign":
        return f"{name} {a_sign(draw, tensor)}= {other}"
    return f"{name}.{draw(pick(('add_', 'mul_', 'sub_')))}({other})"


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


def run_line(line: str, names: dict[str, Any]) -> BaseException | None:
    """Run a line of a program; an error is an answer."""
    try:
        exec(compiled(line), names)
    except Exception as error:
        return error
    return None


@cache
def compiled(line: str) -> Any:
    return compile(line, "program", "exec")


@st.composite
def programs(draw: DrawFn) -> list[str]:
    """Lines that make the variables a, b, c… of tensors; the last one writes, or computes z.

    A program ends with the first line that torch refuses.
    """
    lines: list[str] = []
    names: dict[str, Any] = {"torch": torch}

    def runs(line: str) -> bool:
        lines.append(line)
        return run_line(line, names) is None

    runs(f"a = {draw(ways_to_make(a_shape(draw), draw(pick(KINDS))))}")
    name = "a"
    for following in "bcde"[: draw(pick((1, 2, 3, 4)))]:
        tensor = names[name]
        step = draw(pick(STEPS))
        if step == "to" and not may_be_converted(tensor):
            step = "clone"
        if step == "index":
            text = f"{name}[{an_index(draw, tuple(tensor.shape))}]"
        elif step == "arithmetic":
            text = arithmetic(draw, name, tensor)
        else:
            text = f"{name}.{draw(ways_to(step, tuple(tensor.shape)))}"
        if not runs(f"{following} = {text}"):
            return lines
        if names[following].numel() <= MOST:
            name = following
    name = draw(pick((name, name, "a")))
    if draw(pick((True, True, False))) and may_be_written(names[name]):
        runs(a_write(draw, name, names[name]))
    else:
        runs(f"z = {arithmetic(draw, name, names[name])}")
    return lines
