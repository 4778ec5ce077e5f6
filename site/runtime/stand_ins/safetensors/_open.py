"""A file of tensors, open for reading."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any, BinaryIO

import torch
from torch._core import make  # a tensor of a list as it is: no number needs converting

from ._reading import Header, SafetensorError, numbers_of, read_header

KINDS = {
    "BOOL": torch.bool, "U8": torch.uint8, "I8": torch.int8, "I16": torch.int16,
    "I32": torch.int32, "I64": torch.int64, "F16": torch.float16, "BF16": torch.bfloat16,
    "F32": torch.float32, "F64": torch.float64,
}  # fmt: skip


class safe_open:
    """``with safe_open(file, framework="pt") as tensors: tensors.get_tensor(name)``.

    Args:
        framework: "pt" or "torch"; there is no other here.

    Raises:
        FileNotFoundError: if there is no such file.
        SafetensorError: if the file is damaged, or the framework is another.
    """

    def __init__(self, filename: Any, framework: str, device: Any = "cpu") -> None:
        if framework not in ("pt", "torch"):
            raise SafetensorError(f"framework {framework} is invalid")
        torch.device(str(device))  # which says what is wrong with it
        path = os.fspath(filename)
        if not os.path.exists(path):
            raise FileNotFoundError(f"No such file or directory: {path}")
        self._file: BinaryIO | None = open(path, "rb")  # noqa: SIM115 - closed by __exit__
        try:
            self._header = read_header(self._file, os.path.getsize(path))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> safe_open:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def __del__(self) -> None:
        file = getattr(self, "_file", None)
        if file is not None:
            file.close()

    def _opened(self) -> tuple[BinaryIO, Header]:
        if self._file is None:
            raise SafetensorError("File is closed")
        return self._file, self._header

    def keys(self) -> list[str]:
        """The tensors' names, sorted."""
        return sorted(self._opened()[1].tensors)

    def metadata(self) -> dict[str, str] | None:
        """Texts that the file's writer put beside the tensors."""
        return self._opened()[1].metadata

    def get_tensor(self, name: str) -> torch.Tensor:
        """A copy of one tensor.

        Raises:
            SafetensorError: if there is none of that name, or of a dtype that torch lacks here.
        """
        file, header = self._opened()
        if name not in header.tensors:
            raise SafetensorError(f"File does not contain tensor {name}")
        info = header.tensors[name]
        file.seek(header.start + info.start)
        numbers = numbers_of(file.read(info.end - info.start), info.dtype)
        return make(numbers, info.shape, KINDS[info.dtype])
