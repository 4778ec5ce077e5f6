import torch


def attend_ragged(
    q: torch.Tensor,
    k_cache: torch.Tensor,
    v_cache: torch.Tensor,
    slots: torch.Tensor,
    cached_lens: list[int],
    device_lens: list[int],
) -> torch.Tensor:
    """Causal attention of each request over its own tokens, wherever in the pool they lie."""
    raise NotImplementedError("not written yet")
