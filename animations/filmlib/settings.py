"""How films are rendered and packed."""

from __future__ import annotations

FONT, CODE_FONT = "Noto Sans CJK SC", "Noto Sans Mono CJK SC"
FRAMES = 30
# x264: about a megabyte a minute for drawings that mostly stand still.
QUALITY = {"crf": "29", "preset": "slower", "tune": "animation", "g": "600"}
STILL_WIDTH, STILL_QUALITY = 640, 60
