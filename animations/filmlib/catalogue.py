"""Which films there are, what each is made from, and the list of what has been rendered."""

from __future__ import annotations

import hashlib
import importlib
import json
from pathlib import Path
from typing import Any

from filmlib import ANIMATIONS, ROOT, FilmError
from filmlib.colours import colours
from filmlib.shots import Film, as_text, make_film

TRACES, FILMS, LIST = ANIMATIONS / "traces", ANIMATIONS / "films", ANIMATIONS / "films.json"
# Besides its pictures these decide how a film looks.
RENDERERS = ("changes.py", "stage.py", "packing.py", "settings.py")
MADE_WITH = ("manim",)


def names() -> list[str]:
    """Every film, by the names of their scenes.

    Raises:
        FilmError: if there are none, or a scene has no trace, or a trace no scene.
    """
    scenes = sorted(file.stem for file in (ANIMATIONS / "scenes").glob("ch*.py"))
    traces = sorted(file.stem for file in TRACES.glob("*.json"))
    if not scenes:
        raise FilmError("animations/scenes is empty: git checkout animations")
    for name in sorted(set(scenes) ^ set(traces)):
        if name in scenes:
            raise FilmError(f"{name} has no trace: python animations/record.py {name}")
        raise FilmError(f"animations/traces/{name}.json has no scene: remove it")
    return scenes


def load_trace(name: str) -> dict[str, Any]:
    trace: dict[str, Any] = json.loads((TRACES / f"{name}.json").read_text(encoding="utf-8"))
    return trace


def title(name: str) -> dict[str, str]:
    words: dict[str, str] = importlib.import_module(f"scenes.{name}").TITLE
    return words


def load_film(name: str, language: str) -> Film:
    """The film as its scene draws it from its trace."""
    scene = importlib.import_module(f"scenes.{name}")
    return make_film(scene.shots(load_trace(name), language), language)


def made_from(film: Film) -> str:
    """A hash of all that decides how a film looks: its pictures, words and times, the colours, how
    it is rendered, and with what."""
    ours = Path(__file__).resolve().parent
    parts = [as_text(film), json.dumps(colours())]
    parts += [(ours / name).read_text(encoding="utf-8") for name in RENDERERS]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    parts += [pin for pin in pins if pin.partition("==")[0] in MADE_WITH]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def content_hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def read_list() -> dict[str, dict[str, Any]]:
    """What has been rendered: by film and language, its hash, files, stills and length."""
    try:
        films: dict[str, dict[str, Any]] = json.loads(LIST.read_text(encoding="utf-8"))["films"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError) as error:
        raise FilmError(
            f"animations/films.json cannot be read: {error}: take it from git"
        ) from None
    return films


def write_list(films: dict[str, dict[str, Any]]) -> None:
    document = {"made_by": "python animations/render.py", "schema": 1, "films": films}
    text = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True)
    LIST.write_text(text + "\n", encoding="utf-8", newline="\n")


def out_of_date(name: str, language: str) -> str | None:
    """Why a film must be rendered; None if it need not be."""
    entry = read_list().get(name, {}).get(language)
    if entry is None:
        return "is not rendered yet"
    if entry["made_from"] != made_from(load_film(name, language)):
        return "is older than what it is made from"
    for file, hashed in entry["files"].items():
        if not (FILMS / file).is_file():
            return f"lacks {file}"
        if content_hash(FILMS / file) != hashed:
            return f"has another {file} than was rendered"
    return None


def unknown_files() -> list[str]:
    """What lies in the folder of the films and belongs to none."""
    known = {
        file for film in read_list().values() for entry in film.values() for file in entry["files"]
    }
    return sorted(file.name for file in FILMS.glob("*") if file.name not in known)


def choose(wanted: list[str]) -> list[str]:
    """These films, or all.

    Raises:
        FilmError: for a name that is none.
    """
    known = names()
    for name in wanted:
        if name not in known:
            raise FilmError(f"there is no film {name}; there are: {', '.join(known)}")
    return wanted or known
