"""Rewrites only the duplicates, and frees one range or two."""

import torch


class Req:
    def __init__(self, input_ids, table_idx, cached_len, cache_handle):
        self.input_ids, self.table_idx = input_ids, table_idx
        self.cached_len, self.cache_handle = cached_len, cache_handle


class CacheManager:
    def __init__(self, page_size, page_table, free_slots, prefix_cache):
        self.page_size, self.page_table = page_size, page_table
        self.free_slots, self.prefix_cache = free_slots, prefix_cache
        self.held_len = [0] * len(page_table)

    def cache_req(self, req, *, finished):
        row, start = self.page_table[req.table_idx], req.cache_handle.cached_len
        end = req.cached_len
        found_len, new = self.prefix_cache.insert_prefix(req.input_ids[:end], row[:end])
        mine = row.tolist()
        ranges = [range(start, found_len, self.page_size)]
        if finished:
            held = self.held_len[req.table_idx]
            ranges.append(range(new.cached_len, held, self.page_size))
            self.held_len[req.table_idx] = 0
        first_slots = [mine[place] for places in ranges for place in places]
        self.free_slots = torch.tensor(self.free_slots.tolist() + first_slots, dtype=torch.int32)
        old = req.cache_handle
        if not finished:
            row[start:found_len] = new.get_matched_indices()[start:found_len]
            self.prefix_cache.lock_handle(new)
            req.cache_handle = new
        self.prefix_cache.lock_handle(old, unlock=True)
