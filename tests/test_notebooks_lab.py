"""The reader's copies of the notebooks, the engine that a kernel gets, and JupyterLab itself."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import lab
import pytest
from conftest import REPOSITORY
from notebooklib.copies import copy_notebooks
from synthetic_course import change, make_course, write

TOOLS = REPOSITORY / "tools"


# --- copies -------------------------------------------------------------------------------------


def notebook(*sources: str) -> str:
    cells = [
        {"cell_type": "code", "id": str(i), "metadata": {}, "source": source, "outputs": []}
        for i, source in enumerate(sources)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Two notebooks of the course."""
    link = "see [2](../../chapters/ch02_two/notebook.zh.ipynb), [file](../../minisgl/core.py)"
    write(tmp_path / "chapters/ch01_one/notebook.ipynb", notebook("one = 1", link))
    write(tmp_path / "chapters/ch02_two/notebook.zh.ipynb", notebook("two = 2"))
    return tmp_path


def copy(root: Path, name: str) -> dict[str, Any]:
    found = json.loads((root / "workspace/notebooks" / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def names(root: Path) -> list[str]:
    return sorted(file.name for file in (root / "workspace/notebooks").iterdir())


def test_copies_are_made_once_and_lead_to_each_other(root: Path) -> None:
    assert copy_notebooks(root) == ["copied 2 notebooks to workspace/notebooks"]
    assert names(root) == ["ch01_one.ipynb", "ch02_two.zh.ipynb"]
    link = "see [2](ch02_two.zh.ipynb), [file](../../minisgl/core.py)"
    assert copy(root, "ch01_one.ipynb")["cells"][1]["source"] == link
    assert copy_notebooks(root) == []


def test_a_copy_without_changes_follows_the_course(root: Path) -> None:
    copy_notebooks(root)
    mine = copy(root, "ch02_two.zh.ipynb")
    mine["cells"][0]["outputs"] = [{"name": "stdout", "output_type": "stream", "text": "2"}]
    mine["cells"][0]["source"] = ["two = 2"]  # as some editors write it
    write(root / "workspace/notebooks/ch02_two.zh.ipynb", json.dumps(mine))
    assert copy_notebooks(root) == []
    assert copy(root, "ch02_two.zh.ipynb") == mine
    write(root / "chapters/ch02_two/notebook.zh.ipynb", notebook("two = 3"))
    assert copy_notebooks(root) == ["copied 1 notebooks to workspace/notebooks"]
    assert copy(root, "ch02_two.zh.ipynb")["cells"][0]["source"] == "two = 3"


def test_what_a_reader_wrote_is_never_written_over(root: Path) -> None:
    copy_notebooks(root)
    file = root / "workspace/notebooks/ch02_two.zh.ipynb"
    change(file, "two = 2", "two = 22")
    written = file.read_bytes()
    assert copy_notebooks(root) == []
    write(root / "chapters/ch02_two/notebook.zh.ipynb", notebook("two = 3"))
    (said,) = copy_notebooks(root)
    assert "ch02_two.zh.ipynb has changes of yours and stays" in said
    assert file.read_bytes() == written
    (beside,) = [name for name in names(root) if ".new-" in name]
    assert beside in said
    assert copy(root, beside)["cells"][0]["source"] == "two = 3"
    change(root / "workspace/notebooks" / beside, "two = 3", "two = 33")
    assert copy_notebooks(root) == [said]
    assert copy(root, beside)["cells"][0]["source"] == "two = 33"
    os.replace(root / "workspace/notebooks" / beside, file)  # the newer one instead of mine
    assert copy_notebooks(root) == []


def test_a_file_that_is_no_notebook_of_ours_stays(root: Path) -> None:
    for text in ("no JSON", "[]", "{}", notebook("mine = 1")):
        write(root / "workspace/notebooks/ch01_one.ipynb", text)
        assert any("ch01_one.ipynb has changes of yours" in line for line in copy_notebooks(root))
        assert (root / "workspace/notebooks/ch01_one.ipynb").read_text("utf-8") == text


# --- the engine of a chapter --------------------------------------------------------------------


def start(root: Path, code: str) -> str:
    """What a kernel would show: the last line of its output or of its error."""
    head = f"import sys; sys.path.insert(0, {str(TOOLS)!r})\n"
    head += f"from pathlib import Path\nroot = Path({str(root)!r})\n"
    head += "from notebook_start import start_chapter\n"
    done = subprocess.run(
        [sys.executable, "-c", head + code], cwd=root, capture_output=True, encoding="utf-8"
    )
    return ["", *(done.stdout + done.stderr).strip().splitlines()][-1]


def test_a_kernel_has_the_engine_and_the_programs_of_its_chapter(tmp_path: Path) -> None:
    make_course(tmp_path)
    write(tmp_path / "chapters/ch01_one/demos/beside.py", "N = 5\n")
    code = "print(start_chapter(1, root=root))\nimport minisgl, beside\n"
    code += "print(minisgl.__file__, hasattr(minisgl, 'Box'), beside.N)"
    tree = tmp_path / "build/trees/ch01_one"
    assert start(tmp_path, code) == f"{tree / 'minisgl' / '__init__.py'} False 5"
    assert start(tmp_path, "print(start_chapter(1, root=root))") == str(
        tmp_path / "chapters" / "ch01_one" / "main.py"
    )
    written = (tree / "minisgl/core.py").stat().st_mtime_ns
    start(tmp_path, "start_chapter(1, root=root)")
    assert (tree / "minisgl/core.py").stat().st_mtime_ns == written
    change(tmp_path / "minisgl/core.py", "STEP = 1", "STEP = 2")
    start(tmp_path, "start_chapter(1, root=root)")
    assert "STEP = 2" in (tree / "minisgl/core.py").read_text("utf-8")


def test_a_kernel_finds_none_of_the_tools_as_modules(tmp_path: Path) -> None:
    make_course(tmp_path)
    code = (
        "start_chapter(1, root=root)\nprint(str(Path('tools')) in [Path(p).name for p in sys.path])"
    )
    assert start(tmp_path, code) == "False"


def test_a_kernel_can_have_the_readers_engine(tmp_path: Path) -> None:
    make_course(tmp_path)
    code = "start_chapter(1, mine=True, root=root)\nimport minisgl; print(minisgl.MINE)"
    assert start(tmp_path, code).endswith(
        f"there is no {tmp_path / 'workspace' / 'ch01_one'}: run python tools/steps.py start 1"
    )
    write(tmp_path / "workspace/ch01_one/minisgl/__init__.py", "MINE = 7\n")
    assert start(tmp_path, code) == "7"
    other = f"{code}\nstart_chapter(1, root=root)"
    assert start(tmp_path, other).endswith("already: restart it, and run this cell first")


def test_an_unknown_chapter_and_a_python_without_torch(tmp_path: Path) -> None:
    make_course(tmp_path)
    assert "there is no chapter 7; there are 1, 2, 3" in start(
        tmp_path, "start_chapter(7, root=root)"
    )
    code = "import importlib.util\nimportlib.util.find_spec = lambda name: None\n"
    assert "open the notebook with python3 tools/course.py lab" in start(
        tmp_path, f"{code}start_chapter(1, root=root)"
    )


# --- JupyterLab ---------------------------------------------------------------------------------


def test_a_port_in_use_is_refused_with_another_one(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        port = busy.getsockname()[1]
        assert lab.main(["--port", str(port)], root) == 1
    message = capsys.readouterr().err
    assert f"port {port} is in use" in message and "tools/course.py lab --port" in message
    assert not lab.is_free(70000)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process")
def test_jupyterlab_serves_the_copies_to_who_has_the_key_until_ctrl_c(root: Path) -> None:
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"import sys; sys.path.insert(0, {str(TOOLS)!r})\nimport lab\nfrom pathlib import Path\n"
        f"lab.main(['--no-open', '--port', '{lab.free_port()}'], Path({str(root)!r}))"
    )
    homes = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    server = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **{name: str(root / name) for name in homes}},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    try:
        assert server.stdout is not None
        said = ""
        while (found := ADDRESS.search(said)) is None:
            line = server.stdout.readline()
            assert line, said
            said += line
        site, key = found.groups()
        while not listens(int(site.rpartition(":")[2])):  # it says its address a moment too early
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(timeout=0.1)
        assert "copied 2 notebooks to workspace/notebooks\n" in said
        listed = ask(f"{site}/api/contents/workspace/notebooks", key)
        assert sorted(file["name"] for file in listed["content"]) == names(root)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            ask(f"{site}/api/contents/workspace/notebooks", "no key")
        about = ask(f"{site}/api/kernelspecs", key)
        assert about["default"] == "python3"
        assert ask(f"{site}/api/kernels", key, b'{"name": "python3"}')["execution_state"]
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
        assert server.returncode == 0
    finally:
        server.kill()
        server.wait()


ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)/lab/tree/workspace/notebooks\?token=(\w+)")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ask(address: str, key: str, data: bytes | None = None) -> Any:
    headers = {"Authorization": f"token {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(address, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())
