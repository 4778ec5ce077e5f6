import torch


def make_causal_mask(cached_len: int, device_len: int) -> torch.Tensor:
    """True where token cached_len + i may look at token j: shape (extend_len, device_len)."""
    raise NotImplementedError("not written yet")


def make_batch_mask(cached_lens: list[int], device_lens: list[int]) -> torch.Tensor:
    """The masks of several requests in one, (all computed tokens, all tokens)."""
    raise NotImplementedError("not written yet")
