"""One of three users sends a temperature that is no number: who gets an answer?"""

from __future__ import annotations

import torch

from minisgl.core import SamplingParams

NAN = float("nan")
ASKED = [0.7, NAN, 1.3]  # the temperatures of three requests


class HopefulParams(SamplingParams):
    """Refuses what is too small. Is that the same as: takes only what is large enough?"""

    def __post_init__(self) -> None:
        if self.temperature < 0.0:
            raise ValueError(f"temperature must be 0 or more, not {self.temperature}")


def serve(kind: type[SamplingParams]) -> None:
    running = []
    for uid, temperature in enumerate(ASKED):
        try:
            running.append((uid, kind(temperature=temperature)))
        except ValueError as error:
            print(f"  request {uid} is refused: {error}")
    logits = torch.tensor([[0.0, 1.0, 2.0]]).expand(len(running), 3)
    temperatures = torch.tensor([[params.temperature] for _, params in running])
    probs = torch.softmax(logits / temperatures, dim=-1)
    try:
        torch.multinomial(probs, 1, generator=torch.Generator().manual_seed(0))
    except RuntimeError as error:
        print(f"  the draw of the whole batch fails: {type(error).__name__}")
        print(f"  without a token: {[uid for uid, _ in running]}")
        return
    print(f"  with a token: {[uid for uid, _ in running]}")


print(f"nan < 0: {NAN < 0}   nan >= 0: {NAN >= 0}   not nan >= 0: {not NAN >= 0}")
print("refused if temperature < 0:")
serve(HopefulParams)
print("refused unless temperature >= 0:")
serve(SamplingParams)
