"""The engine that a reader watches, for site/web/source/engine/worker.ts.

    start(…)   a new engine of minisgl's with the model of a folder, and the view before any step
    add(…)     one more request; it waits until the next step
    step()     one step of the scheduler, and the view after it

All take and give JSON texts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import torch
from tracelib.scheduling import RecordedScheduler
from tracelib.trees import RecordedCache

from minisgl.core import SamplingParams
from minisgl.llm import LLM
from minisgl.message import DetokenizeMsg, UserMsg

View = dict[str, Any]
MOST_RUNNING = 8  # rows of the page table, as many as prompts that the page takes at a time


@dataclass
class Watched:
    """A request as the reader sees it.

    Attributes:
        computed, reused: tokens of the prompt, once it was admitted.
    """

    uid: int
    prompt_len: int
    state: str = "waiting"
    computed: int = 0
    reused: int = 0
    tokens: list[int] = field(default_factory=list)
    reason: str | None = None

    def view(self, tokenizer: Any) -> View:
        known = {key: value for key, value in vars(self).items() if key != "tokens"}
        text = str(tokenizer.decode(self.tokens, skip_special_tokens=True))
        return {**known, "text": text, "generated": len(self.tokens)}


class LiveEngine:
    """minisgl's LLM on a radix cache, of which every step is looked at.

    Args:
        settings: ``page_size``; ``pool``, in tokens; ``budget``, the most tokens of a prefill
            batch; ``max_tokens`` of each answer.
    """

    def __init__(self, folder: str, settings: dict[str, int]) -> None:
        pages = settings["pool"] // settings["page_size"]
        self._llm = LLM(
            folder,
            device="cpu",
            dtype="float32",
            cache_type="radix",
            page_size=settings["page_size"],
            num_page_override=pages,
            max_running_req=MOST_RUNNING,
            # What is longer than the pool would wait forever.
            max_seq_len_override=pages * settings["page_size"],
            max_extend_tokens=settings["budget"],
        )
        self._page_size = settings["page_size"]
        self._max_tokens = settings["max_tokens"]
        self._cache = RecordedCache(self._llm.cache_manager.prefix_cache)
        self._llm.cache_manager.prefix_cache = self._cache
        self._scheduler = RecordedScheduler(self._llm)
        self._requests: list[Watched] = []
        self._steps = 0

    def shutdown(self) -> None:
        """Make room for another engine: minisgl has one at a time."""
        self._llm.shutdown()

    def vocabulary(self) -> list[str]:
        """The text of each token."""
        tokenizer = self._llm.tokenizer
        return [str(tokenizer.decode([token])) for token in range(len(tokenizer))]

    def add(self, messages: list[dict[str, str]]) -> View:
        """Send a chat to the scheduler; ``too_long`` says what would not have fitted."""
        tokenizer = self._llm.tokenizer
        text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        ids = tokenizer(text).input_ids
        most = self._llm.max_seq_len - 1
        if len(ids) > most:
            return {"too_long": {"tokens": len(ids), "most": most}}
        uid = len(self._requests)
        params = SamplingParams(max_tokens=self._max_tokens)
        self._llm.inbox.put(UserMsg(uid, torch.tensor(ids, dtype=torch.int32), params))
        self._requests.append(Watched(uid, len(ids)))
        return self.view(None, [])

    def step(self) -> View:
        """Let the scheduler do one step, if any request is left."""
        steps, cache_steps = self._scheduler.trace.steps, self._cache.trace.steps
        del steps[:-1], cache_steps[:-1]  # the page has seen them
        if self._is_done():
            return self.view(None, [])
        before = len(cache_steps)
        self._scheduler.step()
        self._steps += 1
        self._count(steps[-1]["result"])
        if self._is_done():
            self._llm.run_when_idle()  # looks for lost pages
        return self.view(steps[-1]["result"], cache_steps[before:])

    def _is_done(self) -> bool:
        return all(request.state == "finished" for request in self._requests)

    def _count(self, batch: dict[str, Any] | None) -> None:
        """Keep what the step did to each request, and its token."""
        for one in batch["requests"] if batch and batch["phase"] == "prefill" else []:
            request = self._requests[one["uid"]]
            request.state = "running"
            request.reused = one["cached_len"]
            request.computed = one["device_len"] - one["cached_len"]
        for message in self._llm.take_results():
            assert isinstance(message, DetokenizeMsg), message
            request = self._requests[message.uid]
            request.tokens.append(message.next_token)
            if message.finish_reason is not None:
                request.state, request.reason = "finished", message.finish_reason

    def view(self, batch: dict[str, Any] | None, operations: list[dict[str, Any]]) -> View:
        """All that the page draws, after a step that computed ``batch`` and asked the cache for
        ``operations``."""
        tree = self._cache.trace.state
        slots = [] if batch is None else batch["slots"]
        evicted = [one["result"]["slots"] for one in operations if one["operation"] == "evict"]
        return {
            "step": self._steps,
            "batch": None if batch is None else _told(batch),
            "evicted": sum(len(slots) for slots in evicted),
            "requests": [request.view(self._llm.tokenizer) for request in self._requests],
            "pages": pages_of(self._scheduler.trace.state, tree, **self._scheduler.trace.setup),
            "computed_pages": sorted({slot // self._page_size for slot in slots}),
            "tree": tree,
            "made": [number for one in operations for number in one["touched"]["made"]],
            "done": self._is_done(),
        }


def _told(batch: dict[str, Any]) -> View:
    """Who was in a batch. That a decoding request reads its own KV is not counted as reuse."""
    is_prefill = batch["phase"] == "prefill"
    return {
        "phase": batch["phase"],
        "requests": [
            {
                "uid": one["uid"],
                "computed": one["device_len"] - one["cached_len"],
                "reused": one["cached_len"] if is_prefill else 0,
            }
            for one in batch["requests"]
        ],
    }


def pages_of(
    state: dict[str, Any], tree: dict[str, Any], num_pages: int, page_size: int
) -> list[View]:
    """The pool, page by page: free, evictable, protected, or written by the one running request
    whose own it is; and the requests that read or write it."""
    pages: list[View] = [{"state": "free", "uids": []} for _ in range(num_pages)]
    for node in tree["nodes"]:
        for slot in node["value"][::page_size]:
            is_locked = node["ref_count"] > 0
            pages[slot // page_size]["state"] = "protected" if is_locked else "evictable"
    for row in state["rows"]:
        for place in range(0, len(row["slots"]), page_size):
            page = pages[row["slots"][place] // page_size]
            page["uids"].append(row["uid"])
            if place >= row["shared_len"]:
                page["state"] = "written"
    return pages


_engine: list[LiveEngine] = []


def start(folder: str, settings: str) -> str:
    while _engine:
        _engine.pop().shutdown()
    _engine.append(LiveEngine(folder, json.loads(settings)))
    engine = _engine[0]
    return json.dumps({"vocabulary": engine.vocabulary(), "view": engine.view(None, [])})


def add(messages: str) -> str:
    return json.dumps(_engine[0].add(json.loads(messages)))


def step() -> str:
    return json.dumps(_engine[0].step())
