"""Chapter 4: two requests share one pool, and a table says where each token's KV lives."""

from __future__ import annotations

import torch

from minisgl.kernel import gather_kv
from minisgl.kvcache import create_kvcache_pool, create_prefix_cache
from minisgl.models import ModelConfig
from minisgl.scheduler import TableManager
from minisgl.utils import align_up, div_ceil, load_hf_config, load_tokenizer, parse_model_options

PAGE_SIZE, NUM_PAGES, MAX_SEQ_LEN = 4, 16, 32


def main() -> None:
    options = parse_model_options(__doc__)
    config = ModelConfig.from_hf(load_hf_config(options.path))
    pool = create_kvcache_pool(config, NUM_PAGES, PAGE_SIZE, options.dtype, options.device)
    print(f"pool of {NUM_PAGES} pages of {PAGE_SIZE} slots; one layer's keys: ", end="")
    print(f"slots, kv heads, head_dim = {tuple(pool.k_cache(0).shape)}")

    page_table = torch.full((2, MAX_SEQ_LEN), -1, dtype=torch.int32, device=options.device)
    table = TableManager(2, page_table)
    free_pages = [
        5,
        0,
        3,
        6,
        1,
        12,
        9,
        7,
        2,
        14,
        8,
        4,
        10,
        13,
        11,
        15,
    ]  # a pool that has been in use for a while hands out any order
    tokenizer = load_tokenizer(options.path)
    rows = {}
    for text in ("The capital of France is", "One, two, three, four"):
        length = len(tokenizer(text).input_ids)
        row = table.allocate()
        pages = [free_pages.pop(0) for _ in range(div_ceil(length, PAGE_SIZE))]
        slots = [page * PAGE_SIZE + i for page in pages for i in range(PAGE_SIZE)]
        page_table[row, : len(slots)] = torch.tensor(slots, dtype=torch.int32)
        rows[row] = length
        print(f"\n{text!r}: {length} tokens, {len(pages)} pages {pages}, row {row}")
        print(f"slots {slots[:length]}, kept for what follows: {slots[length:]}")
        assert len(slots) == align_up(length, PAGE_SIZE)

    print("\nstore and read back, layer 0:")
    shape = (config.num_kv_heads, config.head_dim)
    for row, length in rows.items():
        slots_of_row = page_table[row, :length]
        k = torch.arange(length, device=options.device).to(options.dtype) + 100 * (row + 1)
        k = k[:, None, None].expand(length, *shape)
        pool.store_kv(k, -k, slots_of_row, layer_id=0)
    for row, length in rows.items():
        read = gather_kv(pool.k_cache(0), page_table[row, :length])
        print(f"row {row}: keys {read[:, 0, 0].int().tolist()}")
    by_slot = pool.k_cache(0)[:, 0, 0].int().reshape(NUM_PAGES, PAGE_SIZE).tolist()
    print(f"the same by page: {by_slot}")

    cache = create_prefix_cache(options.device, "naive")
    ids = torch.tensor([1, 2, 3], dtype=torch.int32)
    kept = cache.insert_prefix(ids, page_table[0, :3]).handle.cached_len
    found = cache.match_prefix(ids).cuda_handle.cached_len
    print(f"\nnaive cache: keeps {kept} tokens of a finished request, finds {found}")
    for row in rows:
        table.free(row)
    print(f"rows free again: {table.available_size}")


if __name__ == "__main__":
    main()
