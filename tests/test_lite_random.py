"""The browser's torch draws the same random numbers as the real one, and takes as many to do it."""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

import lite
import pytest
import torch

SEEDS = [0, 1, 42, -1, 2**64 - 1, 123456789012345]
SIZES = [0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 47, 100, 625, 1300]
# torch's single-precision kernel differs by a last digit where the processor has no AVX2.
EXACT = platform.machine() in ("x86_64", "AMD64") and "AVX" in (
    torch.backends.cpu.get_cpu_capability()
)
Draw = Callable[[Any, Any], Any]  # takes a torch and its generator


def check(draw: Draw, seed: int = 7, exact: bool = True) -> None:
    """Twice the same numbers, and generators that stand in the same place."""
    generators = [side.Generator().manual_seed(seed) for side in (torch, lite.torch)]
    for _ in range(2):
        wanted, got = (
            draw(side, generator)
            for side, generator in zip((torch, lite.torch), generators, strict=True)
        )
        assert str(got.dtype) == str(wanted.dtype)
        assert tuple(got.shape) == tuple(wanted.shape)
        assert tuple(got.stride()) == tuple(wanted.stride())
        if exact:
            assert got.tolist() == wanted.tolist()
        else:
            torch.testing.assert_close(lite.real(got), wanted, rtol=2e-6, atol=2e-6)
    assert generators[1].get_state().tolist() == generators[0].get_state().tolist()


def calling(name: str, *arguments: Any, kind: str = "", **options: Any) -> Draw:
    """Call a function of torch, for a dtype if one is named."""

    def draw(side: Any, generator: Any) -> Any:
        named = {**options, "dtype": getattr(side, kind)} if kind else options
        return getattr(side, name)(*arguments, generator=generator, **named)

    return draw


def filling(name: str, *arguments: Any, kind: str = "float32", shape: Any = (100,)) -> Draw:
    """Call a method on a tensor of zeros."""

    def draw(side: Any, generator: Any) -> Any:
        tensor = side.zeros(shape, dtype=getattr(side, kind))
        return getattr(tensor, name)(*arguments, generator=generator)

    return draw


@pytest.mark.parametrize("seed", SEEDS)
def test_the_words_of_a_seed(seed: int) -> None:
    check(calling("randint", 0, 2**28 - 1, (1500,)), seed)
    ours, theirs = (side.Generator().manual_seed(seed) for side in (lite.torch, torch))
    assert ours.initial_seed() == theirs.initial_seed()


@pytest.mark.parametrize("kind", lite.FLOATS)
@pytest.mark.parametrize("size", SIZES)
def test_uniform(kind: str, size: int) -> None:
    for seed in SEEDS:
        check(calling("rand", size, kind=kind), seed)
        for bounds in ((0.0, 1.0), (-0.1, 0.3), (2.0, 5.0), (-1 / 3, 1.7), (100.0, 101.3)):
            check(filling("uniform_", *bounds, kind=kind, shape=size), seed)


@pytest.mark.parametrize("kind", lite.FLOATS)
def test_uniform_numbers_never_reach_the_end(kind: str) -> None:
    high = {"float16": 1.0, "bfloat16": 1.0, "float32": 1e6 + 1, "float64": 1e15 + 1}[kind]
    check(filling("uniform_", high - 1, high, kind=kind, shape=30000))


@pytest.mark.parametrize("kind", lite.FLOATS)
@pytest.mark.parametrize("size", SIZES)
def test_normal(kind: str, size: int) -> None:
    exact = EXACT or size < 16 or kind == "float64"
    for seed in SEEDS:
        check(calling("randn", size, kind=kind), seed, exact)
        for given in ((0.0, 0.02), (0.3, 0.7), (-5, 0), (1e3, 1)):
            check(filling("normal_", *given, kind=kind, shape=size), seed, exact)


def test_many_normal_numbers() -> None:
    check(calling("randn", 100, 300), 3, EXACT)
    check(calling("randn", 100, 301, kind="float64"), 3)


def test_normal_numbers_are_made_in_pairs() -> None:
    check(lambda s, g: [s.randn(n, generator=g) for n in (3, 1, 16, 5, 2, 17)][-1], exact=EXACT)
    check(lambda s, g: [s.randn(3, generator=g), g.manual_seed(5), s.randn(4, generator=g)][-1])


@pytest.mark.parametrize("kind", lite.FLOATS)
@pytest.mark.parametrize("rate", [1, 1.7, 0.3, 1e-4])
def test_exponential(kind: str, rate: float) -> None:
    for size in SIZES:
        check(filling("exponential_", rate, kind=kind, shape=size))


@pytest.mark.parametrize("kind", lite.DTYPES)
def test_bernoulli(kind: str) -> None:
    for size in (0, 1, 5, 100):
        for chance in (0, 0.3, 0.5, 1):
            check(filling("bernoulli_", chance, kind=kind, shape=size))
    check(filling("bernoulli", 0.3, kind=kind))
    check(lambda s, g: s.bernoulli(s.ones(20, dtype=getattr(s, kind)), 0.3, generator=g))


