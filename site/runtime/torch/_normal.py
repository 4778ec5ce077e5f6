"""Normal numbers out of uniform ones: the Box–Muller transform, as torch's CPU kernels compute it.

Two uniform numbers u and v make two normal ones, r·cos(2πv) and r·sin(2πv) with r = √(-2·ln u).
torch has three ways, and which is taken shows in the numbers: below 16 elements (or with gaps in
memory) one pair after the other in double precision; else blocks of 16, whose first eight uniform
numbers are the us and the last eight the vs, in double precision for float64 and for all others in
single precision, with the polynomials of the Cephes library for the logarithm, sine and cosine.
"""

from __future__ import annotations

import math

from ._dtypes import float32, fused
from ._generator import Generator

BLOCK = 16
HALF = BLOCK // 2
_single = float32.fit  # every step below is rounded to single precision, as the processor does


def _constants(*values: float) -> list[float]:
    return _single(list(values))


_LOG = _constants(
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_SIN = _constants(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = _constants(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
# ln 2 and π/4 as sums of numbers with few digits: times a small whole number they stay exact.
_LN2_LOW, _LN2_HIGH = _constants(-2.12194440e-4, 0.693359375)
_QUARTER_PI = _constants(-0.78515625, -2.4187564849853515625e-4, -3.77489497744594108e-8)
_ROOT_HALF, _QUARTERS_PER_ONE, _TWO_PI = _constants(math.sqrt(0.5), 4 / math.pi, 2 * math.pi)


def _polynomial(coefficients: list[float], at: list[float]) -> list[float]:
    """Horner's rule; product and sum are rounded once together, as in a fused multiply-add."""
    values = [coefficients[0]] * len(at)
    for coefficient in coefficients[1:]:
        values = _single([v * x + coefficient for v, x in zip(values, at, strict=True)])
    return values


def _log(numbers: list[float]) -> list[float]:
    """Natural logarithms in single precision: of the exponent, and of the rest by a polynomial."""
    powers, rests = [], []
    for number in numbers:
        rest, power = math.frexp(number)
        if rest < _ROOT_HALF:
            rest, power = 2 * rest, power - 1
        powers.append(power)
        rests.append(rest - 1)
    squares = _single([x * x for x in rests])
    values = _polynomial(_LOG, rests)
    values = _single([v * x for v, x in zip(values, rests, strict=True)])
    low = _single([power * _LN2_LOW for power in powers])
    values = _single([v * s + e for v, s, e in zip(values, squares, low, strict=True)])
    values = _single([v - 0.5 * s for v, s in zip(values, squares, strict=True)])
    values = _single([x + v for x, v in zip(rests, values, strict=True)])
    return _single([v + power * _LN2_HIGH for v, power in zip(values, powers, strict=True)])


def _cos_sin(angles: list[float]) -> tuple[list[float], list[float]]:
    """Cosines and sines in single precision: by how far the angle is from a multiple of π/2."""
    octants = [(int(x) + 1) & ~1 for x in _single([a * _QUARTERS_PER_ONE for a in angles])]
    for part in _QUARTER_PI:
        angles = _single([a + o * part for a, o in zip(angles, octants, strict=True)])
    squares = _single([a * a for a in angles])
    even = _polynomial(_COS, squares)
    even = _single([c * s for c, s in zip(even, squares, strict=True)])
    even = _single([c * s - 0.5 * s for c, s in zip(even, squares, strict=True)])
    even = _single([c + 1 for c in even])
    odd = _polynomial(_SIN, squares)
    odd = _single([v * s for v, s in zip(odd, squares, strict=True)])
    odd = _single([v * a + a for v, a in zip(odd, angles, strict=True)])
    turned = zip(octants, even, odd, strict=True)
    pairs = [(-s, c) if octant & 2 else (c, s) for octant, c, s in turned]
    signed = [
        (-c, -s) if octant & 4 else (c, s) for octant, (c, s) in zip(octants, pairs, strict=True)
    ]
    return [c for c, _ in signed], [s for _, s in signed]


def _in_blocks(one: list[float], other: list[float]) -> list[float]:
    """Eight of one list, eight of the other, and so on."""
    made: list[float] = []
    for start in range(0, len(one), HALF):
        made += one[start : start + HALF]
        made += other[start : start + HALF]
    return made


def _of_blocks(uniform: list[float]) -> tuple[list[float], list[float]]:
    """The us, turned from [0, 1) to (0, 1], and the vs of blocks of 16 uniform numbers."""
    starts = range(0, len(uniform), BLOCK)
    first = [1 - number for start in starts for number in uniform[start : start + HALF]]
    second = [number for start in starts for number in uniform[start + HALF : start + BLOCK]]
    return first, second


def blocks_in_single(uniform: list[float], mean: float, std: float) -> list[float]:
    """Normal numbers of float32, out of as many uniform ones: a multiple of 16."""
    first, second = _of_blocks(uniform)
    radii = _single([math.sqrt(-2 * value) for value in _log(first)])
    cosines, sines = _cos_sin(_single([number * _TWO_PI for number in second]))
    mean, std = _constants(mean, std)
    one, other = (
        _single([n * std + mean for n in _single([r * x for r, x in zip(radii, xs, strict=True)])])
        for xs in (cosines, sines)
    )
    return _in_blocks(one, other)


def blocks_in_double(uniform: list[float], mean: float, std: float) -> list[float]:
    """The same for float64."""
    first, second = _of_blocks(uniform)
    radii = [math.sqrt(-2 * math.log(number)) for number in first]
    angles = [2 * math.pi * number for number in second]
    one = fused([r * math.cos(a) for r, a in zip(radii, angles, strict=True)], std, mean)
    other = fused([r * math.sin(a) for r, a in zip(radii, angles, strict=True)], std, mean)
    return _in_blocks(one, other)


def one_by_one(generator: Generator, count: int, mean: float, std: float) -> list[float]:
    """Normal numbers in double precision; the generator keeps what is left of the last pair."""
    made: list[float] = []
    if count and generator.spare_normal is not None:
        made.append(generator.spare_normal)
        generator.spare_normal = None
    uniform = generator.doubles((count - len(made) + 1) // 2 * 2)
    for turn, number in zip(uniform[::2], uniform[1::2], strict=True):
        radius, angle = math.sqrt(-2 * math.log1p(-number)), 2 * math.pi * turn
        made += [radius * math.cos(angle), radius * math.sin(angle)]
    if len(made) > count:
        generator.spare_normal = made.pop()
    return fused(made, std, mean)
