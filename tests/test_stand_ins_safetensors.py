"""The browser's safetensors reads what the real one reads, and refuses what it refuses."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest
import torch
from lite_process import run_text
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

# Prints what is in each file, or how reading it fails. It runs with the browser's torch alone.
READER = """
import json, sys
from safetensors import safe_open

def read(file):
    with safe_open(file, framework="pt") as tensors:
        found = {name: tensors.get_tensor(name) for name in tensors.keys()}
        rows = {k: [str(t.dtype), list(t.shape), str(t.tolist())] for k, t in found.items()}
        return [list(tensors.keys()), tensors.metadata(), rows]

def outcome(file):
    try:
        return read(file)
    except Exception as error:
        return f"{type(error).__name__}: {error}"

print(json.dumps([outcome(file) for file in sys.argv[1:]]))
"""


def read_all(files: list[Path]) -> list[Any]:
    """What the browser's package makes of the files."""
    program = files[0].with_suffix(".py")
    found: list[Any] = json.loads(run_text(READER, program, *map(str, files), lite=True))
    return found


def read_really(file: Path) -> Any:
    """The same with the real package."""
    try:
        with safe_open(file, framework="pt") as tensors:
            found = {name: tensors.get_tensor(name) for name in tensors.keys()}  # noqa: SIM118
            rows = {k: [str(t.dtype), list(t.shape), str(t.tolist())] for k, t in found.items()}
            return [list(tensors.keys()), tensors.metadata(), rows]
    except (SafetensorError, OSError) as error:
        return f"{type(error).__name__}: {error}"


def test_every_dtype_and_shape(tmp_path: Path) -> None:
    torch.manual_seed(0)
    special = [0.0, -0.0, math.inf, -math.inf, math.nan, 65504.0, 1e-8, 1.0000001, 3e38, -2.5]
    numbers = torch.tensor(special)
    tensors = {
        "z": torch.randn(3, 4),
        "scalar": torch.tensor(7, dtype=torch.int64),
        "empty": torch.zeros(0, 5),
        "f16": numbers.half(),
        "bf16": numbers.bfloat16(),
        "f64": numbers.double() * 1e10,
        "i8": torch.tensor([-128, 127], dtype=torch.int8),
        "u8": torch.tensor([0, 255], dtype=torch.uint8),
        "i16": torch.tensor([[-32768], [32767]], dtype=torch.int16),
        "i32": torch.tensor([-(2**31), 2**31 - 1], dtype=torch.int32),
        "i64": torch.tensor([-(2**63), 2**63 - 1]),
        "bool": torch.tensor([True, False]),
    }
    save_file(tensors, tmp_path / "all", metadata={"format": "pt"})
    save_file({}, tmp_path / "none")
    files = [tmp_path / "all", tmp_path / "none"]
    assert read_all(files) == [read_really(file) for file in files]


def entry(shape: list[Any], start: int, end: int, dtype: str = "F32", **more: Any) -> Any:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, end], **more}


def file_of(header: Any, size: int = 0, length: int | None = None) -> bytes:
    """A file with that header, given as JSON or as its bytes, and ``size`` bytes of numbers."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + bytes(size)


ONE = {"a": entry([1], 0, 4)}
FILES = {
    "nothing": b"",
    "three bytes": b"abc",
    "no header": struct.pack("<Q", 0),
    "a header of a gigabyte": file_of(b"{}", length=10**9),
    "a header beyond the end": file_of(b"{}", length=100),
    "no JSON": file_of(b"{nope"),
    "no UTF-8": file_of(b"\xff\xfe"),
    "a list": file_of([1]),
    "no offsets": file_of({"a": {"dtype": "F32", "shape": [1]}}, 4),
    "an unknown dtype": file_of({"a": entry([1], 0, 4, "X9")}, 4),
    "a negative size": file_of({"a": entry([-1], 0, 4)}, 4),
    "a size with a point": file_of({"a": entry([1.0], 0, 4)}, 4),
    "metadata that is a number": file_of({"__metadata__": {"k": 1}, **ONE}, 4),
    "cut off": file_of({"a": entry([4], 0, 16)}, 8),
    "bytes left over": file_of(ONE, 12),
    "a hole": file_of({"a": entry([1], 0, 4), "b": entry([1], 8, 12)}, 12),
    "a hole at the start": file_of({"a": entry([1], 4, 8)}, 8),
    "two that overlap": file_of({"a": entry([2], 0, 8), "b": entry([1], 4, 8)}, 8),
    "an end before its start": file_of({"a": entry([1], 4, 0)}, 4),
    "a shape that does not fit": file_of({"a": entry([2], 0, 4)}, 4),
    "a shape beyond all memory": file_of({"a": entry([2**40, 2**40], 0, 4)}, 4),
    "more spaces than needed": file_of(b"  " + json.dumps(ONE).encode() + b"   ", 4),
    "another field": file_of({"a": entry([1], 0, 4, more=1)}, 4),
    "out of order": file_of({"b": entry([1], 4, 8), "a": entry([1], 0, 4)}, 8),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """(ours, real) for each file."""
    home = tmp_path_factory.mktemp("files")
    for number, data in enumerate(FILES.values()):
        (home / str(number)).write_bytes(data)
    paths = [home / str(number) for number in range(len(FILES))]
    return dict(zip(FILES, zip(read_all(paths), map(read_really, paths), strict=True), strict=True))


def without_details(said: Any) -> Any:
    """What is wrong with JSON is said by the parser, of which there are two."""
    found = [text for text in ("invalid JSON", "invalid UTF-8") if text in str(said)]
    return f"{str(said).partition(found[0])[0]}{found[0]}" if found else said


@pytest.mark.parametrize("name", FILES)
def test_damage_is_found_as_by_the_real_package(
    name: str, outcomes: dict[str, tuple[Any, Any]]
) -> None:
    ours, real = outcomes[name]
    assert without_details(ours) == without_details(real)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    ours, real = read_all([tmp_path / "none"])[0], read_really(tmp_path / "none")
    assert ours == real == f"FileNotFoundError: No such file or directory: {tmp_path / 'none'}"


# Each line raises: of the real package and of the browser's, with the same words.
MISUSES = {
    "open.get_tensor('b')": "SafetensorError: File does not contain tensor b",
    "closed.get_tensor('a')": "SafetensorError: File is closed",
    "closed.keys()": "SafetensorError: File is closed",
    "safe_open(file, framework='tf1')": "SafetensorError: framework tf1 is invalid",
}
MISUSE = """
import json, sys
from pathlib import Path
from safetensors import safe_open
from safetensors.torch import load_file
file = Path(sys.argv[1])
open, closed = (safe_open(file, framework="pt") for _ in range(2))
with closed:
    pass
said = []
for line in json.loads(sys.argv[2]):
    try:
        eval(line)
    except Exception as error:
        said.append(f"{type(error).__name__}: {error}")
print(json.dumps([said, {name: t.tolist() for name, t in load_file(file).items()}]))
"""


def test_misuse_and_load_file(tmp_path: Path) -> None:
    file = tmp_path / "one"
    save_file({"a": torch.tensor([1.5]), "0": torch.tensor(2)}, file)
    for lite in (False, True):
        arguments = [str(file), json.dumps([*MISUSES])]
        said = run_text(MISUSE, tmp_path / "misuse.py", *arguments, lite=lite)
        assert json.loads(said) == [[*MISUSES.values()], {"a": [1.5], "0": 2}]
