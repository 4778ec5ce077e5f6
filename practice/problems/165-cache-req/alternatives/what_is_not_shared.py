"""Compares the row with the cache: a page of its own that is not the cached one is free."""

import torch


class Req:
    def __init__(self, input_ids, table_idx, cached_len, cache_handle):
        self.input_ids, self.table_idx = input_ids, table_idx
        self.cached_len, self.cache_handle = cached_len, cache_handle


class CacheManager:
    def __init__(self, page_size, page_table, free_slots, prefix_cache):
        self.page_size, self.page_table = page_size, page_table
        self.free_slots, self.prefix_cache = free_slots, prefix_cache
        self.held_len = [0 for _ in range(page_table.shape[0])]

    def cache_req(self, req, *, finished):
        index, old = req.table_idx, req.cache_handle
        held = self.page_table[index, : self.held_len[index]].tolist()
        known = self.page_table[index, : req.cached_len].clone()
        result = self.prefix_cache.insert_prefix(req.input_ids[: req.cached_len], known)
        new = result.handle
        cached = new.get_matched_indices().tolist()
        before, after = held[:: self.page_size], cached[:: self.page_size]
        freed = [mine for mine, other in zip(before, after, strict=False) if mine != other]
        if finished:
            freed = freed + before[len(after) :]
            self.held_len[index] = 0
        else:
            self.prefix_cache.lock_handle(new, unlock=False)
            req.cache_handle = new
            for place, slot in enumerate(cached):
                self.page_table[index, place] = slot
        more = torch.tensor(freed, dtype=torch.int32)
        self.free_slots = torch.cat([more, self.free_slots])
        self.prefix_cache.lock_handle(old, True)
