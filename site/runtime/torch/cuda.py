"""torch.cuda: there is no GPU in a browser tab."""

from __future__ import annotations


def is_available() -> bool:
    return False


def device_count() -> int:
    return 0
