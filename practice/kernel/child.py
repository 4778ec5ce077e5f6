"""The process in which programs run: ``python child.py``, driven by practice/judge.py.

A request comes in on standard input, one JSON document a line; every answer goes out on what was
standard output when the process began, which the program does not get to see: file descriptors 1
and 2 then lead nowhere. An answer is a line that starts with the secret of the request.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def main() -> None:
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path or ".") != folder]
    sys.path.insert(0, os.path.dirname(folder))
    sys.dont_write_bytecode = True
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    channel = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    _serve(requests, channel)


def _serve(requests: Any, channel: int) -> None:
    from kernel.problem import Problem
    from kernel.run import Judge
    from kernel.runtime import FACADE, NoTorchError, import_torch

    first = json.loads(requests.readline())
    send = _sender(channel, first.pop("secret"))
    try:
        if first["torch"]:
            import_torch(first["runtime"])
    except NoTorchError as error:
        send("no_torch", str(error))
        os._exit(0)
    practice = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sys.path[:] = [path for path in sys.path if path not in (practice, str(FACADE))]
    _limit_memory(first["megabytes"])
    _start_no_processes()
    _write_no_files()
    _end_with_parent()
    _hide_memory()
    judge = Judge(first["hidden"], _libraries(), first["megabytes"], lambda: os._exit(0))
    send("ready", None)
    for line in requests:
        request = json.loads(line)
        problem = Problem(**request.pop("problem"))
        data = bytes.fromhex(request.pop("data"))
        try:
            verdict = judge.judge(problem, data, report=send, **request)
        except Exception as error:  # not a program's: those are caught where they run
            send("judge_error", f"{type(error).__name__}: {error}")
        else:
            send("verdict", verdict)
    os._exit(0)  # threads that a program left behind do not keep the process


def _sender(channel: int, secret: str) -> Callable[[str, Any], None]:
    write, dumps = os.write, json.dumps

    def send(kind: str, value: Any) -> None:
        line = f"{secret} {dumps([kind, value])}\n".encode()
        while line:
            line = line[write(channel, line) :]

    return send


def _libraries() -> tuple[str, ...]:
    """Where Python and the installed packages lie."""
    import sysconfig

    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    torch = sys.modules.get("torch")
    if torch is not None and torch.__file__:
        paths.add(os.path.dirname(os.path.dirname(torch.__file__)))
    return tuple(sorted(path + os.sep for path in paths if path))


def _end_with_parent() -> None:
    """Whoever started this process may be killed: then nobody else would end an endless loop."""
    import _thread
    import time

    if not hasattr(os, "getppid"):
        return
    parent, getppid, sleep, leave = os.getppid(), os.getppid, time.sleep, os._exit

    def watch() -> None:
        while getppid() == parent:
            sleep(1)
        leave(0)

    _thread.start_new_thread(watch, ())


def _start_no_processes() -> None:
    """The one way to start a process that no audit event tells of."""
    try:
        import _posixsubprocess
    except ImportError:
        return
    from kernel.guard import ForbiddenError

    def refused(*arguments: object, **options: object) -> None:
        raise ForbiddenError("a judged program may not start processes")

    _posixsubprocess.fork_exec = refused  # type: ignore[assignment]


def _write_no_files() -> None:
    """Where Linux can be asked to (Landlock), no file may be written, made or removed any more,
    also by code that is not Python's, such as torch.save."""
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes

        system = ctypes.CDLL(None, use_errno=True).syscall
    except (ImportError, OSError, AttributeError):
        return
    abi = system(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if abi < 1:
        return
    writing = 0b1_1111_1111_0010  # WRITE_FILE, and to make and remove anything
    writing |= (1 << 13 if abi >= 2 else 0) | (1 << 14 if abi >= 3 else 0)  # REFER, TRUNCATE
    attributes = ctypes.c_uint64(writing)
    rules = system(444, ctypes.byref(attributes), ctypes.c_size_t(8), ctypes.c_uint32(0))
    if rules < 0:
        return
    ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS, which Landlock asks for
    system(446, ctypes.c_int(rules), ctypes.c_uint32(0))
    os.close(rules)


def _hide_memory() -> None:
    """ctypes can change any number in memory, and no audit event tells of it: a program that wants
    it has to load it anew, which is refused; where torch has loaded it, those calls are gone."""
    loaded = sys.modules.get("ctypes")
    if loaded is None:
        return
    if "torch" in sys.modules:
        for name in ("memset", "memmove", "cast"):
            setattr(loaded, name, None)
        return
    for name in [name for name in sys.modules if name.partition(".")[0] in ("ctypes", "_ctypes")]:
        del sys.modules[name]


def _limit_memory(megabytes: int) -> None:
    """Allow that much more than is in use now, where the system can hold a process to it."""
    try:
        import resource
    except ImportError:  # Windows: the parent watches instead
        return
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            now = int(statm.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (now + megabytes * 2**20, hard))
        for limit in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):  # nothing is written to disk
            resource.setrlimit(limit, (0, 0))
    except (OSError, ValueError):  # macOS has no such file and no such limit
        return


if __name__ == "__main__":
    main()
