"""Sorting and choosing as the C++ library of torch on Linux does it: fast, and not stable.

Where elements are equal, torch.sort without ``stable=True`` and torch.topk do not keep their order.
A program that relies on it is wrong there, so it has to be wrong here. These are ``std::sort``
(introsort), ``std::nth_element`` (introselect) and ``std::partial_sort`` (a heap) of libstdc++, on
a list of ranks: whole numbers, equal where the elements are equal, and a smaller one comes first.
"""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import Any

from ._lanes import ranking

_SMALL = 16  # a shorter stretch is left to insertion sort, which is stable
_FEW = 64  # when one of so many is asked for, a heap finds it


class Arrangement:
    """Places of elements, in the order that they are brought into.

    Args:
        ranks: of the element at each place.
    """

    def __init__(self, ranks: list[int]) -> None:
        self._ranks = ranks
        self.order = list(range(len(ranks)))

    def sort(self, last: int | None = None) -> None:
        """Sort the first elements, or all."""
        last = len(self.order) if last is None else last
        if last:
            self._cut(0, last, 2 * (last.bit_length() - 1))
            self._insert(0, last)

    def select(self, nth: int) -> None:
        """Bring the element to a place that would be there after sorting, the rest around it."""
        first, last = 0, len(self.order)
        depth = 2 * (last.bit_length() - 1)
        while last - first > 3:
            if depth == 0:
                self._choose(first, nth + 1, last)
                self._swap(first, nth)
                return
            depth -= 1
            cut = self._partition(first, last)
            first, last = (cut, last) if cut <= nth else (first, cut)
        self._insert(first, last)

    def sort_first(self, count: int) -> None:
        """Bring the first so many elements of the sorted row to the front."""
        self._choose(0, count, len(self.order))
        self._sort_heap(0, count)

    def _cut(self, first: int, last: int, depth: int) -> None:
        """Cut the stretch in two, and these again, until all parts are small."""
        while last - first > _SMALL:
            if depth == 0:
                self._choose(first, last, last)
                self._sort_heap(first, last)
                return
            depth -= 1
            cut = self._partition(first, last)
            self._cut(cut, last, depth)
            last = cut

    def _partition(self, first: int, last: int) -> int:
        """Smaller ones to the front, larger ones to the back; where the back begins."""
        order, ranks = self.order, self._ranks
        self._swap(first, self._median(first + 1, (first + last) // 2, last - 1))
        pivot = ranks[order[first]]
        low, high = first + 1, last
        while True:
            while ranks[order[low]] < pivot:
                low += 1
            high -= 1
            while pivot < ranks[order[high]]:
                high -= 1
            if low >= high:
                return low
            self._swap(low, high)
            low += 1

    def _median(self, one: int, two: int, three: int) -> int:
        a, b, c = (self._ranks[self.order[place]] for place in (one, two, three))
        if a < b:
            return two if b < c else three if a < c else one
        return one if a < c else three if b < c else two

    def _insert(self, first: int, last: int) -> None:
        """Insertion sort: what any stable sort gives."""
        self.order[first:last] = sorted(self.order[first:last], key=self._ranks.__getitem__)

    def _swap(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def _choose(self, first: int, middle: int, last: int) -> None:
        """The smallest ones as a heap, the largest of them in front."""
        order, ranks = self.order, self._ranks
        for parent in range((middle - first) // 2 - 1, -1, -1):
            self._sift(first, parent, middle - first, order[first + parent])
        for place in range(middle, last):
            if ranks[order[place]] < ranks[order[first]]:
                self._pop(first, middle, place)

    def _pop(self, first: int, last: int, to: int) -> None:
        """Move the largest of a heap elsewhere, and what was there into the heap."""
        value, self.order[to] = self.order[to], self.order[first]
        self._sift(first, 0, last - first, value)

    def _sift(self, first: int, hole: int, count: int, value: int) -> None:
        """Fill a hole in a heap: larger children move up to the end, the value moves up from it."""
        order, ranks, top = self.order, self._ranks, hole
        while 2 * hole + 2 < count:
            child = 2 * hole + 2
            if ranks[order[first + child]] < ranks[order[first + child - 1]]:
                child -= 1
            order[first + hole], hole = order[first + child], child
        if 2 * hole + 2 == count:
            order[first + hole], hole = order[first + 2 * hole + 1], 2 * hole + 1
        while hole > top and ranks[order[first + (hole - 1) // 2]] < ranks[value]:
            order[first + hole], hole = order[first + (hole - 1) // 2], (hole - 1) // 2
        order[first + hole] = value

    def _sort_heap(self, first: int, last: int) -> None:
        while last - first > 1:
            last -= 1
            self._pop(first, last, last)


def _ranks(row: list[Any], order: list[int]) -> list[int]:
    """The rank of each element of a row, from the order of their places."""
    ranks, rank = [0] * len(row), 0
    for before, place in pairwise(order):
        one, other = row[before], row[place]
        rank += one != other and (one == one or other == other)  # NaN is as large as NaN
        ranks[place] = rank
    return ranks


def _has_ties(row: list[Any]) -> bool:
    return len(set(row)) < len(row) or sum(map(operator.ne, row, row)) > 1  # two are NaN


def unstable_order(row: list[Any], descending: bool) -> list[int]:
    """The places of a row's elements in order, equal ones as torch.sort has them."""
    order = ranking(row, descending)
    if len(row) <= _SMALL or not _has_ties(row):
        return order
    arrangement = Arrangement(_ranks(row, order))
    arrangement.sort()
    return arrangement.order


def first_places(row: list[Any], count: int, largest: bool, in_order: bool) -> list[int]:
    """The places of a row's largest or smallest elements, equal ones as torch.topk has them."""
    order = ranking(row, largest)
    if not count or (in_order and not _has_ties(row)):
        return order[:count]
    arrangement = Arrangement(_ranks(row, order))
    if count * _FEW <= len(row):
        arrangement.sort_first(count)
    else:
        arrangement.select(count - 1)
        if in_order:
            arrangement.sort(count - 1)
    return arrangement.order[:count]
