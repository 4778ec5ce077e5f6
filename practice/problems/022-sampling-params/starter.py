from dataclasses import dataclass


@dataclass
class SamplingParams:
    """How the next token of a request is chosen, and when the request ends."""

    temperature: float = 0.0
    top_k: int = -1
    top_p: float = 1.0
    ignore_eos: bool = False
    max_tokens: int = 1024
    seed: int | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for a value outside its range."""
        raise NotImplementedError("not written yet")

    @property
    def is_greedy(self) -> bool:
        """Whether the most likely token is always taken."""
        raise NotImplementedError("not written yet")
