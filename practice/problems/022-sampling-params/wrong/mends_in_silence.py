"""Moves a value that is out of range to the nearest that is allowed, and tells nobody."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SamplingParams:
    """How the next token of a request is chosen, and when the request ends."""

    temperature: float = 0.0
    top_k: int = -1
    top_p: float = 1.0
    ignore_eos: bool = False
    max_tokens: int = 1024
    seed: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "temperature", max(0.0, self.temperature))
        if self.top_k != -1:
            object.__setattr__(self, "top_k", max(1, self.top_k))
        object.__setattr__(self, "top_p", min(max(1e-6, self.top_p), 1.0))
        object.__setattr__(self, "max_tokens", max(1, self.max_tokens))

    @property
    def is_greedy(self) -> bool:
        return self.temperature == 0.0 or self.top_k == 1
