"""The engine: a model, its pool and its page table, and one batch from start to end."""

from __future__ import annotations

import random
from typing import NamedTuple

import torch

from minisgl.attention import create_attention_backend
from minisgl.core import Batch, Context, Req, SamplingParams, reset_global_ctx, set_global_ctx
from minisgl.distributed import set_tp_info
from minisgl.kvcache import NaivePrefixCache, create_kvcache_pool
from minisgl.models import DecoderForCausalLM, iterate_weights, load_weights
from minisgl.utils import align_down, div_ceil, free_memory, torch_defaults

from .config import EngineConfig
from .graph import GraphRunner
from .sample import BatchSamplingArgs, Sampler


class ForwardOutput(NamedTuple):
    """The next token of each request, int32, shape (requests,), on the device and on the CPU."""

    next_tokens_gpu: torch.Tensor
    next_tokens_cpu: torch.Tensor


class Engine:
    """Loads a model and computes batches. It holds the global context until ``shutdown``.

    Raises:
        RuntimeError: if another engine holds the context, or memory is too small for a pool.
        FileNotFoundError, ValueError: if the model cannot be read.
    """

    def __init__(self, config: EngineConfig) -> None:
        self.device, self.dtype = config.device, config.dtype
        self.ctx = Context(config.page_size)
        set_global_ctx(self.ctx)
        try:
            self._set_up(config)
        except BaseException:  # half an engine must not keep the next one from being made
            self.shutdown()
            raise

    def _set_up(self, config: EngineConfig) -> None:
        set_tp_info(config.tp_info)
        model_config, page_size = config.model_config, config.page_size
        with torch_defaults(self.dtype, self.device):
            self.model = DecoderForCausalLM(model_config)
        load_weights(self.model, iterate_weights(config.model_path))

        self.num_pages = determine_num_pages(config)
        num_slots = self.num_pages * page_size
        self.max_seq_len = align_down(min(config.max_seq_len, num_slots), page_size)
        if self.max_seq_len == 0:
            raise ValueError(f"page_size {page_size} is longer than the longest sequence")
        # One page and one row more than the scheduler knows of: they are the dummy request's.
        self.ctx.kv_cache = create_kvcache_pool(
            model_config, self.num_pages + 1, page_size, self.dtype, self.device
        )
        self.ctx.page_table = self.page_table = torch.full(
            (config.max_running_req + 1, self.max_seq_len),
            num_slots,  # a row that was never written to points at the dummy page
            dtype=torch.int32,
            device=self.device,
        )
        self.ctx.attn_backend = self.attn_backend = create_attention_backend(
            config.attention_backend, self.ctx.kv_cache, self.page_table
        )
        self.sampler = Sampler(
            self.device, model_config.vocab_size, random.SystemRandom().getrandbits(62)
        )
        self.graph_runner = GraphRunner(self.model, self.ctx, self._make_dummy_req(config))
        self.graph_runner.warm_up()

    def _make_dummy_req(self, config: EngineConfig) -> Req:
        handle = NaivePrefixCache(self.device).match_prefix(torch.empty(0)).cuda_handle
        return Req(
            input_ids=torch.zeros(1, dtype=torch.int32),
            table_idx=config.max_running_req,
            cached_len=0,
            output_len=1,
            uid=-1,
            sampling_params=SamplingParams(),
            cache_handle=handle,
        )

    @torch.inference_mode()
    def forward_batch(self, batch: Batch, args: BatchSamplingArgs | None) -> ForwardOutput:
        """Compute a batch and sample the next token of each of its requests.

        Afterwards each request has its ``device_len`` raised by one: the token sampled.
        """
        logits = self.graph_runner.run(batch)
        next_tokens = self.sampler.sample(logits, args).to(torch.int32)
        output = ForwardOutput(next_tokens, next_tokens.cpu())
        for req in batch.reqs:  # last: whatever failed before has changed nothing
            req.complete_one()
        return output

    def shutdown(self) -> None:
        """Give the global context back; the next engine may be made."""
        reset_global_ctx()
        set_tp_info(None)


def page_bytes(config: EngineConfig) -> int:
    """Memory of one page: keys and values of its tokens in every layer."""
    model = config.model_config
    token = 2 * model.num_layers * model.num_kv_heads * model.head_dim * config.dtype.itemsize
    return token * config.page_size


def determine_num_pages(config: EngineConfig) -> int:
    """Pages of the pool: as many as memory allows, and no more than could ever be in use.

    Raises:
        RuntimeError: if not one page fits.
    """
    if config.num_page_override is not None:
        return config.num_page_override
    most = config.max_running_req * div_ceil(config.max_seq_len, config.page_size)
    fit = int(config.memory_ratio * free_memory(config.device)) // page_bytes(config)
    if min(most, fit) < 1:
        raise RuntimeError(
            f"not one page of {page_bytes(config)} bytes fits into {config.memory_ratio:.0%} of "
            "the free memory: choose a smaller model, dtype or page_size"
        )
    return min(most, fit)
