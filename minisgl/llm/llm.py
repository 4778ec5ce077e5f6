"""Prompts in, texts out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TypedDict

import torch
from tqdm import tqdm

from minisgl.core import SamplingParams
from minisgl.message import AbortBackendMsg, DetokenizeMsg, FinishReason, UserMsg
from minisgl.scheduler import Scheduler, SchedulerConfig
from minisgl.utils import find_model, load_tokenizer, resolve_device, resolve_dtype

Prompt = str | Sequence[int]


class Generation(TypedDict):
    """An answer: every token, an end-of-sequence token included; its text without special tokens;
    whether it ended by itself ("stop") or was full ("length")."""

    text: str
    token_ids: list[int]
    finish_reason: FinishReason


class LLM(Scheduler):
    """A model that answers prompts, many at a time.

    Args:
        model_path: a model folder, or the name of one under ``models/``.
        device: "auto", "cpu", "cuda", "cuda:N" or a torch.device.
        dtype: "auto", the name of a dtype, or a torch.dtype.
        options: more fields of ``SchedulerConfig``: cache_type, page_size, max_running_req, …

    Raises:
        FileNotFoundError, ValueError: if the model cannot be found or read, or an option is wrong.
    """

    def __init__(
        self,
        model_path: str | Path,
        *,
        device: str | torch.device = "auto",
        dtype: str | torch.dtype = "auto",
        **options: int | float | str | None,
    ) -> None:
        path = find_model(str(model_path))
        device = resolve_device(str(device))
        dtype = resolve_dtype(str(dtype).removeprefix("torch."), device)
        self.tokenizer = load_tokenizer(path)
        super().__init__(SchedulerConfig(path, device, dtype, **options))  # type: ignore[arg-type]
        self._uids = count()

    def generate(
        self,
        prompts: Sequence[Prompt],
        sampling_params: SamplingParams | Sequence[SamplingParams],
        progress: bool = False,
    ) -> list[Generation]:
        """Answer all prompts, in their order.

        Args:
            prompts: texts, or rows of token ids.
            sampling_params: one for all, or one for each.
            progress: show a bar that counts finished requests.

        Raises:
            ValueError: if there is not one ``sampling_params`` for each prompt, or a prompt is
                empty or too long; nothing has run then. An answer that has no room for
                ``max_tokens`` is cut instead.
        """
        all_params = _one_for_each(prompts, sampling_params)
        all_ids = [self._tokenize(prompt, index) for index, prompt in enumerate(prompts)]
        rows = [torch.tensor(ids, dtype=torch.int32) for ids in all_ids]  # or an id does not fit
        uids = [next(self._uids) for _ in prompts]
        for uid, row, params in zip(uids, rows, all_params, strict=True):
            self.inbox.put(UserMsg(uid, row, params))
        try:
            answers = self._run_until_done(uids, progress)
        except BaseException:  # Ctrl-C included: the next call finds nothing left over
            for uid in uids:
                self.inbox.put(AbortBackendMsg(uid))
            for msg in self.receive_msg():
                self._process_one_msg(msg)
            self.take_results()
            raise
        return [answers[uid] for uid in uids]

    def _run_until_done(self, uids: list[int], progress: bool) -> dict[int, Generation]:
        token_ids: dict[int, list[int]] = {uid: [] for uid in uids}
        answers: dict[int, Generation] = {}
        with tqdm(total=len(uids), desc="requests", disable=not progress) as bar:
            while len(answers) < len(uids):
                self.normal_loop()
                for msg in self.take_results():
                    assert isinstance(msg, DetokenizeMsg), msg
                    token_ids[msg.uid].append(msg.next_token)
                    if msg.finish_reason is not None:
                        ids = token_ids[msg.uid]
                        text = str(self.tokenizer.decode(ids, skip_special_tokens=True))
                        answers[msg.uid] = Generation(
                            text=text, token_ids=ids, finish_reason=msg.finish_reason
                        )
                        bar.update()
        self.run_when_idle()
        return answers

    def _tokenize(self, prompt: Prompt, index: int) -> list[int]:
        ids = self.tokenizer(prompt).input_ids if isinstance(prompt, str) else list(prompt)
        longest = self.max_seq_len - 1
        if not 1 <= len(ids) <= longest:
            raise ValueError(f"prompt {index} has {len(ids)} tokens: it must have 1 to {longest}")
        return ids


def _one_for_each(
    prompts: Sequence[Prompt], params: SamplingParams | Sequence[SamplingParams]
) -> list[SamplingParams]:
    if isinstance(prompts, str):
        raise ValueError("prompts must be a list: put the one prompt into brackets")
    if isinstance(params, SamplingParams):
        return [params] * len(prompts)
    if len(params) != len(prompts):
        raise ValueError(f"{len(prompts)} prompts, but {len(params)} sampling_params")
    return list(params)
