"""Making one film: rendered apart, packed, and put in its place when it is whole."""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from pathlib import Path
from typing import Any

from filmlib import FilmError, catalogue
from filmlib.captions import captions
from filmlib.needs import APT, PIP
from filmlib.settings import CODE_FONT, FONT, FRAMES
from filmlib.shots import Film

LATE = 2.5 / FRAMES  # seconds before the end of a shot at which its still is taken


def need_manim() -> None:
    """Raises: FilmError with the command, if manim or a font is missing."""
    if importlib.util.find_spec("manim") is None:
        raise FilmError(f"manim is not installed:\n  {APT}\n  {PIP}")
    try:
        import manimpango
    except ImportError as error:
        raise FilmError(f"manim does not run here ({error}):\n  {APT}\n  {PIP}") from None
    fonts = manimpango.list_fonts()
    for font in (FONT, CODE_FONT):
        if font not in fonts:
            raise FilmError(f"the font {font} is not installed:\n  {APT}")


def make(name: str, language: str) -> dict[str, Any]:
    """Render a film with all that belongs to it; returns its entry in the list of films."""
    from filmlib import packing, stage  # here: they need manim

    film = catalogue.load_film(name, language)
    made_from = catalogue.made_from(film)  # now: sources may change while it renders
    files = {kind: f"{name}.{language}.{kind}" for kind in ("mp4", "vtt")}
    posters = [place for place, shot in enumerate(film.shots) if shot.poster]
    assert len(posters) == 1, f"{name} must have one poster, not {len(posters)}"
    stills = [place for place, shot in enumerate(film.shots) if shot.still]
    pictures = {place: f"{name}.{language}.{place:02}.webp" for place in {*posters, *stills}}
    with tempfile.TemporaryDirectory(prefix="film-") as folder:
        scratch = Path(folder)
        rendered = stage.render(film, scratch / "manim")
        packing.pack(rendered, film, scratch / files["mp4"])
        (scratch / files["vtt"]).write_text(
            captions(film, language), encoding="utf-8", newline="\n"
        )
        places = sorted(pictures)
        ends = [film.starts()[place] + film.times[place] - LATE for place in places]
        packing.take_stills(
            scratch / files["mp4"], ends, [scratch / pictures[place] for place in places]
        )
        made = [*files.values(), *(pictures[place] for place in places)]
        _put_in_place(scratch, made)
    return {
        "made_from": made_from,
        "title": catalogue.title(name)[language],
        "seconds": round(film.seconds, 2),
        "poster": pictures[posters[0]],
        "said": _said(film, language, {place: pictures[place] for place in stills}),
        "files": {file: catalogue.content_hash(catalogue.FILMS / file) for file in made},
    }


def _said(film: Film, language: str, stills: dict[int, str]) -> list[dict[str, str | None]]:
    """Every sentence, with the last still that is kept of the shots during which it stands."""
    said: list[dict[str, str | None]] = []
    for place, shot in enumerate(film.shots):
        if shot.words is not None:
            said.append({"words": shot.words[language], "still": None})
        said[-1]["still"] = stills.get(place, said[-1]["still"])
    return said


def _put_in_place(scratch: Path, files: list[str]) -> None:
    catalogue.FILMS.mkdir(exist_ok=True)
    name, language, _ = files[0].split(".")
    for old in catalogue.FILMS.glob(f"{name}.{language}.*"):
        old.unlink()
    for file in files:
        shutil.move(scratch / file, catalogue.FILMS / file)


def write_down(name: str, language: str, entry: dict[str, Any]) -> None:
    """Put a film into the list, and drop those that are no more."""
    films = catalogue.read_list()
    films.setdefault(name, {})[language] = entry
    known = catalogue.names()
    catalogue.write_list({name: film for name, film in films.items() if name in known})


def draft(name: str, language: str, folder: Path) -> Path:
    """A film of half the size for a look, without what belongs to it."""
    from filmlib import packing, stage

    film = catalogue.load_film(name, language)
    target = folder / f"{name}.{language}.mp4"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="film-") as scratch:
        packing.pack(stage.render(film, Path(scratch), scale=0.5), film, target)
    return target
