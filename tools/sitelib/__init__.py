"""Building the site: Node and its packages, the Python that runs in the browser."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "site" / "web"
BUILD = ROOT / "build"


class SiteError(Exception):
    """The site cannot be built; the message says why and what to do."""
