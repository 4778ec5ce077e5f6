from solution import cacheable_ids, hit_len


def ids(first, count):
    """Tokens first, first + 1, …"""
    return list(range(first, first + count))


def test_example_the_second_turn_of_a_chat():
    prompt, output = ids(1000, 100), ids(2000, 50)
    cached = cacheable_ids(prompt, output, page_size=1)
    assert len(cached) == 149, "the last sampled token has no KV"
    assert hit_len(cached, prompt + output + [7, 8, 9], 1) == 149, "the next turn finds the output"
    assert len(cacheable_ids(prompt, output, page_size=16)) == 144, "only whole pages are cached"


def test_which_tokens():
    assert cacheable_ids([1, 2, 3], [4, 5, 6], 1) == [1, 2, 3, 4, 5], (
        "the prompt and then the output, in order"
    )
    assert cacheable_ids([1, 2, 3], [4, 5], 2) == [1, 2, 3, 4], (
        "a page may hold the end of the prompt and the start of the output"
    )


def test_just_prefilled():
    assert cacheable_ids([1, 2, 3], [4], 1) == [1, 2, 3], "after its prefill the prompt has KV"
    assert cacheable_ids([1, 2, 3, 4], [5], 2) == [1, 2, 3, 4], (
        "after its prefill the prompt has KV"
    )
    assert cacheable_ids([1], [2], 1) == [1], "after its prefill the prompt has KV"


def test_before_the_prefill():
    assert cacheable_ids([1, 2, 3, 4], [], 2) == [], "before its forward nothing of a prompt has KV"
    assert cacheable_ids([1], [], 1) == [], "before its forward nothing of a prompt has KV"


def test_whole_pages():
    assert cacheable_ids([1, 2, 3], [4, 5], 4) == [1, 2, 3, 4], "a page that is full is cached"
    assert cacheable_ids([1, 2, 3], [4], 4) == [], "only whole pages are cached"
    assert cacheable_ids([1, 2], [3], 4) == [], "only whole pages are cached"
    for count in range(1, 15):
        whole = (2 + count) // 3 * 3  # a prompt of three, and all but the last of the output
        assert cacheable_ids([1, 2, 3], ids(4, count), 3) == ids(1, whole), (
            "only whole pages are cached"
        )


def test_nothing_changes():
    prompt, output = [1, 2, 3], [4, 5]
    cacheable_ids(prompt, output, 2)
    assert [prompt, output] == [[1, 2, 3], [4, 5]], "the lists that are given do not change"
    cached, wanted = [1, 2], [1, 2, 3]
    hit_len(cached, wanted, 2)
    assert [cached, wanted] == [[1, 2], [1, 2, 3]], "the lists that are given do not change"


def test_a_hit_is_whole_pages():
    assert hit_len([1, 2, 3, 4], [1, 2, 3, 9, 9], 2) == 2, "only whole pages are found"
    assert hit_len([1, 2, 3, 4], [1, 2, 3, 4, 9], 2) == 4, "a page that is full is found"
    assert hit_len([1, 2, 3, 4], [1, 9, 3, 4, 9], 2) == 0, "only whole pages are found"
    assert hit_len(ids(1, 8), ids(1, 12), 4) == 8, "no more is found than is cached"


def test_a_hit_ends_at_the_first_difference():
    assert hit_len([1, 2, 3, 4, 5], [1, 2, 9, 4, 5, 6], 1) == 2, (
        "behind the first difference nothing is found"
    )
    assert hit_len([1, 2, 3, 4], [9, 9, 3, 4, 5], 2) == 0, (
        "behind the first difference nothing is found"
    )


def test_one_token_is_left_to_compute():
    assert hit_len([1, 2, 3, 4], [1, 2, 3, 4], 1) == 3, "the last token of a prompt is computed"
    assert hit_len([1, 2, 3, 4], [1, 2, 3, 4], 2) == 2, "the last token of a prompt is computed"
    assert hit_len([1, 2, 3, 4], [1, 2], 1) == 1, "the last token of a prompt is computed"
    assert hit_len([1, 2], [1], 1) == 0, "the last token of a prompt is computed"
    assert hit_len([1, 2, 3, 4], [1, 2, 3], 2) == 2, "a page that is full is found"
    assert hit_len(ids(1, 8), ids(1, 7), 4) == 4, "a page that is full is found"


def test_nothing_to_find():
    assert hit_len([], [1, 2, 3], 1) == 0, "an empty cache finds nothing"
    assert hit_len([1, 2], [3, 1, 2], 1) == 0, "behind the first difference nothing is found"
