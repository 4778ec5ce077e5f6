from solution import prediction


def test_example_the_first_line():
    assert prediction()[:1] == ["both: rows [0, 1, 2, 3, 4, 5] [6, 7, 8, 9, 10, 11], free [12]"], (
        "in one batch each request gets pages of its own"
    )


def test_the_first_to_be_cached():
    assert prediction()[1:2] == ["A: row [0, 1, 2, 3, 4, 5], duplicates [], free [12]"], (
        "the full pages of the first are cached: none is a duplicate"
    )


def test_the_second_to_be_cached():
    assert prediction()[2:3] == [
        "B: row [0, 1, 2, 3, 10, 11], duplicates [6, 8], free [12, 6, 8]"
    ], "B's full pages are duplicates: they are free, and its row reads the cached ones"


def test_a_third_request():
    assert prediction()[3:4] == ["C: row [0, 1, 2, 3, 12, 13], duplicates [], free [6, 8]"], (
        "a page that the row shares with the cache is no duplicate"
    )


def test_the_first_to_end():
    assert prediction()[4:5] == ["B: row [0, 1, 2, 3, 10, 11], duplicates [], free [6, 8]"], (
        "a full page that the cache does not have is cached, and keeps its place"
    )


def test_the_last_to_end():
    assert prediction()[5:6] == ["A: row [0, 1, 2, 3, 10, 11], duplicates [4], free [6, 8, 4]"], (
        "whoever comes second has the duplicate, even if it was the first before"
    )


def test_how_many_lines():
    assert len(prediction()) == 6, "one line for each print"
