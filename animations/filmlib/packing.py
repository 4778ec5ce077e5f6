"""From what manim renders to what a page shows: a small film, its poster and its stills."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
from av.video.frame import PictureType
from PIL import Image

from filmlib.settings import FRAMES, QUALITY, STILL_QUALITY, STILL_WIDTH
from filmlib.shots import Film, frame_counts


def pack(source: Path, film: Film, target: Path) -> None:
    """Encode a film anew, small, and with its index in front so that it plays while it loads.

    Every shot comes as the frames in which something moves and one more, which stands still for the
    rest of the shot. (So nothing is drawn and encoded twice that does not move.)
    """
    repeats = frame_counts(film)
    with (
        av.open(str(source)) as large,
        av.open(str(target), "w", options={"movflags": "+faststart"}) as small,
    ):
        picture = large.streams.video[0]
        stream = small.add_stream("libx264", rate=FRAMES, options=dict(QUALITY))
        stream.width, stream.height, stream.pix_fmt = picture.width, picture.height, "yuv420p"
        number = 0
        for count, frame in zip(repeats, large.decode(picture), strict=True):
            for _ in range(count):
                frame.pts, frame.time_base = number, Fraction(1, FRAMES)
                frame.pict_type = PictureType.NONE  # x264 is to decide anew
                small.mux(stream.encode(frame))
                number += 1
        small.mux(stream.encode(None))


def take_stills(film: Path, times: Sequence[float], targets: Sequence[Path]) -> None:
    """Write the frames at these times, ascending, as small pictures."""
    waiting = list(zip(times, targets, strict=True))
    with av.open(str(film)) as container:
        for frame in container.decode(container.streams.video[0]):
            while waiting and frame.time >= waiting[0][0]:
                picture = frame.to_image()
                height = round(STILL_WIDTH * picture.height / picture.width)
                picture = picture.resize((STILL_WIDTH, height), Image.Resampling.LANCZOS)
                picture.save(waiting.pop(0)[1], quality=STILL_QUALITY, method=6)
    assert not waiting, f"{film} is shorter than its shots"
