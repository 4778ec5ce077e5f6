"""Compiles and writes the wheels and their lock, inside Pyodide: wheels.mjs runs this file.

``REQUEST`` is the JSON list of the wheels; /root, /out, /tools and /pyodide are folders of the
machine that builds.
"""

from __future__ import annotations

import base64
import hashlib
import json
import py_compile
import sys
import zipfile
from pathlib import Path

REQUEST: str  # set by wheels.mjs
sys.path[:0] = [str(path) for path in sorted(Path("/tools").glob("*.whl"))]

from pyodide_lock import PyodideLockSpec  # noqa: E402 - from one of those
from pyodide_lock.utils import add_wheels_to_spec  # noqa: E402

WHEELS = "/lib/python3.14/site-packages"  # where boot.ts puts them, as they are
ROOT, OUT, SCRATCH = Path("/root"), Path("/out"), "/home/pyodide/compiled.pyc"
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # of each file: the same sources give the same bytes


def compiled(source: Path, shown: str) -> bytes:
    """The bytes of a .pyc, which nobody will compare with its source any more.

    Args:
        shown: how tracebacks name the file.
    """
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(source), SCRATCH, shown, doraise=True, invalidation_mode=mode)
    return Path(SCRATCH).read_bytes()


def write_wheel(name: str, version: str, files: dict[str, str]) -> Path:
    """One wheel: the sources, what they compile to, and what the format asks for."""
    stem = f"{name.replace('-', '_')}-{version}"
    file = OUT / f"{stem}-py3-none-any.whl"
    content = {}
    for place, path in files.items():
        source = ROOT / path
        content[place] = source.read_bytes()
        content[f"{place}c"] = compiled(source, f"{WHEELS}/{file.name}/{place}")
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    wheel = "Wheel-Version: 1.0\nGenerator: wheel_writer.py\nRoot-Is-Purelib: true\n"
    content[f"{stem}.dist-info/METADATA"] = about.encode()
    content[f"{stem}.dist-info/WHEEL"] = f"{wheel}Tag: py3-none-any\n".encode()
    record = "".join(f"{place},{_hash(data)},{len(data)}\n" for place, data in content.items())
    content[f"{stem}.dist-info/RECORD"] = f"{record}{stem}.dist-info/RECORD,,\n".encode()
    with zipfile.ZipFile(file, "w") as archive:
        for place, data in content.items():
            entry = zipfile.ZipInfo(place, LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return file


def _hash(data: bytes) -> str:
    """As RECORD wants it."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return "sha256=" + digest.rstrip(b"=").decode()


def write_lock(wheels: list[Path]) -> None:
    """The lock of our wheels alone: those that Pyodide's own lists are not to be had here."""
    lock = PyodideLockSpec.from_json(Path("/pyodide/pyodide-lock.json"))
    lock.packages.clear()
    add_wheels_to_spec(lock, wheels, base_path=OUT).to_json(OUT / "pyodide-lock.json", indent=1)


write_lock([write_wheel(**wheel) for wheel in json.loads(REQUEST)])  # noqa: F821
