from typing import NamedTuple


class Running(NamedTuple):
    """A running request, told by its lengths.

    Attributes:
        input_len: the tokens of its prompt.
        output_len: the most tokens that it may generate.
        device_len: the tokens known now: the prompt and what has been generated.
        held_len: the slots that its row holds, always whole pages, a cached prefix included.
    """

    input_len: int
    output_len: int
    device_len: int
    held_len: int


def missing_size(req: Running, page_size: int) -> int:
    """Slots, in whole pages, that a running request may still ask for."""
    raise NotImplementedError("not written yet")


def reserved_size(reqs: list[Running], page_size: int) -> int:
    """Slots, in whole pages, that all running requests together may still ask for."""
    raise NotImplementedError("not written yet")
