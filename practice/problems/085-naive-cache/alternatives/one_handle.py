"""One handle for everybody, made once: it has no state that could be shared by mistake."""

from collections import namedtuple

import torch

SizeInfo = namedtuple("SizeInfo", "evictable_size protected_size")
MatchResult = namedtuple("MatchResult", "cuda_handle")
InsertResult = namedtuple("InsertResult", "cached_len handle")


class NaiveCacheHandle:
    def __init__(self):
        self.cached_len = 0
        self.indices = torch.arange(0, dtype=torch.int32)

    def get_matched_indices(self):
        return self.indices


NOTHING = NaiveCacheHandle()


class NaivePrefixCache:
    size_info = SizeInfo(0, 0)

    def match_prefix(self, input_ids):
        return MatchResult(NOTHING)

    def insert_prefix(self, input_ids, indices):
        if input_ids.shape != indices.shape:
            raise ValueError("tokens and slots differ in number")
        return InsertResult(0, NOTHING)

    def lock_handle(self, handle, unlock=False):
        return None

    def evict(self, size):
        if size:
            raise RuntimeError("nothing to evict")
        return NOTHING.indices
