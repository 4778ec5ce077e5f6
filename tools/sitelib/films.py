"""The films of animations/: copied into the site, and shown with captions, poster and stills.

animations/films.json says what there is; nothing of what rendering needs is needed here.
"""

from __future__ import annotations

import html
import json
import shutil
from pathlib import Path
from typing import Any

from sitelib import SiteError
from sitelib.tables import Address
from sitelib.words import LANGUAGES, NAMES, WORDS

FOLDER = "films"
SIZE = 'width="1280" height="720"'


def read_films(root: Path) -> dict[str, dict[str, Any]]:
    """The films by name, each by language; none if the course has no animations.

    Raises:
        SiteError: if their list is not as it should be.
    """
    file = root / "animations" / "films.json"
    try:
        films: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["films"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError) as error:
        raise SiteError(f"animations/films.json: {error!r}: take it from git again") from None
    return films


def copy_films(root: Path, target: Path) -> None:
    """Put every file of every film into the folder ``films`` of the site.

    Raises:
        SiteError: if one is missing.
    """
    for name, film in read_films(root).items():
        for file in (file for entry in film.values() for file in entry["files"]):
            source = root / "animations" / "films" / file
            if not source.is_file():
                raise SiteError(
                    f"animations/films has no {file}: python animations/render.py {name}"
                )
            shutil.copyfile(source, target / file)


def film_html(root: Path, name: str, language: str, address: Address) -> str:
    """A film with its captions in every language, and folded below it all that it says and shows.

    ``address`` gives the address of a file of the site. A course without films has nothing here.

    Raises:
        SiteError: if there are films, and not this one in this language.
    """
    films = read_films(root)
    if not films:
        return ""
    if language not in films.get(name, {}):
        raise SiteError(f"animations has no film {name}: python animations/render.py {name}")
    film, words = films[name][language], WORDS[language]

    def at(file: str) -> str:
        return html.escape(address(f"{FOLDER}/{file}"))

    languages = sorted(LANGUAGES, key=lambda one: one != language)
    tracks = [
        f'<track kind="captions" srclang="{one}" label="{NAMES[one]}" '
        f'src="{at(f"{name}.{one}.vtt")}">'
        for one in languages
        if one in films[name]
    ]
    title = html.escape(film["title"])
    lines = [
        '<figure class="film">',
        f'<video controls preload="none" playsinline {SIZE} aria-label="{title}"',
        f'poster="{at(film["poster"])}" src="{at(f"{name}.{language}.mp4")}">',
        *tracks,
        "</video>",
        f"<figcaption>{title} · {length(film['seconds'])}</figcaption>",
        "</figure>",
        f'<details class="film-stills"><summary>{words["film stills"]}</summary>',
        "<ol>",
        *(_sentence(one, at) for one in film["said"]),
        "</ol>",
        "</details>",
    ]
    return "\n".join(lines)


def _sentence(said: dict[str, Any], at: Address) -> str:
    """What is said, below the picture that goes with it, if one is kept."""
    picture = ""
    if said["still"] is not None:
        picture = f'<img loading="lazy" width="640" height="360" alt="" src="{at(said["still"])}">'
    return f"<li>{picture}<span>{html.escape(said['words'])}</span></li>"


def length(seconds: float) -> str:
    """139 seconds are 2:19."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02}"