@pytest.mark.parametrize("kind", lite.DTYPES)
@pytest.mark.parametrize("kind_of_chance", lite.FLOATS)
def test_of_bernoulli_numbers_each_may_have_its_own_chance(kind: str, kind_of_chance: str) -> None:
    given = weights(kind_of_chance, 4, 1, 5)
    check(
        lambda s, g: s.empty(4, 3, 5, dtype=getattr(s, kind)).bernoulli_(given(s, g), generator=g)
    )
    check(lambda s, g: s.bernoulli(given(s, g), generator=g))


LOUD = "ignore:.*is out of bounds"  # torch warns of floats with gaps between the whole numbers
BOUNDS = [
    (2,), (10,), (2**24,), (2**28 - 1,), (2**28,), (2**28 + 1,), (2**32 - 1,), (2**32,),
    (2**40 + 3,), (2**63 - 1,), (-5, 9), (3, 4), (-(2**63), 2**63 - 1), (-100, 2**33),
]  # fmt: skip


@pytest.mark.filterwarnings(LOUD)
@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
def test_whole_numbers(bounds: tuple[int, ...]) -> None:
    for size in ((0,), (1,), (17,), (3, 5), ()):
        check(calling("randint", *bounds, size))
    check(calling("randint", *bounds, size=(4,), kind="float64"))
    check(filling("random_", *bounds, kind="int64"))


@pytest.mark.parametrize("kind", lite.DTYPES)
def test_whole_numbers_of_a_dtype(kind: str) -> None:
    for given in ((), (1, None), (2,)):
        check(filling("random_", *given, kind=kind, shape=500))
    if kind != "bool":
        check(calling("randint", 3, 100, (500,), kind=kind))
        check(lambda s, g: s.randint_like(s.ones(9, dtype=getattr(s, kind)), 5, generator=g))
        check(lambda s, g: s.randint_like(s.ones(9), 2, 5, generator=g, dtype=getattr(s, kind)))


def test_bounds_may_be_named() -> None:
    check(calling("randint", low=1, high=7, size=(9,)))
    check(calling("randint", 1, high=7, size=(9,)))
    check(calling("randint", high=7, size=(9,)))
    check(lambda s, g: s.empty(9).random_(2, to=5, generator=g))
    check(lambda s, g: s.empty(9).random_(to=5, generator=g))
    check(lambda s, g: s.empty(9).uniform_(to=0.5, generator=g))
    check(lambda s, g: s.empty(9).uniform_(**{"from": 2, "to": 4}, generator=g))
    check(lambda s, g: s.empty(9).normal_(std=2, generator=g))
    check(lambda s, g: s.empty(9).exponential_(lambd=2, generator=g))


@pytest.mark.filterwarnings(LOUD)
@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        ("float16", 0, 2049), ("float16", 0, 65504), ("float16", -5000, 3001),
        ("bfloat16", 0, 257), ("bfloat16", -1000, 70001), ("float32", 0, 2**24 + 3),
        ("float32", -(2**31) - 1, 2**31 - 1), ("float64", -(2**60) - 1, 2**60 + 1),
        ("bfloat16", -(2**63), None), ("int64", -(2**63), None), ("float32", -(2**63), None),
        ("float64", 5, None), ("int16", -3, None), ("bfloat16", -300, None),
    ],
)  # fmt: skip
def test_whole_numbers_that_a_dtype_cannot_tell_apart(kind: str, low: int, high: Any) -> None:
    check(filling("random_", low, high, kind=kind, shape=500))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 10, 127, 1000])
def test_permutations(size: int) -> None:
    for seed in SEEDS:
        check(calling("randperm", size), seed)
    for kind in (
        "int32",
        "int16",
        "float64",
        "float16",
        "bfloat16",
        *(["int8"] if size < 128 else []),
    ):
        check(calling("randperm", size, kind=kind))


def weights(kind: str, *shape: int) -> Draw:
    """The same weights for both sides, some of them zero."""
    made = torch.rand(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(99))
    made[..., 1] = 0
    made = made.to(getattr(torch, kind))
    return lambda side, _: made if side is torch else lite.same(made)


def choosing(given: Draw, count: int, replacement: bool = False) -> Draw:
    return lambda side, generator: side.multinomial(
        given(side, generator), count, replacement, generator=generator
    )


@pytest.mark.parametrize("kind", lite.FLOATS)
@pytest.mark.parametrize("shape", [(5,), (50,), (1, 7), (6, 50)])
def test_choices(kind: str, shape: tuple[int, ...]) -> None:
    given = weights(kind, *shape)
    for seed in SEEDS:
        for count in (1, 2, 30):
            check(choosing(given, count, True), seed)
        check(choosing(given, 1), seed)
        if kind.endswith(("32", "64")):  # the quotients of half types are often equal
            check(choosing(given, shape[-1] - 1), seed)
    check(lambda s, g: given(s, g).multinomial(num_samples=2, replacement=True, generator=g))


