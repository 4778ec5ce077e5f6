"""Mixture-of-experts backends."""

from minisgl.utils import Registry

from .base import BaseMoeBackend, TorchMoeBackend, choose_experts

MOE_BACKENDS: Registry[type[BaseMoeBackend]] = Registry("MoE backend")
MOE_BACKENDS.register("torch")(TorchMoeBackend)


def create_moe_backend(name: str) -> BaseMoeBackend:
    """Raises: ValueError for an unknown name."""
    return MOE_BACKENDS[name]()


__all__ = [
    "MOE_BACKENDS",
    "BaseMoeBackend",
    "TorchMoeBackend",
    "choose_experts",
    "create_moe_backend",
]
