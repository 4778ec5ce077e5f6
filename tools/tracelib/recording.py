"""What all recorders share: a list of steps, and the document that they become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

State = dict[str, Any]
Step = dict[str, Any]
SCHEMA = 1


class TraceError(Exception):
    """What is observed is not shaped as it should be; the message is a sentence for its author."""


class Recorder:
    """Collects steps. ``kind`` and ``setup`` stand at the head of the document.

    Args:
        look: gives the state of what is observed, as plain values that later operations leave
            alone.
    """

    def __init__(self, kind: str, setup: dict[str, Any], look: Callable[[], State]) -> None:
        self.kind = kind
        self.setup = setup
        self.steps: list[Step] = []
        self._look = look
        self.start = look()

    @property
    def state(self) -> State:
        """The state after the last step."""
        state: State = self.steps[-1]["state"] if self.steps else self.start
        return state

    def record(
        self,
        operation: str,
        arguments: dict[str, Any],
        result: dict[str, Any] | None = None,
        error: Exception | None = None,
    ) -> Step:
        """Add a step with the state as it is now; the recorder adds what was touched, and words."""
        step: Step = {"operation": operation, "arguments": arguments, "result": result}
        step["error"] = (
            None if error is None else {"type": type(error).__name__, "message": str(error)}
        )
        step["state"] = self._look()
        self.steps.append(step)
        return step

    def document(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "kind": self.kind,
            "setup": self.setup,
            "start": self.start,
            "steps": self.steps,
        }
