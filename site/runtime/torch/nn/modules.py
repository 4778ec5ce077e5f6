"""Modules: named parameters and what they do with an input."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .._core import Storage, Tensor
from .._creation import empty, ones
from .._registry import FUNCTIONS, METHODS
from . import functional


class Parameter(Tensor):
    """A tensor that belongs to a module; it shares the numbers of the one it is made of."""

    def __init__(self, data: Tensor, requires_grad: bool = True) -> None:
        super().__init__(data._storage, data._offset, data._shape, data._strides, data.dtype)
        self.requires_grad = requires_grad

    def __repr__(self) -> str:
        return "Parameter containing:\n" + str(METHODS["__repr__"](self))


class Module:
    """Something with parameters and modules as attributes, that is called with its input."""

    training = True

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.forward(*arguments, **options)

    def forward(self, *arguments: Any, **options: Any) -> Any:
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def children(self) -> Iterator[Module]:
        return iter([value for value in vars(self).values() if isinstance(value, Module)])

    def named_parameters(self, prefix: str = "") -> Iterator[tuple[str, Parameter]]:
        for name, value in vars(self).items():
            if isinstance(value, Parameter):
                yield prefix + name, value
            elif isinstance(value, Module):
                yield from value.named_parameters(f"{prefix}{name}.")

    def parameters(self) -> Iterator[Parameter]:
        return iter([parameter for _, parameter in self.named_parameters()])

    def state_dict(self) -> dict[str, Tensor]:
        return dict(self.named_parameters())

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        for name, parameter in self.named_parameters():
            METHODS["copy_"](parameter, state[name])

    def eval(self) -> Module:
        self.training = False
        return self

    def train(self, mode: bool = True) -> Module:
        self.training = mode
        return self


class ModuleList(Module):
    def __init__(self, modules: Any = ()) -> None:
        for place, module in enumerate(modules):
            setattr(self, str(place), module)

    def __iter__(self) -> Iterator[Module]:
        return self.children()

    def __len__(self) -> int:
        return len(list(self.children()))

    def __getitem__(self, place: int) -> Module:
        return list(self.children())[place]


class Sequential(ModuleList):
    def __init__(self, *modules: Module) -> None:
        super().__init__(modules)

    def forward(self, input: Any) -> Any:
        for module in self:
            input = module(input)
        return input


def _uniform(shape: tuple[int, ...], bound: float) -> Parameter:
    return Parameter(METHODS["uniform_"](empty(shape), -bound, bound))


class Linear(Module):
    def __init__(self, in_features: int, out_features: int, bias: bool = True) -> None:
        bound = 1 / math.sqrt(in_features) if in_features else 0.0
        self.in_features, self.out_features = in_features, out_features
        self.weight = _uniform((out_features, in_features), bound)
        self.bias = _uniform((out_features,), bound) if bias else None

    def forward(self, input: Tensor) -> Tensor:
        return functional.linear(input, self.weight, self.bias)


class Embedding(Module):
    def __init__(self, num_embeddings: int, embedding_dim: int) -> None:
        self.weight = Parameter(FUNCTIONS["randn"](num_embeddings, embedding_dim))

    def forward(self, input: Tensor) -> Tensor:
        return functional.embedding(input, self.weight)


class RMSNorm(Module):
    def __init__(self, normalized_shape: Any, eps: float | None = None) -> None:
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape
        self.normalized_shape, self.eps = tuple(shape), eps
        self.weight = Parameter(ones(self.normalized_shape))

    def forward(self, input: Tensor) -> Tensor:
        return functional.rms_norm(input, self.normalized_shape, self.weight, self.eps)


__all__ = ["Module", "Parameter", "Storage"]
