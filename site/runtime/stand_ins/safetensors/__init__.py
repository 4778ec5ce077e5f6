"""safetensors for the browser: reading files of tensors, in pure Python.

A file is the length of its header (8 bytes, little-endian), the header (JSON: dtype, shape and
place of each tensor), and the numbers. Faults of a file raise what the real package raises.
"""

from __future__ import annotations

from ._open import safe_open
from ._reading import SafetensorError

__all__ = ["SafetensorError", "safe_open"]
