"""x W^T for few rows on a CPU, as it is written and as W x^T.  python benchmarks/linear_forms.py"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Any

import common
import torch
import torch.nn.functional as F

SHAPES = [(960, 576), (3072, 576), (576, 1536), (49152, 576)]  # those of smollm2-135m
ROWS = [1, 2, 4, 8, 16, 32, 64]
COLD_BYTES = 256 * 1024**2  # enough weights in turn that none is in a cache


def the_other_way(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    rows = x.expand(max(2, len(x)), -1).contiguous()
    return (weight @ rows.t())[:, : len(x)].t().contiguous()


def call_in_turn(
    form: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
    x: torch.Tensor,
    weights: Iterator[torch.Tensor],
    calls: int,
) -> None:
    for _ in range(calls):
        form(x, next(weights))


@torch.inference_mode()
def main() -> None:
    rows_of_table: list[dict[str, Any]] = []
    for out_size, in_size in SHAPES:
        count = max(2, COLD_BYTES // (4 * out_size * in_size))
        weights = [torch.randn(out_size, in_size) for _ in range(count)]
        for rows in ROWS:
            x = torch.randn(rows, in_size)
            row: dict[str, Any] = {"out": out_size, "in": in_size, "rows": rows}
            for name, form in (("x_wt", F.linear), ("w_xt", the_other_way)):
                calls = max(3, min(count, 40))
                work = partial(call_in_turn, form, x, cycle(weights), calls)
                row[f"{name}_us"] = round(common.best_of(work, 5) / calls * 1e6)
            print(row, flush=True)
            rows_of_table.append(row)
    common.keep("linear_forms", "python benchmarks/linear_forms.py", {"float32": rows_of_table})


if __name__ == "__main__":
    main()
