"""Expanding a page's text into plain Markdown with Jinja2.

An unknown name, symbol, output, problem or page is an error that names the page and the line.
"""

from __future__ import annotations

import traceback
from typing import Any

import jinja2
from steplib.manifest import CourseError

from sitelib import SiteError

BEGIN, END = "\x02", "\x03"


def _only_text(value: Any) -> Any:
    """What a directive gives; jinja2 would show an object that is none, or a call left out."""
    if isinstance(value, str | int | jinja2.Undefined):
        return value
    raise SiteError(f"{value!r} is no text: call it with (), or name a part of it with a point")


_ENVIRONMENT = jinja2.Environment(
    undefined=jinja2.StrictUndefined,
    autoescape=False,
    keep_trailing_newline=True,
    finalize=_only_text,
)


def block(text: str) -> str:
    """Mark what a directive gives as lines that must all be indented as the directive is."""
    return f"{BEGIN}{text.rstrip()}{END}"


def expand(text: str, place: str, names: dict[str, Any]) -> str:
    """The text with its directives carried out.

    Args:
        place: what errors call the page, a path relative to the repository.
        names: what directives may use.

    Raises:
        SiteError: ``place:line: what is wrong``.
    """
    try:
        code = _ENVIRONMENT.compile(text, filename=place)
        template = jinja2.Template.from_code(_ENVIRONMENT, code, _ENVIRONMENT.make_globals(names))
        return plain(template.render())
    except jinja2.TemplateSyntaxError as error:
        raise SiteError(f"{place}:{error.lineno}: {error.message}") from None
    except (SiteError, CourseError) as error:
        raise SiteError(f"{_where(error, place)}: {error}") from None
    except jinja2.UndefinedError as error:
        known = "chapters/README.md lists the directives"
        raise SiteError(f"{_where(error, place)}: {error.message}: {known}") from None
    except (jinja2.TemplateError, TypeError, ValueError, AttributeError, LookupError) as error:
        raise SiteError(f"{_where(error, place)}: {error}") from error


def _where(error: BaseException, place: str) -> str:
    """The page and the line of it that was being carried out."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == place]
    return f"{place}:{lines[-1]}" if lines else place


def plain(text: str) -> str:
    """Give every line of a block the indentation of the line that it begins in, and unmark it."""
    parts = text.split(BEGIN)
    done = parts[0]
    for part in parts[1:]:
        inside, _, after = part.partition(END)
        margin = done[done.rfind("\n") + 1 :]
        if margin.isspace():
            inside = inside.replace("\n", "\n" + margin)
        done += inside + after
    return done
