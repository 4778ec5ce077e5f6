"""The prefix caches that are measured, each behind the same few calls.

Prompts are given to each in the form that its own engine keeps them in, made before any clock runs:
a tensor for chapter 9's, chapter 10's and mini-sglang's, an array for SGLang's, a list for vLLM's.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from array import array
from pathlib import Path
from typing import Any

import torch
from common import HERE
from steplib.forms import load_form
from steplib.tree import Course

from minisgl.core import Context, reset_global_ctx, set_global_ctx

from . import foreign


class Contestant(ABC):
    """One cache. ``prompt`` is what ``prepare`` made, ``handle`` what ``match`` gave.

    Attributes:
        name: in the results.
        version: of the project it comes from.
    """

    name: str
    version: str

    @abstractmethod
    def make(self, page_size: int, capacity: int) -> None:
        """A new, empty cache for at most ``capacity`` tokens."""

    def prepare(self, ids: torch.Tensor) -> Any:
        """A prompt of its own, just written."""
        return ids.clone()

    @abstractmethod
    def match(self, prompt: Any) -> tuple[int, Any]:
        """How many tokens of it are cached, and a handle."""

    @abstractmethod
    def slots(self, handle: Any) -> Any:
        """The slots of what was matched, as the engine takes them."""

    @abstractmethod
    def insert(self, prompt: Any, slots: torch.Tensor) -> None: ...

    @abstractmethod
    def lock(self, handle: Any, unlock: bool = False) -> None: ...

    @abstractmethod
    def evict(self, size: int) -> int:
        """Evict tokens and take their slots; how many those are."""


class Minisgl(Contestant):
    """A class with the interface of mini-sglang."""

    def __init__(self, name: str, version: str, module: Any) -> None:
        self.name, self.version, self._class = name, version, module.RadixPrefixCache

    def make(self, page_size: int, capacity: int) -> None:
        reset_global_ctx()
        set_global_ctx(Context(page_size=page_size))
        self.cache = self._class(torch.device("cpu"))

    def match(self, prompt: Any) -> tuple[int, Any]:
        handle = self.cache.match_prefix(prompt).cuda_handle
        return handle.cached_len, handle

    def slots(self, handle: Any) -> Any:
        return handle.get_matched_indices()

    def insert(self, prompt: Any, slots: torch.Tensor) -> None:
        self.cache.insert_prefix(prompt, slots)

    def lock(self, handle: Any, unlock: bool = False) -> None:
        self.cache.lock_handle(handle, unlock)

    def evict(self, size: int) -> int:
        return len(self.cache.evict(size))


class SGLang(Contestant):
    """SGLang's ``RadixCache``; its allocator is a list of the slots that were freed."""

    name = "SGLang"

    def __init__(self, packages: Path) -> None:
        self.version = foreign.version_of(packages, "sglang")
        names = ["utils", "events", "base_prefix_cache", "cache_init_params", "evict_policy"]
        real = [f"sglang.srt.mem_cache.{name}" for name in [*names, "radix_cache"]]
        *_, self._base, self._params, _, self._module = foreign.load(packages, "sglang", real)

    def make(self, page_size: int, capacity: int) -> None:
        self.device = torch.device("cpu")
        self.freed: list[torch.Tensor] = []
        self.cache = self._module.RadixCache(
            self._params.CacheInitParams(
                disable=False,
                req_to_token_pool=None,
                token_to_kv_pool_allocator=self,
                page_size=page_size,
            )
        )

    def free_segment(self, slots: torch.Tensor, start_pos: int) -> None:
        """What the cache calls on its allocator."""
        self.freed.append(slots)

    def prepare(self, ids: torch.Tensor) -> Any:
        return array("q", ids.tolist())

    def match(self, prompt: Any) -> tuple[int, Any]:
        params = self._base.MatchPrefixParams(key=self._module.RadixKey(prompt))
        result = self.cache.match_prefix(params)
        return result.device_prefix_len, result.last_device_node

    def slots(self, handle: Any) -> Any:
        return self.cache.path_device_indices(handle)

    def insert(self, prompt: Any, slots: torch.Tensor) -> None:
        key = self._module.RadixKey(prompt)
        self.cache.insert(self._base.InsertParams(key=key, value=slots))

    def lock(self, handle: Any, unlock: bool = False) -> None:
        if unlock:
            self.cache.dec_lock_ref(handle)
        else:
            self.cache.inc_lock_ref(handle)

    def evict(self, size: int) -> int:
        self.freed.clear()
        self.cache.evict(self._base.EvictParams(num_tokens=size))
        return len(torch.cat(self.freed))


class Request:
    """What vLLM's block hasher and block pool read of a request."""

    mm_features = lora_request = cache_salt = prompt_embeds = None

    def __init__(self, ids: list[int]) -> None:
        self.all_token_ids = ids
        self.num_tokens = len(ids)
        self.block_hashes: list[bytes] = []


