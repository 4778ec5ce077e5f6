"""Chapter 8: every page is in one place at every step, also when there are too few of them."""

from __future__ import annotations

from minisgl.core import SamplingParams
from minisgl.llm import LLM
from minisgl.scheduler import ForwardInput
from minisgl.utils import parse_model_options

PROMPTS = [
    "The capital of France is",
    "One, two, three,",
    "Name a primary color.",
    "Spell cat.",
    "The sea is",
    "What is 2 + 2?",
]


class LedgerLLM(LLM):
    """Counts the pages before each forward, and looks for each of them."""

    is_loud = False

    def _forward(self, forward_input: ForwardInput):  # type: ignore[no-untyped-def]
        manager, running = self.cache_manager, self.decode_manager.running_reqs
        manager.check_integrity(running)
        if self.is_loud:
            free = len(manager.free_slots)
            promised = sum(manager.missing_size(req) for req in running) // manager.page_size
            print(
                f"{forward_input.batch.phase:<7} running {len(running)}, "
                f"pages: {manager.num_pages - free:>2} held, {free:>2} free, {promised} promised"
            )
        return super()._forward(forward_input)


def main() -> None:
    options = parse_model_options(__doc__)
    params = SamplingParams(max_tokens=10, ignore_eos=True)
    answers = []
    for page_size, num_pages in ((1, 200), (1, 40), (4, 10), (16, 3)):
        llm = LedgerLLM(
            options.path,
            device=options.device,
            dtype=options.dtype,
            max_running_req=8,
            max_seq_len_override=32,
            page_size=page_size,
            num_page_override=num_pages,
        )
        llm.is_loud = page_size == 4
        print(f"{num_pages} pages of {page_size}:")
        answers.append([answer["token_ids"] for answer in llm.generate(PROMPTS, params)])
        free = len(llm.cache_manager.free_slots)
        print(f"all {len(PROMPTS)} requests done, {free} of {num_pages} pages free\n")
        llm.shutdown()
    print(f"the same tokens from every pool: {all(one == answers[0] for one in answers)}")


if __name__ == "__main__":
    main()
