"""The key of the colours, at the top of every film."""

from __future__ import annotations

from filmlib.picture import SMALL, WIDTH, Cell, Picture, State, Text, text_width

NAMES: dict[str, dict[State, str]] = {
    "en": {
        "free": "free",
        "evictable": "evictable",
        "protected": "protected",
        "written": "being written",
    },
    "zh": {"free": "空闲", "evictable": "可淘汰", "protected": "受保护", "written": "正在写入"},
}
CHIP = 24


def colour_key(language: str, y: float = 38) -> Picture:
    """Four chips with their names, from the right edge of the screen."""
    picture: Picture = {}
    right = WIDTH - 36.0
    for state, name in reversed(NAMES[language].items()):
        left = right - text_width(name, SMALL)
        picture[f"key {state}"] = Text(left, y, name, SMALL, align="left")
        chip = left - 10 - CHIP / 2
        picture[f"chip {state}"] = Cell(chip, y, "", state=state, width=CHIP, height=CHIP)
        right = chip - CHIP / 2 - 22
    return picture
