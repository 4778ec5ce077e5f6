"""Films: each is there, as new as what it is made from, and shows what can be read."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping
from typing import Any

import pytest
import render
from conftest import REPOSITORY
from filmlib import LANGUAGES, FilmError, catalogue, making
from filmlib.captions import captions, clock
from filmlib.changes import FADE, MOVE, change
from filmlib.colours import STATES, colours
from filmlib.key import NAMES
from filmlib.picture import SMALL, Card, Cell, Picture, Text, faults, text_width, wrap
from filmlib.settings import FRAMES
from filmlib.shots import SETTLE, Film, Shot, balanced, make_film, reading_time

EVERY = [(name, language) for name in catalogue.names() for language in LANGUAGES]
every_film = pytest.mark.parametrize(("name", "language"), EVERY)
CHINESE = re.compile("[\u4e00-\u9fff]")


def words_of(film: Film) -> list[Mapping[str, str]]:
    return [shot.words for shot in film.shots if shot.words is not None]


# --- the films that are there -------------------------------------------------------------------


@every_film
def test_a_film_is_as_new_as_its_scene_its_trace_and_its_settings(name: str, language: str) -> None:
    why = catalogue.out_of_date(name, language)
    assert why is None, f"{name} ({language}) {why}: python animations/render.py {name}"


def test_nothing_else_lies_among_the_films() -> None:
    assert catalogue.unknown_files() == []
    assert sorted(catalogue.read_list()) == catalogue.names()


@every_film
def test_a_film_is_small_and_has_all_that_a_page_shows(name: str, language: str) -> None:
    entry = catalogue.read_list()[name][language]
    film = catalogue.load_film(name, language)
    assert {f"{name}.{language}.mp4", f"{name}.{language}.vtt", entry["poster"]} <= set(
        entry["files"]
    )
    assert entry["seconds"] == round(film.seconds, 2)
    megabytes = (catalogue.FILMS / f"{name}.{language}.mp4").stat().st_size / 1e6
    assert megabytes < 1.3 * film.seconds / 60
    assert [said["words"] for said in entry["said"]] == [
        words[language] for words in words_of(film)
    ]
    stills = [said["still"] for said in entry["said"] if said["still"] is not None]
    assert len(stills) >= 4 and set(stills) <= set(entry["files"])


@every_film
def test_the_captions_are_those_of_the_film(name: str, language: str) -> None:
    film = catalogue.load_film(name, language)
    text = (catalogue.FILMS / f"{name}.{language}.vtt").read_text("utf-8")
    assert text == captions(film, language)
    assert text.count("-->") == len(words_of(film))


@every_film
def test_a_film_keeps_to_its_length(name: str, language: str) -> None:
    """About two minutes for chapter 9, and at most one for the others."""
    shortest, longest = (90, 130) if name == "ch09_radix_cache" else (30, 60)
    assert shortest <= catalogue.read_list()[name][language]["seconds"] <= longest


@every_film
def test_every_caption_stays_long_enough_to_be_read(name: str, language: str) -> None:
    """2.2 s, and 0.28 s for each word beyond six or 0.22 s for each Chinese character or
    digit beyond eight, where a Latin word is read like two."""
    text = (catalogue.FILMS / f"{name}.{language}.vtt").read_text("utf-8")
    for begin, end, words in re.findall(r"(\S+) --> (\S+)\n(.*)", text):
        latin = re.findall(r"[A-Za-z_]{2,}", words)
        letters = len(re.findall("[\u4e00-\u9fff0-9]", words)) + 2 * len(latin)
        least = {"en": 0.28 * (len(words.split()) - 6), "zh": 0.22 * (letters - 8)}[language]
        assert seconds(end) - seconds(begin) >= 2.2 + max(0.0, least) - 0.001, words


def seconds(time: str) -> float:
    hours, minutes, rest = time.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


# --- what they show -----------------------------------------------------------------------------


@every_film
def test_nothing_overlaps_or_is_cut_off(name: str, language: str) -> None:
    film = catalogue.load_film(name, language)
    found = [(place, faults(shot.picture)) for place, shot in enumerate(film.shots)]
    assert [one for one in found if one[1]] == []


@every_film
def test_all_letters_are_legible_at_half_size(name: str, language: str) -> None:
    for shot in catalogue.load_film(name, language).shots:
        sizes = [shape.size for shape in shot.picture.values() if isinstance(shape, Text)]
        sizes += [s.size for s in shot.picture.values() if isinstance(s, Cell) and s.label]
        assert min(sizes) >= 20, "10 pixels at half size"


@every_film
def test_the_words_are_of_the_right_language_and_can_be_read(name: str, language: str) -> None:
    film = catalogue.load_film(name, language)
    for words in words_of(film):
        assert not CHINESE.search(words["en"]) and CHINESE.search(words["zh"])
    for shot in film.shots:
        shown = " ".join(s.words for s in shot.picture.values() if isinstance(s, Text))
        assert bool(CHINESE.search(shown)) == (language == "zh")


@every_film
def test_the_key_of_the_colours_is_always_there(name: str, language: str) -> None:
    for shot in catalogue.load_film(name, language).shots:
        shapes = shot.picture.items()
        key = {k: s.words for k, s in shapes if k.startswith("key ") and isinstance(s, Text)}
        assert key == {f"key {state}": word for state, word in NAMES[language].items()}


def test_in_chapter_7_the_slots_of_all_coloured_cells_are_those_in_use() -> None:
    for shot in catalogue.load_film("ch07_scheduler", "en").shots:
        (said,) = (key for key in shot.picture if key.startswith("slots "))
        cells = [s for k, s in shot.picture.items() if k.startswith("cell ")]
        held = [int(s.label) for s in cells if isinstance(s, Cell) and s.state in HELD and s.label]
        assert f"slots slots in use: {sum(held)} of 96" == said


HELD = ("protected", "written")


@pytest.mark.parametrize("name", ["ch04_kv_pool", "ch08_cache_manager"])
def test_every_slot_of_the_pool_is_drawn_once_and_free_where_the_trace_says_so(name: str) -> None:
    trace = catalogue.load_trace(name)
    size, count = trace["setup"]["page_size"], trace["setup"]["num_pages"]
    states = [trace["start"], *(step["state"] for step in trace["steps"])]
    free_ones = [sorted(p * size + i for p in s["free"] for i in range(size)) for s in states]
    for shot in catalogue.load_film(name, "en").shots:
        shown = [(key.split(), shape) for key, shape in shot.picture.items()]
        slots = {int(k[1]): s for k, s in shown if k[0] == "slot" and len(k) == 2}
        assert sorted(slots) == list(range(size * count))
        free = sorted(n for n, s in slots.items() if isinstance(s, Cell) and s.state == "free")
        assert free in free_ones
        free_ones = free_ones[free_ones.index(free) :]


@pytest.mark.parametrize("name", catalogue.names())
def test_all_languages_have_the_same_times(name: str) -> None:
    one, other = (catalogue.load_film(name, language).times for language in LANGUAGES)
    assert one == other


def test_the_colours_are_those_of_the_site() -> None:
    style = (REPOSITORY / "site/web/source/styles/variables.css").read_text("utf-8")
    light = style.partition('[data-md-color-scheme="slate"]')[0]
    for state in STATES:
        assert f"--course-{state}: {colours()[state]};" in light


# --- pictures, shots, captions ------------------------------------------------------------------


def test_faults_of_a_picture() -> None:
    card = Card(100, 100, 80, 80)
    assert faults({"card": card, "cell": Cell(100, 100, "1"), "far": Cell(300, 100, "2")}) == []
    assert faults({"one": Cell(100, 100, "1"), "two": Cell(130, 100, "2")}) == [
        "one and two overlap"
    ]
    assert faults({"card": card, "cell": Cell(130, 100, "1")}) == ["cell crosses the edge of card"]
    (fault,) = faults({"text": Text(1275, 100, "too far", SMALL)})
    assert fault.startswith("text is not on the screen")


def test_lines_are_broken_between_words_and_never_before_a_mark() -> None:
    assert wrap("one two three", 10, text_width("one two", 10)) == ["one two", "three"]
    assert wrap("一二三四，五", 10, 40) == ["一二三", "四，五"]
    assert wrap("一二 token 三", 10, text_width("一二 token", 10)) == ["一二 token", "三"]


@pytest.mark.parametrize(
    ("first", "then", "between"),
    [
        (
            "Six requests wait for the rows of the page table.",
            "Beside each: the tokens of its prompt.",
            " ",
        ),
        (
            "Reading takes the slots in the order of the row:",
            "20, 21, 22, 23 and, after that, 0.",
            " ",
        ),
        ("每页四个槽位，一共十六页。", "列表说明接下来发出哪一页，什么都不用清除或搬动。", ""),
    ],
)
def test_two_lines_part_where_a_sentence_does_and_never_before_a_number(
    first: str, then: str, between: str
) -> None:
    assert balanced(first) == [first]
    assert balanced(first + between + then) == [first, then]


def test_words_stay_as_long_as_the_slower_language_takes() -> None:
    assert reading_time({"en": "One, two, three.", "zh": "一、二、三。"}) == 2.2
    assert reading_time({"en": "a " * 16, "zh": "一"}) == pytest.approx(2.2 + 10 * 0.28)
    assert reading_time({"en": "a", "zh": "十个字的一句话，KV 12"}) == pytest.approx(2.2 + 3 * 0.22)


def test_what_is_missing_for_reading_comes_before_the_picture_goes_on() -> None:
    words = {"en": "a " * 16, "zh": "一"}
    picture: Picture = {"a": Cell(50, 50, "a")}
    film = make_film([Shot(picture, words), Shot({})], "en")
    assert film.times[1] == FADE + SETTLE
    assert film.seconds == pytest.approx(reading_time(words), abs=2 / FRAMES)


def test_what_changes_from_one_picture_to_the_next() -> None:
    before: Picture = {
        "a": Cell(50, 50, "a"),
        "b": Cell(150, 50, "b"),
        "said x": Text(50, 700, "x"),
    }
    after: Picture = {"b": Cell(250, 50, "b"), "c": Cell(50, 50, "c"), "said y": Text(50, 700, "y")}
    way = change(before, after)
    assert (way.gone, way.moved, way.words, way.new) == (["a", "said x"], ["b"], ["said y"], ["c"])
    assert way.seconds == FADE + MOVE + FADE
    assert change(after, after).seconds == 0


def test_the_captions_of_a_short_film() -> None:
    words = ({"en": "One.", "zh": "一。"}, {"en": "Two.", "zh": "二。"})
    picture: Picture = {"a": Cell(50, 50, "a")}
    shots = [Shot(picture, words[0]), Shot({}), Shot(picture, words[1])]
    film = make_film(shots, "zh")
    assert captions(film, "zh").split("\n\n")[2:] == [
        f"00:00:00.000 --> {clock(sum(film.times[:2]))}\n一。",
        f"{clock(sum(film.times[:2]))} --> {clock(film.seconds)}\n二。\n",
    ]
    assert clock(3725.5) == "01:02:05.500"


# --- the renderer -------------------------------------------------------------------------------


def test_a_change_of_the_trace_or_the_renderer_makes_a_film_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, language = EVERY[0]
    film = catalogue.load_film(name, language)
    before = catalogue.made_from(film)
    other = catalogue.load_trace(name)
    other["setup"]["texts"] = {key: "x" for key in other["setup"]["texts"]}
    with monkeypatch.context() as patch:
        patch.setattr(catalogue, "load_trace", lambda name: other)
        assert catalogue.made_from(catalogue.load_film(name, language)) != before
    monkeypatch.setattr(catalogue, "RENDERERS", catalogue.RENDERERS[1:])
    assert catalogue.made_from(film) != before


def test_without_manim_the_renderer_names_the_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(making.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(catalogue, "out_of_date", lambda name, language: "is not rendered yet")
    assert render.main([EVERY[0][0]]) == 1
    said = capsys.readouterr().err
    assert "manim is not installed:\n  sudo apt-get install" in said and "pip install" in said


def test_a_library_of_the_system_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def broken(name: str, *rest: Any) -> Any:
        if name == "manimpango":
            raise ImportError("libpango is not there")
        return real(name, *rest)

    monkeypatch.setattr(making.importlib.util, "find_spec", lambda name: True)
    monkeypatch.setattr(builtins, "__import__", broken)
    with pytest.raises(
        FilmError, match=r"does not run here \(libpango is not there\):\n  sudo apt"
    ):
        making.need_manim()


def test_a_film_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert render.main(["ch99"]) == 1
    assert "there is no film ch99; there are: ch01_core, " in capsys.readouterr().err


def test_checking_says_what_is_old(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogue, "made_from", lambda film: "another")
    name, language = EVERY[0]
    assert render.main([name, "--lang", language, "--check"]) == 1
    line = f"{name} ({language}) is older than what it is made from: python animations/render.py"
    assert capsys.readouterr().out.startswith(line)
