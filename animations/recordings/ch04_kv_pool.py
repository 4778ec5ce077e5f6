"""Chapter 4: the two requests of its main share a pool; one grows, and the other ends.

What has KV is asked of the pool itself: a slot that was written to is not all zeros.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch
from tracelib.pages import touched
from tracelib.recording import Recorder

from minisgl.kernel import gather_kv
from minisgl.kvcache import MHAKVCache
from minisgl.scheduler import TableManager
from minisgl.utils import div_ceil, load_tokenizer

PAGE_SIZE, NUM_PAGES, MAX_SEQ_LEN = 4, 16, 32
FREE = [5, 0, 3, 6, 1, 12, 9, 7, 2, 14, 8, 4, 10, 13, 11, 15]


class Pool:
    """What main has: a pool, a page table, and a list of free pages."""

    def __init__(self) -> None:
        self.device = torch.device("cpu")
        self.pool = MHAKVCache(1, 1, 1, NUM_PAGES, PAGE_SIZE, torch.float32, self.device)
        self.page_table = torch.full((2, MAX_SEQ_LEN), -1, dtype=torch.int32)
        self.table = TableManager(2, self.page_table)
        self.free = list(FREE)
        self.rows: dict[int, list[int]] = {}
        self.trace = Recorder(
            "page_pool", {"num_pages": NUM_PAGES, "page_size": PAGE_SIZE}, self.look
        )

    def look(self) -> dict[str, Any]:
        rows = []
        for row, tokens in sorted(self.rows.items()):
            slots = [slot for slot in self.page_table[row].tolist() if slot >= 0]
            written = self.pool.k_cache(0)[slots].flatten().tolist()
            rows.append(
                {
                    "row": row,
                    "uid": row,
                    "tokens": tokens,
                    "slots": slots,
                    "shared_len": 0,
                    "cached_len": sum(key != 0 for key in written[: len(tokens)]),
                    "device_len": len(tokens),
                    "max_device_len": len(slots),
                }
            )
        return {"free": list(self.free), "cached": [], "rows": rows}

    def record(self, name: str, arguments: dict[str, Any], result: Any = None) -> None:
        before = self.trace.state
        step = self.trace.record(name, arguments, result)
        step["touched"] = touched(before, step)

    def take_pages(self, tokens: list[int]) -> int:
        row = self.table.allocate()
        pages = [self.free.pop(0) for _ in range(div_ceil(len(tokens), PAGE_SIZE))]
        slots = [page * PAGE_SIZE + i for page in pages for i in range(PAGE_SIZE)]
        self.page_table[row, : len(slots)] = torch.tensor(slots, dtype=torch.int32)
        self.rows[row] = tokens
        self.record("take", {"row": row, "tokens": len(tokens)}, {"pages": pages})
        return row

    def store(self, row: int, start: int) -> None:
        """Write the KV of the tokens from ``start`` on; their keys are their places, from 1."""
        slots = self.page_table[row, start : len(self.rows[row])]
        k = (torch.arange(start, start + len(slots)) + 1.0)[:, None, None]
        self.pool.store_kv(k, -k, slots, layer_id=0)
        self.record("store", {"row": row, "start": start}, {"slots": slots.tolist()})

    def gather(self, row: int) -> None:
        slots = self.page_table[row, : len(self.rows[row])]
        keys = gather_kv(self.pool.k_cache(0), slots).flatten().tolist()
        self.record("gather", {"row": row}, {"slots": slots.tolist(), "keys": keys})

    def grow(self, row: int, token: int) -> None:
        """One token more, for which the last page has room."""
        self.rows[row] = [*self.rows[row], token]
        self.record("grow", {"row": row, "token": token})

    def end(self, row: int) -> None:
        slots = [slot for slot in self.page_table[row].tolist() if slot >= 0]
        pages = [slot // PAGE_SIZE for slot in slots[::PAGE_SIZE]]
        self.free += pages
        self.table.free(row)
        del self.rows[row]
        self.record("free", {"row": row}, {"pages": pages})


def record() -> dict[str, Any]:
    tokenizer = load_tokenizer(Path(os.environ["MINISGL_MODELS"]) / "tiny-qwen3")
    pool = Pool()
    first = tokenizer("The capital of France is").input_ids
    second = tokenizer("One, two, three, four").input_ids
    row = pool.take_pages(first)
    pool.store(row, 0)
    other = pool.take_pages(second)
    pool.store(other, 0)
    pool.gather(row)
    answer = tokenizer(" Paris").input_ids[0]
    pool.grow(row, answer)
    pool.store(row, len(first))
    pool.end(row)
    ids = dict.fromkeys([*first, *second, answer])
    texts = {str(token): tokenizer.decode([token]).strip() for token in ids}
    return {**pool.trace.document(), "setup": {**pool.trace.setup, "texts": texts}}
