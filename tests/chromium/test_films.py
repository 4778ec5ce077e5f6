"""A film on its page: nothing is loaded before it is asked for, it plays, and it can be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import REPOSITORY
from playwright.sync_api import Page, expect

from .conftest import Visit

FILM = "ch09_radix_cache"
# Browsers have the codec of the films but for builds without those that are not free.
PLAYS = """(video) => video.canPlayType('video/mp4; codecs="avc1.64001f"') !== ''"""
PLAY = """async (video) => {
  video.muted = true;
  await video.play();
  await new Promise((done) => {
    const look = () => (video.currentTime > 0.2 ? done() : setTimeout(look, 50));
    look();
  });
  video.pause();
  return [video.videoWidth, video.videoHeight, Math.round(video.duration)];
}"""
SEEK = """(video, to) => new Promise((done) => {
  video.addEventListener("seeked", () => done(video.currentTime), { once: true });
  video.currentTime = to;
})"""
CUES = """(video, place) => new Promise((done) => {
  const track = video.querySelectorAll("track")[place];
  track.addEventListener("load", () => done([...track.track.cues].map((cue) => cue.text)));
  track.track.mode = "hidden";
})"""


@pytest.fixture
def film() -> dict[str, Any]:
    """What is known of the film, by language."""
    document = json.loads((REPOSITORY / "animations/films.json").read_text("utf-8"))
    film: dict[str, Any] = document["films"][FILM]
    return film


@pytest.fixture
def page(visit: Visit, served: str) -> Page:
    return visit("en/chapters/09-radix-cache/", base_url=served)


def test_a_film_plays_and_can_be_wound_forward(page: Page, film: dict[str, Any]) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    video = page.locator(".film video")
    assert video.evaluate("(video) => video.readyState") == 0
    assert not [url for url in loaded if url.endswith(".mp4")]
    assert video.evaluate(PLAYS), "this Chromium cannot play H.264"
    assert video.evaluate(PLAY) == [1280, 720, round(film["en"]["seconds"])]
    assert video.evaluate(SEEK, 60) == 60
    assert video.evaluate("(video) => video.error") is None


@pytest.mark.parametrize(("edition", "other"), [("en", "zh"), ("zh", "en")])
def test_captions_come_in_both_languages(
    visit: Visit, served: str, film: dict[str, Any], edition: str, other: str
) -> None:
    page = visit(f"{edition}/chapters/09-radix-cache/", base_url=served)
    video = page.locator(".film video")
    for place, language in enumerate((edition, other)):
        said = [one["words"] for one in film[language]["said"]]
        assert video.evaluate(CUES, place) == said


def test_without_playing_it_the_film_is_pictures_and_words(
    page: Page, film: dict[str, Any]
) -> None:
    page.get_by_text("The film as pictures and words").click()
    strip = page.locator(".film-stills")
    expect(strip.locator("li")).to_have_count(len(film["en"]["said"]))
    pictures = strip.locator("img")
    expect(pictures).to_have_count(len([one for one in film["en"]["said"] if one["still"]]))
    pictures.last.scroll_into_view_if_needed()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.film-stills img')].at(-1).naturalWidth === 640"
    )
