"""The k-th smallest element as torch.kthvalue finds it: of equal ones it names a certain one."""

from __future__ import annotations

from typing import Any


def _is_above(one: Any, other: Any) -> bool:
    """Whether it is larger; NaN is larger than every number."""
    return bool((one != one and other == other) or one > other)


def kth_place(row: list[Any], k: int) -> int:
    """The place of the element that would be the k-th, from zero on, if the row were sorted.

    Quickselect (Hoare, 1961): elements are swapped around a pivot, the median of three, until those
    before the k-th are not larger and those behind are not smaller.
    """
    values, order = list(row), list(range(len(row)))

    def swap(one: int, other: int) -> None:
        values[one], values[other] = values[other], values[one]
        order[one], order[other] = order[other], order[one]

    first, last = 0, len(row) - 1
    while last > first:
        if last == first + 1:
            if _is_above(values[first], values[last]):
                swap(first, last)
            break
        swap(first + (last - first) // 2, first + 1)
        for one, other in ((first + 1, last), (first, last), (first + 1, first)):
            if _is_above(values[one], values[other]):
                swap(one, other)
        low, high, pivot = first + 1, last, values[first]
        while True:
            low, high = low + 1, high - 1
            while _is_above(pivot, values[low]):
                low += 1
            while _is_above(values[high], pivot):
                high -= 1
            if high < low:
                break
            swap(low, high)
        swap(first, high)
        if high <= k:
            first = low
        if high >= k:
            last = high - 1
    return order[k]
