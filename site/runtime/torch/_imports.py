"""Parts of torch that are not here, when they are imported: the error says how to get on.

``from torch import fft`` and ``import torch.utils.data`` would else only say that there is no such
module.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from ._registry import not_offered

PACKAGE = __name__.partition(".")[0]


class AbsentFinder(MetaPathFinder):
    """Asked last, when nobody has found a module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Raises ImportError for what torch has."""
        owner, _, name = fullname.rpartition(".")
        if owner.partition(".")[0] != PACKAGE:
            return None
        from ._names import NAMES

        public = owner.replace(PACKAGE, "torch", 1)
        if name in NAMES.get(public, ()):
            raise ImportError(str(not_offered(f"{public}.{name}")), name=fullname)
        return None


sys.meta_path.append(AbsentFinder())
