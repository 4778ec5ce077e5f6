from solution import usable_prefix


def test_example_pages_of_four():
    assert usable_prefix(10, 6, 4) == 4, "only whole pages can be shared"
    assert usable_prefix(9, 8, 4) == 8, "all cached pages are used if a token is left after them"
    assert usable_prefix(8, 8, 4) == 4, "at least one token of the prompt is left to compute"


def test_nothing_cached():
    assert usable_prefix(12, 0, 4) == 0, "an empty cache gives nothing"
    assert usable_prefix(1, 0, 1) == 0, "an empty cache gives nothing"
    assert usable_prefix(12, 3, 4) == 0, "only whole pages can be shared"


def test_little_cached():
    assert usable_prefix(100, 8, 4) == 8, "what is not cached cannot be used"
    assert usable_prefix(8, 4, 4) == 4, "all cached pages are used if a token is left after them"


def test_one_token():
    assert usable_prefix(1, 1, 1) == 0, "at least one token of the prompt is left to compute"
    assert usable_prefix(1, 16, 4) == 0, "at least one token of the prompt is left to compute"
    assert usable_prefix(4, 4, 4) == 0, "at least one token of the prompt is left to compute"


def test_cached_sequence_is_longer():
    assert usable_prefix(8, 12, 4) == 4, "a cached sequence may be longer than the prompt"
    assert usable_prefix(7, 12, 4) == 4, "a cached sequence may be longer than the prompt"
    assert usable_prefix(9, 100, 4) == 8, "a cached sequence may be longer than the prompt"


def test_pages_of_one_token():
    assert usable_prefix(5, 5, 1) == 4, "at least one token of the prompt is left to compute"
    assert usable_prefix(5, 4, 1) == 4, "all cached pages are used if a token is left after them"
    assert usable_prefix(5, 2, 1) == 2, "what is not cached cannot be used"


def test_every_small_case():
    for page_size in (1, 2, 3, 5):
        for prompt_len in range(1, 13):
            for cached_len in range(15):
                fitting = [
                    used for used in range(0, cached_len + 1, page_size) if prompt_len - used >= 1
                ]
                assert usable_prefix(prompt_len, cached_len, page_size) == max(fitting), (
                    "it is the longest prefix that keeps the rules"
                )
