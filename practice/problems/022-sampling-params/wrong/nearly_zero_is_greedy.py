"""Calls a temperature greedy that is only very small."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SamplingParams:
    temperature: float = 0.0
    top_k: int = -1
    top_p: float = 1.0
    ignore_eos: bool = False
    max_tokens: int = 1024
    seed: int | None = None

    def __post_init__(self) -> None:
        if not self.temperature >= 0.0:  # no comparison with NaN is true: so it is refused too
            raise ValueError(f"temperature must be 0 or more, not {self.temperature}")
        if self.top_k != -1 and self.top_k < 1:
            raise ValueError(f"top_k must be -1 (off) or at least 1, not {self.top_k}")
        if not 0.0 < self.top_p <= 1.0:
            raise ValueError(f"top_p must be in (0, 1], not {self.top_p}")
        if self.max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, not {self.max_tokens}")

    @property
    def is_greedy(self) -> bool:
        return self.temperature < 1e-5 or self.top_k == 1
