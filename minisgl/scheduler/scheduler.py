"""Continuous batching (Orca, Yu et al. 2022): at every step, decide anew who is computed."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import torch

from minisgl.attention import make_positions
from minisgl.core import Batch, Req
from minisgl.engine import BatchSamplingArgs, Engine, ForwardOutput
from minisgl.env import ENV
from minisgl.message import (
    AbortBackendMsg,
    BaseBackendMsg,
    BaseTokenizerMsg,
    BatchBackendMsg,
    DetokenizeMsg,
    FinishReason,
    RejectMsg,
    UserMsg,
)
from minisgl.utils import init_logger

from .cache import CacheManager
from .config import SchedulerConfig
from .decode import DecodeManager
from .io import SchedulerIOMixin
from .prefill import PrefillManager
from .table import TableManager
from .utils import PendingReq

logger = init_logger(__name__)


class ForwardInput(NamedTuple):
    """A batch that is ready to be computed."""

    batch: Batch
    sample_args: BatchSamplingArgs | None


class Scheduler(SchedulerIOMixin):
    """Takes requests in, forms batches, hands out tokens. New prompts go before running requests:
    the sooner a prompt is in, the more requests share each decoding step."""

    def __init__(self, config: SchedulerConfig) -> None:
        super().__init__()
        if not ENV.DISABLE_OVERLAP_SCHEDULING:
            logger.warning("overlap scheduling is not offered: one step is done before the next")
        self.engine = Engine(config)
        try:
            self.table_manager = TableManager(config.max_running_req, self.engine.page_table)
            self.cache_manager = CacheManager(
                self.engine.num_pages, config.page_size, self.engine.page_table, config.cache_type
            )
        except BaseException:
            self.engine.shutdown()
            raise
        self.decode_manager = DecodeManager()
        self.prefill_manager = PrefillManager(
            self.cache_manager, self.table_manager, self.decode_manager
        )
        self.prefill_budget = config.max_extend_tokens
        self._eos_token_ids = config.model_config.eos_token_ids
        self._in_flight: Batch | None = None
        self._aborted_uids: set[int] = set()

    @property
    def max_seq_len(self) -> int:
        """The most tokens that a prompt and its answer may have together."""
        return self.engine.max_seq_len

    @property
    def runnable(self) -> bool:
        return self.prefill_manager.runnable or self.decode_manager.runnable

    def normal_loop(self) -> None:
        """One step: messages in, one batch computed, tokens out."""
        for msg in self.receive_msg():
            self._process_one_msg(msg)
        try:
            forward_input = self._schedule_next_batch()
            if forward_input is not None:
                self._process_last_data(forward_input, self._forward(forward_input))
        except BaseException:  # Ctrl-C included
            self._drop_in_flight()
            raise
        if forward_input is None:
            self.run_when_idle()

    def run_when_idle(self) -> None:
        """Nothing to compute: the moment to look for leaks."""
        self.cache_manager.check_integrity(self.decode_manager.running_reqs)

    def shutdown(self) -> None:
        self.engine.shutdown()

    def _process_one_msg(self, msg: BaseBackendMsg) -> None:
        if isinstance(msg, BatchBackendMsg):
            for one in msg.data:
                self._process_one_msg(one)
        elif isinstance(msg, UserMsg):
            self._accept(msg)
        elif isinstance(msg, AbortBackendMsg):
            self._abort(msg.uid)
        else:
            raise TypeError(f"the scheduler does not know {type(msg).__name__}")

    def _accept(self, msg: UserMsg) -> None:
        """Queue a request, its output cut to what its sequence has room for, or reject it."""
        room = self.max_seq_len - len(msg.input_ids)
        if len(msg.input_ids) == 0 or room < 1:
            reason = f"a prompt has 1 to {self.max_seq_len - 1} tokens, not {len(msg.input_ids)}"
            self.send_result([RejectMsg(msg.uid, reason)])
            return
        params = msg.sampling_params
        if params.max_tokens > room:
            params = dataclasses.replace(params, max_tokens=room)
        self.prefill_manager.add_one_req(PendingReq(msg.uid, msg.input_ids, params))

    def _abort(self, uid: int) -> None:
        """Stop a request wherever it is; what is being computed is let go when it comes back."""
        self.prefill_manager.abort_req(uid)
        req = self.decode_manager.get_req(uid)
        if req is None:
            return
        if self._in_flight is not None and req in self._in_flight.reqs:
            self._aborted_uids.add(uid)
        else:
            self._finish(req)

    def _finish(self, req: Req) -> None:
        """A request ends: its row is free, its pages are cached or free."""
        self.decode_manager.remove_req(req)
        self.cache_manager.cache_req(req, finished=True)
        self.table_manager.free(req.table_idx)

    def _schedule_next_batch(self) -> ForwardInput | None:
        batch = (
            self.prefill_manager.schedule_next_batch(self.prefill_budget)
            or self.decode_manager.schedule_next_batch()
        )
        if batch is None:
            return None
        self.decode_manager.add_reqs(batch.reqs)
        self._in_flight = batch
        return self._prepare_batch(batch)

    def _prepare_batch(self, batch: Batch) -> ForwardInput:
        """Give every token of the batch a slot, and lay the requests end to end."""
        self.cache_manager.allocate_paged(batch.reqs)
        device = self.engine.device
        rows = torch.cat([torch.full((req.extend_len,), req.table_idx) for req in batch.reqs])
        new_tokens = torch.cat([req.input_ids[req.cached_len :] for req in batch.reqs])
        batch.input_ids = new_tokens.long().to(device)
        batch.positions = make_positions(batch.reqs).to(device)
        batch.out_loc = self.engine.page_table[rows.to(device), batch.positions]
        self.engine.attn_backend.prepare_metadata(batch)
        return ForwardInput(batch, self.engine.sampler.prepare(batch))

    def _forward(self, forward_input: ForwardInput) -> ForwardOutput:
        return self.engine.forward_batch(forward_input.batch, forward_input.sample_args)

    def _process_last_data(self, forward_input: ForwardInput, output: ForwardOutput) -> None:
        """Hand out the tokens of a batch, end what is finished, cache what was prefilled."""
        self._in_flight = None
        replies: list[BaseTokenizerMsg] = []
        for req, token in zip(forward_input.batch.reqs, output.next_tokens_cpu, strict=True):
            req.append_host(token.unsqueeze(0))
            if req.uid in self._aborted_uids:
                self._aborted_uids.remove(req.uid)
                self._finish(req)
                continue
            reason = self._finish_reason(req, int(token))
            replies.append(DetokenizeMsg(req.uid, int(token), reason))
            if reason is not None:
                self._finish(req)
            elif forward_input.batch.is_prefill:  # now, so that the next prompts can share it
                self.cache_manager.cache_req(req, finished=False)
        self.send_result(replies)

    def _finish_reason(self, req: Req, token: int) -> FinishReason | None:
        if token in self._eos_token_ids and not req.sampling_params.ignore_eos:
            return "stop"
        return None if req.can_decode else "length"

    def _drop_in_flight(self) -> None:
        """A step failed: end its requests, so that the books are right for the next one."""
        batch, self._in_flight = self._in_flight, None
        for req in batch.reqs if batch is not None else []:
            self._aborted_uids.discard(req.uid)
            self._finish(req)
