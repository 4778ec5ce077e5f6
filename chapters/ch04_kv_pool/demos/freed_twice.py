"""A request gives its row back twice: who notices, and who pays?"""

from __future__ import annotations

import torch

from minisgl.kernel import gather_kv
from minisgl.kvcache import MHAKVCache
from minisgl.scheduler import TableManager

PAGE_SIZE = 4


class ForgetfulTable(TableManager):
    """A table that takes back whatever it is given."""

    def free(self, table_idx: int) -> None:
        self._free_rows.append(table_idx)


def story(kind: type[TableManager]) -> None:
    page_table = torch.full((3, 8), -1, dtype=torch.int32)
    table = kind(3, page_table)
    pool = MHAKVCache(1, 1, 1, 4, PAGE_SIZE, torch.float32, torch.device("cpu"))
    row = table.allocate()
    table.free(row)  # A has ended
    print(f"  A had row {row}; rows free now: {table.available_size}")
    try:
        table.free(row)  # and an abort of A comes late
    except RuntimeError as error:
        print(f"  the second free: {error}")
    print(f"  rows free now: {table.available_size}")

    rows = {}
    for name, page in (("B", 1), ("C", 3)):  # each has a page of its own: the pool is in order
        row = rows[name] = table.allocate()
        page_table[row, :PAGE_SIZE] = torch.arange(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
        keys = torch.arange(PAGE_SIZE)[:, None, None] + 100.0 * page
        pool.store_kv(keys, keys, page_table[row, :PAGE_SIZE], layer_id=0)
        print(f"  {name} gets row {row}, writes {keys.flatten().int().tolist()}")
    for name, row in rows.items():
        read = gather_kv(pool.k_cache(0), page_table[row, :PAGE_SIZE])
        print(f"  {name} reads {read.flatten().int().tolist()}")


print("a table that does not look:")
story(ForgetfulTable)
print("the table of this chapter:")
story(TableManager)
