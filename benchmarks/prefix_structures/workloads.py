"""What is asked of the structures: clients who send one prompt after another, all from one seed.

Token ids are drawn at random, so nothing is shared but what is meant to be. Lengths are drawn
uniformly from a range, both ends included. A client's answers join its history, and so its next
prompt. Workloads come in two sizes with the same shape: "short" has few clients and few output
tokens, for a model on a CPU; "long" has answers of the usual length, for counting without a model.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from random import Random

SEED = 20
LOW, HIGH = 1000, 40000  # ids that every tokenizer here has, and none of them special

Range = tuple[int, int]
Ids = list[int]


@dataclass(frozen=True)
class Turn:
    """One prompt: ``head``, all that was said before, ``added``, ``tail``.

    Only ``added`` and the answer are said again in the next one. ``later`` tells whether anything
    could have been cached for it when it is sent.
    """

    added: Ids
    max_tokens: int
    later: bool
    head: Ids
    tail: Ids


@dataclass(frozen=True)
class Workload:
    """``clients``, of which ``at_once`` are there at any time; each sends its turns in order."""

    clients: list[list[Turn]]
    at_once: int

    @property
    def slots(self) -> int:
        """Enough for every prompt and answer without one being evicted, in pages of 16 too."""
        total = 0
        for client in self.clients:
            history = 0
            for turn in client:
                history += len(turn.added) + turn.max_tokens
                total += history + len(turn.head) + len(turn.tail) + 32
        return total

    @property
    def longest(self) -> int:
        """Tokens of the longest prompt with its answer, rounded up to a page."""
        lengths = [
            sum(len(turn.added) + turn.max_tokens for turn in client)
            + max(len(turn.head) + len(turn.tail) for turn in client)
            for client in self.clients
        ]
        return max(lengths) // 16 * 16 + 16


def draw(random: Random, count: int) -> Ids:
    return [random.randint(LOW, HIGH) for _ in range(count)]


def five_turns(at_once: int, conversations: int, answer: Range) -> Workload:
    """Conversations that grow by 250 tokens a turn: 200 to 300, the answer before included.

    Each begins with the same 128 tokens (a system prompt) and a first message of 200 to 300.
    """
    random = Random(SEED)
    system = draw(random, 128)
    clients = []
    for _ in range(conversations):
        answers = [random.randint(*answer) for _ in range(5)]
        first = system + draw(random, random.randint(200, 300))
        client = [Turn(first, answers[0], False, [], [])]
        for before, after in pairwise(answers):
            message = draw(random, random.randint(200, 300) - before)
            client.append(Turn(message, after, True, [], []))
        clients.append(client)
    return Workload(clients, at_once)


def few_shot(at_once: int, prompts: int, pool: int, answer: Range) -> Workload:
    """One head of 600 tokens (examples), then a question of 20 to 60 out of a pool.

    Every prompt is a client of its own. A question may come again; so a whole prompt does.
    """
    random = Random(SEED)
    examples = draw(random, 600)
    questions = [draw(random, random.randint(20, 60)) for _ in range(pool)]
    clients = []
    for number in range(prompts):
        prompt = examples + random.choice(questions)
        clients.append([Turn(prompt, random.randint(*answer), number >= at_once, [], [])])
    return Workload(clients, at_once)


@dataclass(frozen=True)
class Agents:
    """Agents with the same 300 tokens (instructions and tools) whose history grows at every step.

    Each step adds what the agent said and an observation of 60 to 140 tokens.
    """

    at_once: int
    agents: int
    steps: int
    answer: Range


def agent(about: Agents, stamp_at: str) -> Workload:
    """``stamp_at`` "head" or "tail" puts the time of sending there, in every prompt."""
    random = Random(SEED)
    tools = draw(random, 300)
    clients = []
    for _ in range(about.agents):
        now = random.uniform(0, 86_400)
        client = []
        for step in range(about.steps):
            observation = draw(random, random.randint(60, 140))
            now += random.uniform(2, 20)
            client.append(
                Turn(
                    added=observation if step else tools + observation,
                    max_tokens=random.randint(*about.answer),
                    later=step > 0,
                    head=stamp(now) if stamp_at == "head" else [],
                    tail=stamp(now) if stamp_at == "tail" else [],
                )
            )
        clients.append(client)
    return Workload(clients, about.at_once)


def stamp(seconds: float) -> Ids:
    """A time of day as four tokens: hour, minute, second, millisecond."""
    millisecond = int(seconds * 1000) % 1000
    second = int(seconds)
    parts = (second // 3600 % 24, second // 60 % 60, second % 60, millisecond)
    return [LOW + part for part in parts]


def workloads(size: str) -> dict[str, Callable[[], Workload]]:
    """The workloads by name, in the size "short", "long" or, for trying things out, "tiny"."""
    answers: dict[str, Range] = {"tiny": (2, 4), "short": (12, 20), "long": (100, 200)}
    count = {"tiny": 2, "short": 2, "long": 8}[size]
    answer = answers[size]
    few = {"tiny": (2, 4, 3), "short": (8, 24, 16), "long": (8, 400, 200)}[size]
    agents = {
        "tiny": Agents(1, 1, 3, (2, 4)),
        "short": Agents(1, 1, 8, (8, 16)),
        "long": Agents(4, 8, 20, (30, 70)),
    }[size]
    made: dict[str, Callable[[], Workload]] = {}
    for at_once in (1, 2) if size == "tiny" else (1, 8):
        conversations = max(at_once, count)
        made[f"five_turns_{at_once}"] = partial(five_turns, at_once, conversations, answer)
    made["few_shot"] = partial(few_shot, *few, (answer[0] // 3 + 1, answer[1] // 3))
    for name, place in (("agent", ""), ("agent_time_first", "head"), ("agent_time_last", "tail")):
        made[name] = partial(agent, agents, place)
    if size != "tiny":  # last: it takes as long as all others together
        made["five_turns_32"] = partial(five_turns, 32, 32, answer)
    return made
