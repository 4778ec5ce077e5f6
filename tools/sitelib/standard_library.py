"""Python's standard library for the browser, without what no page of the course can use.

Left out is what needs processes, a mail server or a network of its own, which a browser has not,
and the tables of old text encodings: a fifth of what a reader would have to load.
"""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath

LEFT_OUT = {
    "ensurepip", "ftplib", "imaplib", "mailbox", "multiprocessing", "poplib", "smtplib", "turtle",
    "turtledemo", "venv", "wsgiref", "xmlrpc", "zipapp",
}  # fmt: skip
OLD_ENCODINGS = ("cp", "hp_", "iso", "johab", "koi", "kz", "mac_", "palmos", "ptcp", "tis_", "euc_")
KEPT_ENCODINGS = {"cp437", "cp1252", "iso8859_1"}  # zip files name the first, Windows the second
WRITTEN = (1980, 1, 1, 0, 0, 0)  # the same bytes on every machine


def repack(source: Path, target: Path) -> None:
    """Write the archive without what is left out, packed as tightly as deflate can."""
    with zipfile.ZipFile(source) as whole, zipfile.ZipFile(target, "w") as part:
        for entry in whole.infolist():
            if is_used(entry.filename):
                info = zipfile.ZipInfo(entry.filename, WRITTEN)
                info.external_attr = entry.external_attr
                info.compress_type = zipfile.ZIP_DEFLATED
                part.writestr(info, whole.read(entry), compresslevel=9)


def is_used(name: str) -> bool:
    """Whether a file of the archive goes to the browser."""
    path = PurePosixPath(name)
    if path.parts[0] == "encodings" and len(path.parts) > 1:
        return path.stem in KEPT_ENCODINGS or not path.stem.startswith(OLD_ENCODINGS)
    return path.parts[0].removesuffix(".py").removesuffix(".pyc") not in LEFT_OUT
