"""Which tokens do the new ones see after a cache hit? The rows printed are the weights.

All keys are zero, so that whatever is seen has the same weight; value j is 1 at place j.
"""

from __future__ import annotations

import torch

from minisgl.attention import make_causal_mask
from minisgl.attention.torch_backend import attend

DEVICE_LEN = 5
KEYS = torch.zeros(DEVICE_LEN, 1, DEVICE_LEN)
VALUES = torch.eye(DEVICE_LEN).unsqueeze(1)  # (tokens, one head, head_dim)


def show(name: str, cached_len: int, mask: torch.Tensor | None, is_causal: bool) -> None:
    queries = torch.zeros(DEVICE_LEN - cached_len, 1, DEVICE_LEN)
    weights = attend(queries, KEYS, VALUES, mask, is_causal)[:, 0]
    print(f"{name}:")
    for i, row in enumerate(weights.tolist()):
        print(f"  token {cached_len + i} sees {' '.join(f'{weight:.2f}' for weight in row)}")


show("3 of 5 cached, is_causal", 3, None, True)
show("3 of 5 cached, our mask", 3, make_causal_mask(3, 5, torch.device("cpu")), False)
show("4 of 5 cached (decode), is_causal", 4, None, True)
show("4 of 5 cached (decode), nothing", 4, None, False)
