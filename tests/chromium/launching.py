"""Where Chromium is, and how it is started."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_IT = (
    "these tests need Chromium, and a font with Chinese: apt-get install -y chromium "
    "fonts-noto-cjk; or name the program in the environment variable CHROMIUM"
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No other host has an address, whatever asks for it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def find_chromium() -> str:
    """The program.

    Raises:
        FileNotFoundError: saying how to get it, if there is none.
    """
    named = os.environ.get("CHROMIUM")
    for name in [named] if named else NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise FileNotFoundError(f"{named} is no program: " * bool(named) + HOW_TO_GET_IT)
