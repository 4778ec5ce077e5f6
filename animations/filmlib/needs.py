"""What has to be installed to render films; tools/doctor.py names it too."""

from __future__ import annotations

PACKAGES = ("libcairo2-dev", "libpango1.0-dev", "pkg-config", "fonts-noto-cjk")  # of apt
APT = f"sudo apt-get install -y --no-install-recommends {' '.join(PACKAGES)}"
PIP = '.venv/bin/python -m pip install --constraint constraints.txt --editable ".[animations]"'
