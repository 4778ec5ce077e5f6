from solution import align_down, align_up, div_ceil


def test_example_30_tokens_in_pages_of_16():
    assert div_ceil(30, 16) == 2, "a part of a page takes a whole page"
    assert align_down(30, 16) == 16, "only whole pages count: round down"
    assert align_up(30, 16) == 32, "round up to whole pages"


def test_whole_pages():
    assert div_ceil(32, 16) == 2, "whole pages are not rounded up"
    assert align_down(32, 16) == 32, "a multiple stays as it is"
    assert align_up(32, 16) == 32, "a multiple stays as it is"


def test_nothing():
    assert div_ceil(0, 16) == 0, "no tokens take no page"
    assert align_up(0, 16) == 0, "no tokens take no page"


def test_pages_of_one_token():
    for x in range(4):
        assert div_ceil(x, 1) == x, "whole pages are not rounded up"
        assert align_down(x, 1) == x, "a multiple stays as it is"
        assert align_up(x, 1) == x, "a multiple stays as it is"


def test_every_rest():
    for x in range(1, 40):
        pages = next(pages for pages in range(41) if pages * 7 >= x)
        assert div_ceil(x, 7) == pages, "a part of a page takes a whole page"
        assert align_up(x, 7) == pages * 7, "round up to whole pages"
        assert align_down(x, 7) == max(m for m in range(0, x + 1, 7)), (
            "only whole pages count: round down"
        )


def test_large_numbers():
    assert div_ceil(10**18 + 1, 10) == 10**17 + 1, "large numbers stay exact"
    assert align_down(10**18 - 1, 10) == 10**18 - 10, "large numbers stay exact"
    assert align_up(10**18 + 1, 10) == 10**18 + 10, "large numbers stay exact"
