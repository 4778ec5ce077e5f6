"""What of Python's standard library the browser gets."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from sitelib.standard_library import is_used, repack


@pytest.mark.parametrize(
    "name",
    [
        "encodings/utf_8.py", "encodings/gbk.py", "encodings/cp437.py", "encodings/aliases.py",
        "collections/__init__.py", "xml/etree/ElementTree.py", "unittest/mock.py", "cProfile.py",
    ],
)  # fmt: skip
def test_what_a_program_may_import_stays(name: str) -> None:
    assert is_used(name)


@pytest.mark.parametrize(
    "name", ["encodings/cp037.py", "encodings/mac_roman.py", "multiprocessing/pool.py", "turtle.py"]
)
def test_what_no_page_can_use_goes(name: str) -> None:
    assert not is_used(name)


def test_the_same_archive_gives_the_same_bytes(tmp_path: Path) -> None:
    source = tmp_path / "whole.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("abc.py", "x = 1\n" * 100)
        archive.writestr("venv/__init__.py", "")
    repack(source, tmp_path / "one.zip")
    repack(source, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as part:
        assert part.namelist() == ["abc.py"]
        assert part.read("abc.py") == b"x = 1\n" * 100
