"""Where random numbers come from: torch's CPU generator, the Mersenne Twister mt19937.

Python's own ``random.Random`` is the same machine, so it makes the words here. Only the seed goes
in another way: torch fills the 624 words of the state from one 32-bit number.
"""

from __future__ import annotations

import os
import random
import struct
from array import array
from functools import lru_cache
from typing import Any

from . import _dtypes
from ._core import CPU, Tensor, flat, is_tensor, make
from ._core import device as Device
from ._registry import function

STATE_WORDS = 624
FIRST_SEED = 67280421310721  # of a new generator
# What get_state packs: the seed, words left until the next refill, "seeded", the next word, the
# state itself (each word in 8 bytes), and the normal number that is kept for the next call.
_LAYOUT = struct.Struct(f"<Qii{1 + STATE_WORDS}Q3dixxxxfBxxx")


@lru_cache(maxsize=8)
def _first_state(word: int) -> tuple[int, ...]:
    """The words of the state that a seed makes, and the place before the next one: at the end."""
    state = [word]
    for place in range(1, STATE_WORDS):
        word = (1812433253 * (word ^ word >> 30) + place) & 0xFFFFFFFF
        state.append(word)
    return (*state, STATE_WORDS)


class Generator:
    """A stream of random numbers; the same seed gives the same stream as in torch."""

    def __init__(self, device: Any = "cpu") -> None:
        self.device = device if isinstance(device, Device) else Device(device)
        self._engine = random.Random()
        # A normal number that the last call made and nobody took: they are made in pairs.
        self.spare_normal: float | None = None
        self.manual_seed(FIRST_SEED)

    def manual_seed(self, seed: int) -> Generator:
        """Start the stream of this seed, of which only the lowest 32 bits count."""
        if type(seed) is not int:
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        if not -(1 << 63) <= seed < 1 << 64:
            raise ValueError("Overflow when unpacking long long")
        self._seed = seed % (1 << 64)
        self._engine.setstate((3, _first_state(seed & 0xFFFFFFFF), None))
        self.spare_normal = None
        self._fresh = self._engine.getstate()
        return self

    def initial_seed(self) -> int:
        """The seed that was given last."""
        return self._seed

    def seed(self) -> int:
        """Take a seed that nobody can foresee, and say which."""
        self.manual_seed(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def get_state(self) -> Tensor:
        """All that decides what comes next, as 5056 bytes that torch's generator takes too."""
        words = self._engine.getstate()[1]
        next_word = words[STATE_WORDS]
        left = STATE_WORDS + 1 - next_word
        if self._engine.getstate() == self._fresh:
            next_word = 0
        spare = self.spare_normal
        packed = _LAYOUT.pack(
            self._seed, left, 1, next_word, *words[:STATE_WORDS],
            0.0, spare or 0.0, 0.0, spare is not None, 0.0, 0,
        )  # fmt: skip
        return make(list(packed), (len(packed),), _dtypes.uint8)

    def set_state(self, new_state: Tensor) -> Generator:
        """Go on from where get_state was called."""
        if not is_tensor(new_state) or new_state.dtype is not _dtypes.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        if new_state.numel() != _LAYOUT.size:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {_LAYOUT.size} but found the input RNG "
                f"state size to be {new_state.numel()}"
            )
        seed, left, _, next_word, *rest = _LAYOUT.unpack(bytes(flat(new_state)))
        words = tuple(word & 0xFFFFFFFF for word in rest[:STATE_WORDS])
        spare, has_spare = rest[STATE_WORDS + 1], rest[STATE_WORDS + 3]
        self.manual_seed(seed)
        place = STATE_WORDS if left == 1 else next_word
        self._engine.setstate((3, (*words, place), None))
        self.spare_normal = spare if has_spare else None
        return self

    def clone_state(self) -> Generator:
        """Another generator that goes on from here."""
        return Generator(self.device).set_state(self.get_state())

    def words(self, count: int) -> array[int]:
        """The next 32-bit numbers."""
        bits = self._engine.getrandbits(32 * count) if count else 0
        return array("I", bits.to_bytes(4 * count, "little"))

    def long_words(self, count: int) -> list[int]:
        """The next 64-bit numbers: two words each, the upper half first."""
        words = self.words(2 * count)
        return [high << 32 | low for high, low in zip(words[::2], words[1::2], strict=True)]

    def doubles(self, count: int) -> list[float]:
        """Uniform numbers in [0, 1): the lowest 53 bits of two words each."""
        words = self.words(2 * count)
        return [
            ((high & 0x1FFFFF) << 32 | low) * 2.0**-53
            for high, low in zip(words[::2], words[1::2], strict=True)
        ]

    def singles(self, count: int) -> list[float]:
        """Uniform numbers in [0, 1) that a float32 holds: the lowest 24 bits of a word each."""
        return [(word & 0xFFFFFF) * 2.0**-24 for word in self.words(count)]


default_generator = Generator(CPU)
default_generator.seed()


def chosen(generator: Any) -> Generator:
    """The generator that a function was given, or the one that all share."""
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(f"generator must be a torch.Generator, not {type(generator).__name__}")
    return generator


@function
def manual_seed(seed: Any) -> Generator:
    """Let the shared generator start the stream of this seed."""
    return default_generator.manual_seed(int(seed))


@function
def initial_seed() -> int:
    """The seed that the shared generator was given last."""
    return default_generator.initial_seed()


@function
def seed() -> int:
    """Let the shared generator take a seed that nobody can foresee."""
    return default_generator.seed()


@function
def get_rng_state() -> Tensor:
    """All that decides what the shared generator gives next."""
    return default_generator.get_state()


@function
def set_rng_state(new_state: Tensor) -> None:
    """Let the shared generator go on from a state."""
    default_generator.set_state(new_state)
