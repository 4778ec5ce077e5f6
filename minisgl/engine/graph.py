"""Running the model on a batch, and running it once before anybody waits for it."""

from __future__ import annotations

import torch

from minisgl.core import Batch, Context, Req
from minisgl.models import BaseLLMModel


class GraphRunner:
    """Runs forwards. All of them step by step; recorded graphs of kernels would be replayed here.

    Args:
        dummy_req: a request of one token whose row of the page table points at the dummy page.
    """

    def __init__(self, model: BaseLLMModel, ctx: Context, dummy_req: Req) -> None:
        self._model = model
        self._ctx = ctx
        self._dummy_req = dummy_req

    def run(self, batch: Batch) -> torch.Tensor:
        """Scores of the token after each request's last: (requests, vocab)."""
        with self._ctx.forward_batch(batch):
            last = batch.attn_metadata.get_last_indices()
            return self._model.forward(batch.input_ids, batch.positions, output_rows=last)

    @torch.inference_mode()
    def warm_up(self) -> None:
        """One forward of the dummy request: libraries set themselves up, and a model that cannot
        run fails here instead of under the first user's request."""
        batch = Batch(reqs=[self._dummy_req], phase="decode")
        device = self._ctx.page_table.device
        batch.input_ids = self._dummy_req.input_ids.long().to(device)
        batch.positions = torch.zeros(1, dtype=torch.int64, device=device)
        batch.out_loc = self._ctx.page_table[self._dummy_req.table_idx, :1]
        self._ctx.attn_backend.prepare_metadata(batch)
        self.run(batch)
