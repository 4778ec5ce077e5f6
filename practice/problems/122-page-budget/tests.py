from kernel.testing import raises
from solution import determine_num_pages, page_bytes


def test_example_a_small_model():
    # 28 layers, 8 KV heads of 128 numbers, 2 bytes each; pages of 16 tokens; one rank
    assert page_bytes(28, 8, 128, 2, 16, 1) == 1_835_008, (
        "a page has keys and values of all its tokens, in every layer"
    )
    assert page_bytes(28, 8, 128, 2, 16, 4) == 458_752, "a rank has its share of the KV heads"
    # 50% of 1000 bytes, pages of 40 bytes and 4 tokens, 10 requests of at most 30 tokens
    assert determine_num_pages(1000, 50, 40, 4, 10, 30) == 12, "only whole pages count"
    assert determine_num_pages(1000, 50, 40, 4, 1, 30) == 8, "no more pages than could be in use"


def test_every_factor():
    sizes = [3, 5, 7, 2, 11, 1]
    assert page_bytes(*sizes) == 2 * 3 * 5 * 7 * 2 * 11, (
        "a page has keys and values of all its tokens, in every layer"
    )
    assert page_bytes(1, 1, 1, 1, 1, 1) == 2, (
        "a page has keys and values of all its tokens, in every layer"
    )
    assert page_bytes(1, 6, 1, 1, 1, 6) == 2, "a rank has its share of the KV heads"


def test_heads_that_do_not_divide():
    for num_kv_heads, tp_size in ((8, 3), (2, 4), (9, 2)):
        with raises(ValueError, "KV heads that cannot be shared out evenly raise ValueError"):
            page_bytes(1, num_kv_heads, 1, 1, 1, tp_size)


def test_what_fits():
    for free_bytes, pages in ((399, 3), (400, 4), (401, 4), (100, 1)):
        assert determine_num_pages(free_bytes, 100, 100, 1, 50, 50) == pages, (
            "only whole pages count"
        )
    assert determine_num_pages(150, 90, 45, 1, 50, 50) == 3, (
        "the pool takes its share of the memory and no more"
    )


def test_no_percentage_is_rounded():
    for percent in range(1, 101):
        assert determine_num_pages(100, percent, 1, 1, 50, 50) == percent, (
            "the pool takes its share of the memory and no more"
        )


def test_not_one_page():
    for free_bytes, memory_percent in ((0, 100), (99, 100), (199, 50), (9999, 1)):
        with raises(RuntimeError, "without memory for one page it raises RuntimeError"):
            determine_num_pages(free_bytes, memory_percent, 100, 4, 8, 64)


def test_what_could_be_in_use():
    assert determine_num_pages(10_000, 100, 10, 4, 3, 5) == 6, (
        "the last page of each request may be partly empty"
    )
    assert determine_num_pages(10_000, 100, 10, 4, 3, 8) == 6, "no more pages than could be in use"
    assert determine_num_pages(10_000, 100, 10, 4, 3, 9) == 9, (
        "the last page of each request may be partly empty"
    )
    assert determine_num_pages(10_000, 100, 10, 1, 3, 5) == 15, "no more pages than could be in use"
    assert determine_num_pages(10_000, 100, 10, 64, 1, 1) == 1, (
        "the last page of each request may be partly empty"
    )


def test_where_both_limits_meet():
    for free_bytes, pages in ((59, 5), (60, 6), (61, 6), (70, 6)):
        assert determine_num_pages(free_bytes, 100, 10, 4, 3, 5) == pages, (
            "no more pages than could be in use"
        )


def test_large_numbers():
    assert page_bytes(10**6, 2 * 10**6, 10**6 + 1, 1, 1, 2) == 2 * 10**12 * (10**6 + 1), (
        "large numbers stay exact"
    )
    assert determine_num_pages(10**20 - 1, 100, 10, 1, 10**10, 10**10) == 10**19 - 1, (
        "large numbers stay exact"
    )
    assert determine_num_pages(10**20, 100, 1, 10, 1, 10**18 + 1) == 10**17 + 1, (
        "large numbers stay exact"
    )