class VLLM(Contestant):
    """vLLM's ``BlockPool``: a table from the hash of each full block's prefix to the block.

    A match hashes the prompt, as vLLM does once for each request that comes; what is inserted has
    its hashes from then. Blocks are freed last first, as its engine does, and evicted by the pool
    when new ones are taken. Its blocks hold no slots of their own: a block has a number.
    """

    name = "vLLM"

    def __init__(self, packages: Path) -> None:
        self.version = foreign.version_of(packages, "vllm")
        foreign.add_path(packages)  # for cbor2
        names = ["vllm.utils.hashing", "vllm.utils.math_utils", "vllm.v1.core.kv_cache_utils"]
        self._hashing, _, self._utils, self._pools = foreign.load(
            packages, "vllm", [*names, "vllm.v1.core.block_pool"]
        )
        self._utils.init_none_hash(self._hashing.sha256)

    def make(self, page_size: int, capacity: int) -> None:
        self.page_size = page_size
        self.pool = self._pools.BlockPool(capacity // page_size + 2, True, page_size)
        self._hash = self._utils.get_request_block_hasher(page_size, self._hashing.sha256)

    def prepare(self, ids: torch.Tensor) -> Any:
        return ids.tolist()

    def _find(self, prompt: Any) -> tuple[Request, list[Any]]:
        request = Request(prompt)
        request.block_hashes = self._hash(request)
        blocks = []
        for block_hash in request.block_hashes:
            found = self.pool.get_cached_block(block_hash, [0])
            if not found:
                break
            blocks.append(found[0])
        return request, blocks

    def match(self, prompt: Any) -> tuple[int, Any]:
        _, blocks = self._find(prompt)
        return len(blocks) * self.page_size, blocks

    def slots(self, handle: Any) -> Any:
        return [block.block_id for block in handle]

    def insert(self, prompt: Any, slots: torch.Tensor) -> None:
        request, blocks = self._find(prompt)
        cached, full = len(blocks), len(request.block_hashes)
        self.pool.touch(blocks)
        blocks += self.pool.get_new_blocks(full - cached)
        self.pool.cache_full_blocks(request, blocks, cached, full, self.page_size, 0)
        self.pool.free_blocks(reversed(blocks))

    def lock(self, handle: Any, unlock: bool = False) -> None:
        if unlock:
            self.pool.free_blocks(reversed(handle))
        else:
            self.pool.touch(handle)

    def evict(self, size: int) -> int:
        taken = self.pool.get_new_blocks(-(-size // self.page_size))
        self.pool.free_blocks(taken)
        return len(taken) * self.page_size


def chapter_10() -> Contestant:
    from minisgl.kvcache import radix_cache

    return Minisgl("chapter 10", "this repository", radix_cache)


def chapter_9() -> Contestant:
    paths = "minisgl/kernel/torch_ops.py", "minisgl/kvcache/radix_cache.py"
    return Minisgl("chapter 9", "this repository", load_form(Course(HERE.parent), 9, *paths))


def mini_sglang(checkout: Path, packages: Path) -> Contestant:
    """mini-sglang's class with its own kernel, which compiles with ``apache-tvm-ffi``.

    Raises:
        foreign.MissingError: if the checkout, the package or a compiler is not there.
    """
    source = checkout / "python" / "minisgl"
    files = {
        f"minisgl.kvcache.{name}": source / f"kvcache/{name}.py" for name in ("base", "radix_cache")
    }
    if not files["minisgl.kvcache.radix_cache"].is_file():
        raise foreign.MissingError(f"{checkout.name} is no checkout of mini-sglang")
    from minisgl.core import get_global_ctx
    from minisgl.utils import align_down

    given = {
        "minisgl.core.get_global_ctx": get_global_ctx,
        "minisgl.utils.align_down": align_down,
    }
    kernel = compile_kernel(source / "kernel" / "csrc", packages)
    *_, module = foreign.load_files(files, given)
    # It imports its kernel anew in every comparison; ours bears the same name, so it is given here.
    node = module.RadixTreeNode
    node.get_match_len = lambda self, input_ids: kernel(self._key, input_ids)
    return Minisgl("mini-sglang", foreign.commit_of(checkout), module)


def compile_kernel(sources: Path, packages: Path) -> Any:
    """``fast_compare_key`` as mini-sglang builds it."""
    foreign.add_path(packages)
    try:
        compiler = importlib.import_module("tvm_ffi.cpp")
    except ImportError as error:
        raise foreign.MissingError("its kernel needs apache-tvm-ffi") from error
    built = compiler.load(
        "minisgl__radix",
        cpp_files=[str(sources / "src" / "radix.cpp")],
        extra_cflags=["-std=c++20", "-O3"],
        extra_include_paths=[str(sources / "include")],
    )
    return built.fast_compare_key
