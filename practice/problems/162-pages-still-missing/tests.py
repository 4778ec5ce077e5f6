from solution import Running, missing_size, reserved_size


def test_example_a_request_of_10_and_at_most_20_tokens():
    req = Running(input_len=10, output_len=20, device_len=12, held_len=16)
    assert missing_size(req, 16) == 16, "the whole life in whole pages, less what is held"
    assert reserved_size([req, req, req], 16) == 48, "what is reserved is the sum over all requests"


def test_what_is_known_does_not_matter():
    for device_len in range(9, 13):
        assert missing_size(Running(6, 10, device_len, 12), 4) == 4, (
            "what was generated is a part of output_len"
        )


def test_the_last_token_counts():
    assert missing_size(Running(6, 3, 8, 8), 4) == 4, "the last token has a slot reserved too"
    assert missing_size(Running(1, 1, 1, 1), 1) == 1, "the last token has a slot reserved too"


def test_whole_pages_exactly():
    assert missing_size(Running(6, 2, 7, 8), 4) == 0, "whole pages are not rounded up"
    assert missing_size(Running(6, 6, 7, 8), 4) == 4, "whole pages are not rounded up"


def test_the_rest_of_the_last_page_counts():
    assert missing_size(Running(2, 1, 2, 0), 4) == 4, "a part of a page takes a whole page"
    assert missing_size(Running(5, 20, 6, 16), 16) == 16, (
        "the whole life in whole pages, less what is held"
    )
    for output_len in range(1, 30):
        whole_life = next(size for size in range(0, 99, 7) if size >= 11 + output_len)
        assert missing_size(Running(11, output_len, 11, 7), 7) == whole_life - 7, (
            "a part of a page takes a whole page"
        )


def test_all_is_held():
    assert missing_size(Running(6, 4, 9, 12), 4) == 0, "a request that holds all misses nothing"
    assert missing_size(Running(6, 2, 7, 8), 2) == 0, "a request that holds all misses nothing"


def test_nothing_is_held_yet():
    assert missing_size(Running(9, 4, 9, 0), 4) == 16, "nothing held: the whole life is missing"


def test_pages_of_one_token():
    assert missing_size(Running(5, 8, 7, 7), 1) == 6, "with pages of one, slots are tokens"


def test_a_life_from_its_start_to_its_end():
    held_len = 0
    for device_len in range(5, 11):  # five tokens, and six more
        if held_len < device_len:
            held_len = (device_len + 2) // 3 * 3
        assert missing_size(Running(5, 6, device_len, held_len), 3) == 12 - held_len, (
            "held and missing are always the whole life"
        )


def test_all_requests_together():
    reqs = [Running(2, 1, 2, 0), Running(2, 1, 2, 0), Running(3, 6, 4, 4)]
    assert reserved_size(reqs, 4) == 16, "each request is rounded up by itself"
    assert reserved_size(reqs[:2], 4) == 8, "each request is rounded up by itself"
    assert reserved_size(reqs, 1) == 11, "what is reserved is the sum over all requests"
    assert reserved_size([], 4) == 0, "nobody runs: nothing is reserved"
