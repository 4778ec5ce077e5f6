"""One table of what is allowed, asked for each field in turn."""

import dataclasses
import math

ALLOWED = {
    "temperature": lambda value: not math.isnan(value) and value >= 0,
    "top_k": lambda value: value == -1 or value > 0,
    "top_p": lambda value: not math.isnan(value) and value > 0 and not value > 1,
    "max_tokens": lambda value: value > 0,
}


@dataclasses.dataclass(frozen=True)
class SamplingParams:
    """Checked against ALLOWED when it is made."""

    temperature: float = 0.0
    top_k: int = -1
    top_p: float = 1.0
    ignore_eos: bool = False
    max_tokens: int = 1024
    seed: int | None = None

    def __post_init__(self):
        for name, allowed in ALLOWED.items():
            value = getattr(self, name)
            if not allowed(value):
                raise ValueError(f"{name}={value}")

    is_greedy = property(lambda self: not (self.temperature > 0 and self.top_k != 1))
