"""The way from one picture to the next, and how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

from filmlib.picture import Picture

FADE, MOVE = 0.4, 1.2  # seconds
SAID = "said"  # begins the keys of the words below the picture


@dataclass(frozen=True)
class Change:
    """The way from one picture to the next, as keys: what goes fades, then what stays moves, then
    what is new fades in. New words come with the moves, so that they can be read meanwhile."""

    gone: list[str]
    moved: list[str]
    words: list[str]
    new: list[str]

    @property
    def seconds(self) -> float:
        last = bool(self.new) or (bool(self.words) and not self.moved)
        return FADE * bool(self.gone) + MOVE * bool(self.moved) + FADE * last


def change(before: Picture, after: Picture) -> Change:
    new = [key for key in after if key not in before]
    return Change(
        gone=[key for key in before if key not in after],
        moved=[key for key in after if key in before and before[key] != after[key]],
        words=[key for key in new if key.startswith(SAID)],
        new=[key for key in new if not key.startswith(SAID)],
    )
