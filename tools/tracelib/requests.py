"""Recording one request by its lengths, and a batch by what the attention backend is given."""

from __future__ import annotations

from typing import Any

from .recording import Recorder, State

LENGTHS = ("cached_len", "device_len", "max_device_len", "extend_len", "remain_len")


class RecordedReq:
    """A request behind the interface that it has itself, and the trace of its lengths.

    Attributes:
        trace: its ``document()`` is the trace.
    """

    def __init__(self, req: Any, setup: dict[str, Any]) -> None:
        self._req = req
        self.trace = Recorder("request", setup, self._look)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._req, name)

    def complete_one(self) -> None:
        self._req.complete_one()
        self.trace.record("complete", {})

    def append_host(self, next_token: Any) -> None:
        self._req.append_host(next_token)
        self.trace.record("append", {"token": next_token.tolist()[0]})

    def _look(self) -> State:
        lengths = {name: int(getattr(self._req, name)) for name in LENGTHS}
        tokens = self._req.input_ids.tolist()
        return {"tokens": tokens, **lengths, "can_decode": bool(self._req.can_decode)}


def batch_of(batch: Any) -> dict[str, Any]:
    """A prepared batch: who is in it, and for each token to compute its position and its slot.

    ``last_rows`` are the rows of the output from which the next tokens come.
    """
    return {
        "phase": str(batch.phase),
        "requests": [
            {
                "uid": int(req.uid),
                "row": int(req.table_idx),
                "cached_len": int(req.cached_len),
                "device_len": int(req.device_len),
            }
            for req in batch.reqs
        ],
        "positions": batch.positions.tolist(),
        "slots": batch.out_loc.tolist(),
        "last_rows": batch.attn_metadata.get_last_indices().tolist(),
    }
