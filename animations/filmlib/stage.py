"""Rendering a film with manim: the only module that needs it, or anything that is installed for it.

Pixels of the pictures become manim's units here, and each shape an object of manim that is moved,
changed, shown and hidden as the pictures say.
"""

from __future__ import annotations

import functools
from pathlib import Path

import manim

from filmlib.changes import FADE, MOVE, Change, change
from filmlib.colours import colours
from filmlib.picture import HEIGHT, SMALL, WIDTH, Card, Cell, Line, Picture, Shape, Text
from filmlib.settings import CODE_FONT, FONT, FRAMES
from filmlib.shots import Film

UNIT = 90.0  # pixels; manim's screen is 8 units high
LAYERS = {Line: 0, Card: 1, Cell: 2, Text: 3}
GHOST = "Hg"  # an ascender and a descender, to set every word on the same line


def render(film: Film, folder: Path, *, scale: float = 1.0) -> Path:
    """Render what moves into ``folder``; of what stands still there is one frame (see ``packing``).

    Returns: the film as manim writes it.

    Args:
        scale: of the size of the screen; less than 1 for drafts.
    """
    settings = {
        "pixel_width": int(WIDTH * scale),
        "pixel_height": int(HEIGHT * scale),
        "frame_rate": FRAMES,
        "frame_width": WIDTH / UNIT,
        "frame_height": HEIGHT / UNIT,
        "background_color": colours()["paper"],
        "media_dir": str(folder),
        "output_file": "film",
        "disable_caching": True,
        "progress_bar": "none",
        "verbosity": "ERROR",
    }
    with manim.tempconfig(settings):
        scene = _Stage(film)
        scene.render()
        return Path(scene.renderer.file_writer.movie_file_path)


class _Stage(manim.Scene):
    def __init__(self, film: Film) -> None:
        super().__init__()
        self._film = film
        self._shown: dict[str, manim.VMobject] = {}

    def construct(self) -> None:
        before: Picture = {}
        for shot in self._film.shots:
            self._go(change(before, shot.picture), shot.picture)
            self.wait(1 / FRAMES)
            before = shot.picture

    def _move(self, key: str, shape: Shape) -> manim.Animation:
        """A shape on its way; where its letters are others, the old ones fade into the new."""
        old, new = self._shown[key], draw(shape)
        if len(old.family_members_with_points()) == len(new.family_members_with_points()):
            return manim.Transform(old, new)
        self._shown[key] = new
        return manim.FadeTransform(old, new, stretch=False)

    def _go(self, way: Change, after: Picture) -> None:
        shown = self._shown
        if way.gone:
            self.play(*(manim.FadeOut(shown.pop(key)) for key in way.gone), run_time=FADE)
        new = {key: draw(after[key]) for key in (*way.words, *way.new)}
        words = [manim.FadeIn(new[key]) for key in way.words]
        if way.moved:
            moves = [self._move(key, after[key]) for key in way.moved]
            self.play(*words, *moves, run_time=MOVE)
            words = []
        if way.new or words:
            self.play(*words, *(manim.FadeIn(new[key]) for key in way.new), run_time=FADE)
        shown.update(new)


def draw(shape: Shape) -> manim.VMobject:
    """A shape in its place."""
    if isinstance(shape, Cell):
        drawn = _cell(shape)
    elif isinstance(shape, Card):
        drawn = _frame(shape.width, shape.height, colours()[shape.tint], 2.5, 0.12)
        drawn.move_to(_point(shape.x, shape.y))
    elif isinstance(shape, Line):
        drawn = _line(shape)
    else:
        drawn = _words(shape)
    for part in drawn.get_family():
        part.set_z_index(LAYERS[type(shape)])
    return drawn


def _cell(cell: Cell) -> manim.VGroup:
    """Full of its state's colour; free and plain cells are hollow."""
    full = cell.state in ("evictable", "protected", "written")
    colour = colours()["quiet" if cell.state == "plain" else cell.state]
    frame = _frame(cell.width, cell.height, colour, 2.5, 0.08)
    frame.set_fill(colour if full else colours()["paper"], 1.0)
    if cell.state == "free":
        frame.set_fill(colour, 0.22)
    ring = _frame(cell.width + 2, cell.height + 2, colours()["mark"], 7.0, 0.1)
    ring.set_stroke(opacity=1.0 if cell.marked else 0.0)
    ink = manim.ManimColor(colours()["paper" if full else "ink"])
    middle = cell.label == "" or cell.under == ""
    parts = [frame, ring]
    for words, size, y in (
        (cell.label, cell.size, 0.0 if middle else -13.0),
        (cell.under, SMALL, 0.0 if middle else 16.0),
    ):
        if words:
            parts.append(_set(words, size, code=False, colour=ink).shift(_vector(0, y)))
    return manim.VGroup(*parts).shift(_point(cell.x, cell.y))


def _frame(
    width: float, height: float, colour: str, stroke: float, radius: float
) -> manim.VMobject:
    """A rectangle with rounded corners, around the middle of the screen, not filled."""
    frame = manim.RoundedRectangle(
        corner_radius=radius, width=width / UNIT, height=height / UNIT, color=colour
    )
    return frame.set_stroke(width=stroke).set_fill(opacity=0.0)


def _line(line: Line) -> manim.VMobject:
    ends = (_point(line.x, line.y), _point(line.x2, line.y2))
    return manim.Line(*ends, color=colours()[line.tint], stroke_width=line.weight)


def _words(text: Text) -> manim.VMobject:
    drawn = _set(text.words, text.size, code=text.code, colour=colours()[text.tint])
    drawn.shift(_point(text.x, text.y))
    half = drawn.width / 2
    return drawn.shift({"left": half, "centre": 0.0, "right": -half}[text.align] * manim.RIGHT)


def _set(words: str, size: float, *, code: bool, colour: str | manim.ManimColor) -> manim.VMobject:
    """Letters around the middle of the screen, all words of a size on the same line."""
    font = CODE_FONT if code else FONT
    whole = manim.Text(GHOST + words, font=font, font_size=48, color=colour, disable_ligatures=True)
    whole.scale(size / _letter_size(font))
    ghost = manim.VGroup(*whole.submobjects[: len(GHOST)])
    letters = manim.VGroup(*whole.submobjects[len(GHOST) :])
    return letters.shift(-letters.get_x() * manim.RIGHT - ghost.get_y() * manim.UP)


@functools.cache
def _letter_size(font: str) -> float:
    """How many pixels high, and Chinese characters wide, letters of manim's size 48 are."""
    one, two = (manim.Text("田" * count, font=font, font_size=48) for count in (1, 11))
    return float(two.width - one.width) / 10 * UNIT


def _point(x: float, y: float) -> manim.typing.Point3D:
    return _vector(x - WIDTH / 2, y - HEIGHT / 2)


def _vector(x: float, y: float) -> manim.typing.Vector3D:
    return manim.RIGHT * x / UNIT + manim.DOWN * y / UNIT
