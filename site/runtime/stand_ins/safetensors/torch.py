"""All tensors of a file at once."""

from __future__ import annotations

from typing import Any

import torch

from ._open import safe_open


def load_file(filename: Any, device: Any = "cpu") -> dict[str, torch.Tensor]:
    """Tensors by name. Raises what ``safe_open`` raises."""
    with safe_open(filename, framework="pt", device=device) as tensors:
        return {name: tensors.get_tensor(name) for name in tensors.keys()}  # noqa: SIM118
