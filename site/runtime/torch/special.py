"""torch.special: functions of torch under other names."""

from __future__ import annotations

from typing import Any

from ._registry import FUNCTIONS, not_offered

_OTHER_NAMES = {"expit": "sigmoid", "gammaln": "lgamma"}
_NAMES = (
    "erf", "erfc", "exp2", "expit", "expm1", "gammaln", "log1p", "log_softmax", "logit",
    "logsumexp", "softmax", "xlogy",
)  # fmt: skip

globals().update({name: FUNCTIONS[_OTHER_NAMES.get(name, name)] for name in _NAMES})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_offered(f"torch.special.{name}")
