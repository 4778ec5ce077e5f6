import torch
from kernel.testing import raises, same
from solution import NaivePrefixCache


def ints(*numbers):
    return torch.tensor(numbers, dtype=torch.int32)


def test_example_nothing_is_remembered():
    cache = NaivePrefixCache()
    prompt, slots = ints(11, 12, 13), ints(4, 5, 6)
    assert cache.insert_prefix(prompt, slots).cached_len == 0, "nothing was in the cache before"
    assert cache.match_prefix(prompt).cuda_handle.cached_len == 0, "nothing ever matches"
    assert cache.size_info.evictable_size == 0, "nothing is kept, so nothing can be evicted"
    with raises(RuntimeError, "who wants slots from it gets RuntimeError"):
        cache.evict(1)


def test_the_handle_of_a_match():
    cache = NaivePrefixCache()
    for prompt in (ints(), ints(7), ints(1, 2, 3, 4)):
        handle = cache.match_prefix(prompt).cuda_handle
        assert handle.cached_len == 0, "nothing ever matches"
        assert same(handle.get_matched_indices(), ints()), (
            "a prefix of no tokens has an empty int32 tensor of slots"
        )


def test_the_handle_of_an_insertion():
    cache = NaivePrefixCache()
    for count in (0, 1, 4):
        result = cache.insert_prefix(ints(*range(count)), ints(*range(count)))
        assert result.cached_len == 0, "nothing was in the cache before"
        assert result.handle.cached_len == 0, "nothing is in the cache afterwards either"
        assert same(result.handle.get_matched_indices(), ints()), (
            "a prefix of no tokens has an empty int32 tensor of slots"
        )


def test_the_same_prompt_again():
    cache = NaivePrefixCache()
    for _ in range(3):
        result = cache.insert_prefix(ints(1, 2), ints(8, 9))
        assert result.cached_len == 0, "nothing was in the cache before"
        assert result.handle.cached_len == 0, "nothing is in the cache afterwards either"


def test_as_many_slots_as_tokens():
    cache = NaivePrefixCache()
    for tokens, slots in [(ints(1, 2, 3), ints(5, 6)), (ints(1), ints(5, 6)), (ints(), ints(5))]:
        with raises(ValueError, "as many slots as tokens, or ValueError"):
            cache.insert_prefix(tokens, slots)


def test_evict():
    cache = NaivePrefixCache()
    cache.insert_prefix(ints(1, 2, 3), ints(4, 5, 6))
    for size in (1, 2, 3, 100):
        with raises(RuntimeError, "who wants slots from it gets RuntimeError"):
            cache.evict(size)
    assert same(cache.evict(0), ints()), "who wants none gets an empty int32 tensor"


def test_what_is_freed_joins_the_free_slots():
    cache, free_slots = NaivePrefixCache(), ints(3, 1)
    assert same(torch.cat([free_slots, cache.evict(0)]), ints(3, 1)), (
        "who wants none gets an empty int32 tensor"
    )


def test_locks_are_harmless():
    cache = NaivePrefixCache()
    handle = cache.match_prefix(ints(1, 2)).cuda_handle
    cache.lock_handle(handle, unlock=True)
    for unlock in (False, False, True, True, True, False):
        cache.lock_handle(handle, unlock)
        assert cache.size_info.protected_size == 0, "a lock protects nothing"
    cache.lock_handle(cache.insert_prefix(ints(1, 2), ints(3, 4)).handle)
    assert cache.size_info.protected_size == 0, "a lock protects nothing"
    assert cache.size_info.evictable_size == 0, "nothing is kept, so nothing can be evicted"


def run_request(cache, ids, row):
    """What an engine does for a request, from its arrival to its end; the slots that it frees."""
    old = cache.match_prefix(ids[:-1]).cuda_handle
    cache.lock_handle(old)
    found_len, new = cache.insert_prefix(ids, row)
    cache.lock_handle(old, unlock=True)
    return torch.cat([row[old.cached_len : found_len], row[new.cached_len :]])


def test_an_engine_without_a_cache():
    cache = NaivePrefixCache()
    for row in (ints(4, 5, 6), ints(7, 8, 9), ints(6, 4, 5)):
        assert same(run_request(cache, ints(21, 22, 23), row), row), (
            "a finished request gets every one of its slots back"
        )
