"""Chapter 10: token ids as bytes, and where two rows of them part."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest
import torch
from helpers import t

from minisgl.kernel.torch_ops import ITEM_BYTES, fast_compare_key, row_from_bytes, row_to_bytes


def as_bytes(*ids: int) -> bytes:
    return array("i", ids).tobytes()


@pytest.mark.parametrize("dtype", [torch.int32, torch.int64])
def test_a_row_becomes_four_bytes_a_token(dtype: torch.dtype) -> None:
    ids = torch.tensor([1, 151_935, 0, 65_536], dtype=dtype)
    assert row_to_bytes(ids) == as_bytes(1, 151_935, 0, 65_536)
    assert ids.dtype == dtype
    assert row_to_bytes(ids[1:1]) == b""


def test_a_part_of_a_row_and_every_second_token_of_it() -> None:
    ids = t(1, 2, 3, 4, 5)
    assert row_to_bytes(ids[1:4]) == as_bytes(2, 3, 4)
    assert row_to_bytes(ids[::2]) == as_bytes(1, 3, 5)


def test_bytes_are_a_copy() -> None:
    ids = t(1, 2, 3)
    data = row_to_bytes(ids)
    ids.fill_(-1)
    assert data == as_bytes(1, 2, 3)


def test_what_lies_on_another_device_comes_to_the_host() -> None:
    """A row on a GPU says so when it is asked for NumPy; here one that stands for it does."""

    class FarAway:
        dtype = torch.int32

        def numpy(self) -> Any:
            raise TypeError("can't convert cuda:0 device type tensor to numpy")

        def cpu(self) -> torch.Tensor:
            return t(1, 2)

    assert row_to_bytes(FarAway()) == as_bytes(1, 2)  # type: ignore[arg-type]


def test_bytes_become_a_row_of_their_own() -> None:
    data = as_bytes(1, 2, 3)
    row = row_from_bytes([data, b"", as_bytes(70_000)])
    assert (row.tolist(), row.dtype) == ([1, 2, 3, 70_000], torch.int32)
    row.fill_(-1)
    assert data == as_bytes(1, 2, 3)
    for nothing in ([], [b""]):
        assert (row_from_bytes(nothing).tolist(), row_from_bytes(nothing).dtype) == (
            [],
            torch.int32,
        )


def test_a_torch_without_numpy_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_numpy(self: Any) -> Any:
        raise RuntimeError("Numpy is not available")

    monkeypatch.setattr(torch.Tensor, "numpy", no_numpy)
    ids = torch.tensor([7, 8, 9, 10])
    assert row_to_bytes(ids) == as_bytes(7, 8, 9, 10)
    assert row_to_bytes(ids[::2]) == as_bytes(7, 9)


@pytest.mark.parametrize(
    ("x", "y", "start", "expected"),
    [
        ([1, 2, 3], [1, 2, 9, 9], 0, 2),
        ([1, 2, 3], [1, 2, 3], 0, 3),
        ([1, 2, 3], [1, 2, 3, 4], 0, 3),
        ([1, 2, 3, 4], [1, 2, 3], 0, 3),
        ([1], [2], 0, 0),
        ([], [1], 0, 0),
        ([1], [], 0, 0),
        ([2, 3, 4], [1, 2, 3, 9, 9], 1, 2),
        ([2, 3, 4], [1, 2, 3, 4], 1, 3),
        ([2, 3, 4], [1, 2, 3], 1, 2),
        ([2], [1], 1, 0),
        ([1, 0, 3, 0], [1, 2, 3, 4], 0, 1),  # equal again does not count
        ([256], [1], 0, 0),  # the lowest bytes differ, the next ones too
        ([0x01020304], [0x01FF0304], 0, 0),  # the two lowest bytes agree
    ],
)
def test_compare_counts_leading_tokens_that_agree(
    x: list[int], y: list[int], start: int, expected: int
) -> None:
    assert fast_compare_key(as_bytes(*x), as_bytes(*y), start * ITEM_BYTES) == expected * ITEM_BYTES


def test_compare_is_a_loop_over_tokens() -> None:
    generator = random.Random(10)
    for _ in range(500):
        x = [generator.randrange(2) for _ in range(generator.randrange(40))]
        y = [generator.randrange(2) for _ in range(generator.randrange(5))] + x
        if y:
            y[generator.randrange(len(y))] ^= 1
        start = generator.randrange(len(y) + 1)
        expected = 0
        while expected < min(len(x), len(y) - start) and x[expected] == y[start + expected]:
            expected += 1
        found = fast_compare_key(as_bytes(*x), as_bytes(*y), start * ITEM_BYTES)
        assert found == expected * ITEM_BYTES, (x, y, start)


class CountingBytes(bytes):
    """Counts the bytes that are cut out of it."""

    taken = 0

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        type(self).taken += len(part)
        return part


@pytest.mark.parametrize("place", [0, 1, 499, 500, 998, 999, 1000])
def test_compare_looks_at_no_token_twice(place: int) -> None:
    x = list(range(1000))
    y = [*x[:place], -1, *x[place + 1 :]] if place < 1000 else x
    CountingBytes.taken = 0
    assert fast_compare_key(CountingBytes(as_bytes(*x)), as_bytes(*y)) == place * ITEM_BYTES
    assert CountingBytes.taken <= 1000 * ITEM_BYTES
