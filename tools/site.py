"""The site of the course: ``python tools/site.py --help``. The work is in tools/sitelib."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "practice"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from sitelib.commands import main

if __name__ == "__main__":
    sys.exit(main())
