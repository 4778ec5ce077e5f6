import contextlib
import io

from solution import prediction, program


def printed():
    with contextlib.redirect_stdout(io.StringIO()) as output:
        program()
    return output.getvalue().splitlines()


def test_example_the_first_line():
    assert prediction()[:1] == ["abcd locks=0 time=1"], "one run is one node, and nobody locked it"


def test_two_more_inserts():
    assert [line.split()[0] for line in prediction()[1:5]] == ["ab", ".cd", ".x", "pqr"], (
        "an insert that forks within a run splits it, and the first half takes its place"
    )
    assert prediction()[1:5] == [
        "ab locks=1 time=4",
        ".cd locks=1 time=2",
        ".x locks=0 time=4",
        "pqr locks=0 time=3",
    ], "both halves of a locked run are locked, and only the one that matched was used now"


def test_a_match():
    assert prediction()[5:6] == ["not cached: y"], "a match goes on to the first token that differs"
    assert [line.split()[0] for line in prediction()[6:11]] == ["ab", ".c", "..d", ".x", "pqr"], (
        "a match that ends within a run splits it too"
    )
    assert prediction()[6:11] == [
        "ab locks=1 time=5",
        ".c locks=1 time=5",
        "..d locks=1 time=2",
        ".x locks=0 time=4",
        "pqr locks=0 time=3",
    ], "both halves of a locked run are locked, and only the one that matched was used now"


def test_evictions():
    assert prediction()[11:12] == ["evicted: pqr"], (
        "the oldest leaf without a lock goes first, and goes whole"
    )
    assert prediction()[12:13] == ["evicted: dx"], "after each step the oldest leaf of all is next"
    assert prediction()[13:14] == ["evicted: c"], "a parent without children is a leaf"


def test_what_is_left():
    assert prediction()[14:] == ["ab locks=0 time=5"], "what was not evicted is still there"


def test_the_program():
    assert prediction() == printed(), "program() prints these lines"
