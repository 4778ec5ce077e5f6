"""Recording a scheduler: who waits, who runs, what each step computed, and what became of whom."""

from __future__ import annotations

from typing import Any

from .pages import pool_state, row_of
from .recording import Recorder, State
from .requests import batch_of


class RecordedScheduler:
    """Records each step of a scheduler, whoever asks for it.

    The scheduler's ``engine`` is wrapped, so that what it computes is seen, and its ``normal_loop``
    replaced by ``step``; ``give_back`` undoes both.

    Attributes:
        trace: its ``document()`` is the trace.
    """

    def __init__(self, scheduler: Any) -> None:
        self._scheduler = scheduler
        self._engine = scheduler.engine
        self._loop = scheduler.normal_loop
        self._page_size = int(scheduler.engine.ctx.page_size)
        self._prompts: dict[int, int] = {}  # tokens of each prompt, by uid
        self._computed: list[dict[str, Any]] = []
        manager = scheduler.cache_manager
        setup = {"num_pages": int(manager.num_pages), "page_size": self._page_size}
        self.trace = Recorder("scheduler", setup, self._look)
        scheduler.engine = _WatchedEngine(self._engine, self._computed)
        scheduler.normal_loop = self.step

    def step(self) -> None:
        """One step of the scheduler, recorded; a step that fails is recorded too."""
        before = self.trace.state
        self._computed.clear()
        error = None
        try:
            self._loop()
        except Exception as problem:
            error = problem
            raise
        finally:
            result = self._computed[0] if self._computed else None
            step = self.trace.record("step", {}, result, error)
            step["touched"] = self._touched(before, step)

    def give_back(self) -> None:
        """Leave the scheduler as it was."""
        self._scheduler.engine = self._engine
        self._scheduler.normal_loop = self._loop

    def _look(self) -> State:
        scheduler = self._scheduler
        waiting = [
            {
                "uid": int(req.uid),
                "tokens": req.input_ids.tolist(),
                "output_len": int(req.output_len),
            }
            for req in scheduler.prefill_manager.pending
        ]
        self._prompts |= {req["uid"]: len(req["tokens"]) for req in waiting}
        running = scheduler.decode_manager.running_reqs
        manager, page_size = scheduler.cache_manager, self._page_size
        rows = [row_of(manager, req, page_size) for req in running]
        return {"waiting": waiting, **pool_state(manager, rows, page_size)}

    def _touched(self, before: State, step: dict[str, Any]) -> dict[str, list[Any]]:
        """What became of whom in a step, by uid.

        ``chunked``: a part of the prompt was computed, and the rest is still to be. ``finished``
        was computed and left, ``aborted`` left without.
        """
        old, new = _uids(before), _uids(step["state"])
        batch = step["result"] or {"phase": None, "requests": []}
        in_batch = {req["uid"]: req for req in batch["requests"]}
        # Who came and was computed in the same step was never seen waiting.
        seen = old["waiting"] | old["running"] | set(in_batch)
        gone = seen - new["waiting"] - new["running"]
        chunked = [
            uid
            for uid, req in in_batch.items()
            if batch["phase"] == "prefill" and req["device_len"] < self._prompts.get(uid, 0)
        ]
        prefilled = set(in_batch) if batch["phase"] == "prefill" else set()
        return {
            "arrived": sorted(new["waiting"] - seen | (set(in_batch) - _all(old))),
            "admitted": sorted(prefilled - old["running"]),
            "chunked": sorted(chunked),
            "decoded": sorted(set(in_batch) - prefilled),
            "finished": sorted(gone & set(in_batch)),
            "aborted": sorted(gone - set(in_batch)),
        }


class _WatchedEngine:
    """An engine that notes each batch before it computes it, and then the tokens."""

    def __init__(self, engine: Any, computed: list[dict[str, Any]]) -> None:
        self._engine = engine
        self._computed = computed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def forward_batch(self, batch: Any, args: Any) -> Any:
        about = batch_of(batch)
        self._computed.append(about)
        output = self._engine.forward_batch(batch, args)
        about["tokens"] = output.next_tokens_cpu.tolist()
        return output


def _uids(state: State) -> dict[str, set[int]]:
    return {
        "waiting": {req["uid"] for req in state["waiting"]},
        "running": {row["uid"] for row in state["rows"]},
    }


def _all(uids: dict[str, set[int]]) -> set[int]:
    return uids["waiting"] | uids["running"]