def test_choices_from_weights_that_are_laid_out_otherwise() -> None:
    made = torch.rand(4, 6, generator=torch.Generator().manual_seed(1)).t()
    for count, replacement in ((1, False), (3, False), (9, True)):
        given: Draw = lambda s, _: made if s is torch else lite.same(made)  # noqa: E731
        check(choosing(given, count, replacement))


def test_of_normal_numbers_each_may_have_its_own_mean_and_deviation() -> None:
    means, stds = torch.linspace(-3, 3, 24).reshape(4, 6), torch.linspace(0.1, 2, 6)

    def normal(mean: Any, std: Any, kind: str, *size: Any) -> Draw:
        def draw(side: Any, generator: Any) -> Any:
            given = [
                value.to(getattr(torch, kind)) if isinstance(value, torch.Tensor) else value
                for value in (mean, std)
            ]
            if side is not torch:
                given = [lite.same(v) if isinstance(v, torch.Tensor) else v for v in given]
            return side.normal(*given, *size, generator=generator)

        return draw

    for kind in lite.FLOATS:
        for mean, std in ((means, stds), (means, 0.7), (0.3, stds), (stds, means.abs())):
            exact = EXACT or kind == "float64" or not isinstance(mean, torch.Tensor)
            check(normal(mean, std, kind), exact=exact)
    check(normal(1, 2, "float32", (3, 5)))
    check(lambda s, g: s.normal(s.zeros(20, dtype=s.float64), s.ones(20), generator=g))
    check(lambda s, g: s.normal(s.zeros(20), s.ones(20, dtype=s.float64), generator=g), exact=EXACT)


LAYOUTS: list[Callable[[Any], Any]] = [
    lambda s: s.zeros(30, 4).t(),
    lambda s: s.zeros(30, 8)[:, ::2],
    lambda s: s.zeros(3, 4, 5).permute(2, 0, 1)[:, :, ::2],
    lambda s: s.zeros(5, 1, 7).transpose(0, 2),
    lambda s: s.zeros(40)[3:33],
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_tensor_is_filled_in_the_order_of_its_memory(layout: Callable[[Any], Any]) -> None:
    check(lambda s, g: layout(s).uniform_(generator=g))
    check(lambda s, g: layout(s).normal_(generator=g), exact=EXACT)
    check(lambda s, g: layout(s).random_(100, generator=g))
    check(lambda s, g: layout(s).exponential_(generator=g))
    check(lambda s, g: layout(s).bernoulli_(0.4, generator=g))
    check(lambda s, g: layout(s).bernoulli_(layout(s) + 0.4, generator=g))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["rand_like", "randn_like"])
def test_a_tensor_like_another_is_laid_out_like_it(name: str, layout: Callable[[Any], Any]) -> None:
    check(lambda s, g: getattr(s, name)(layout(s), generator=g), exact=EXACT)
    check(lambda s, g: getattr(s, name)(layout(s), generator=g, dtype=s.float64))


def test_only_the_elements_of_a_view_are_filled() -> None:
    for side in (torch, lite.torch):
        whole = side.zeros(4, 6)
        whole[:, 1:5:2].uniform_(1, 2)
        assert [value >= 1 for value in whole[2].tolist()] == [
            False,
            True,
            False,
            True,
            False,
            False,
        ]


def test_the_shared_generator() -> None:
    numbers = []
    for side in (torch, lite.torch):
        assert side.manual_seed(11) is side.default_generator
        assert side.initial_seed() == 11
        first = side.rand(3).tolist()
        state = side.get_rng_state()
        second = side.rand(3).tolist()
        side.set_rng_state(state)
        assert side.rand(3).tolist() == second
        numbers.append((first, second))
        assert side.seed() == side.initial_seed()
    assert numbers[0] == numbers[1]


def test_a_generator_goes_on_from_a_state() -> None:
    for side in (torch, lite.torch):
        generator = side.Generator()
        assert generator.initial_seed() == 67280421310721
        assert generator.device == side.device("cpu")
        for before in (0, 1, 3, 623, 624, 625):
            generator.manual_seed(before)
            side.rand(before, generator=generator)
            side.randn(1, generator=generator)
            state = generator.get_state()
            wanted = side.randn(5, generator=generator).tolist()
            other = side.Generator().set_state(state)
            assert other.initial_seed() == before
            assert side.randn(5, generator=other).tolist() == wanted


def test_a_state_may_come_from_the_other_side() -> None:
    theirs = torch.Generator().manual_seed(3)
    torch.randn(9, generator=theirs)
    ours = lite.torch.Generator().set_state(lite.same(theirs.get_state()))
    assert lite.torch.randn(9, generator=ours).tolist() == torch.randn(9, generator=theirs).tolist()
    theirs.set_state(lite.real(ours.get_state()))
    assert lite.torch.rand(9, generator=ours).tolist() == torch.rand(9, generator=theirs).tolist()
