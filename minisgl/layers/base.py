"""What every layer is: a function with weights, and where a checkpoint's tensors go in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

import torch

WeightSlots = Iterator[tuple[str, torch.Tensor]]


class BaseOP(ABC):
    """A layer. Its weights are its tensor attributes; its parts, the layers among its attributes.

    Weights are made empty and filled by ``models.load_weights``, never initialised.
    """

    @abstractmethod
    def forward(self, *args: Any) -> Any:
        """Compute the layer."""

    def weight_slots(self, prefix: str = "") -> WeightSlots:
        """Yield (name in a Hugging Face checkpoint, the place that takes that tensor).

        A place is a view of this layer's storage, so copying into it loads the weight. Attributes
        whose names start with an underscore belong to somebody else and are left out.
        """
        for name, value in vars(self).items():
            if name.startswith("_"):
                continue
            if isinstance(value, torch.Tensor):
                yield f"{prefix}{name}", value
            elif isinstance(value, BaseOP):
                yield from value.weight_slots(f"{prefix}{name}.")


class OPList(BaseOP):
    """Layers one after the other; a checkpoint numbers them ``prefix.0``, ``prefix.1`` …"""

    def __init__(self, ops: list[BaseOP]) -> None:
        self.ops = ops

    def forward(self, x: Any) -> Any:
        for op in self.ops:
            x = op.forward(x)
        return x

    def weight_slots(self, prefix: str = "") -> WeightSlots:
        for index, op in enumerate(self.ops):
            yield from op.weight_slots(f"{prefix}{index}.")
