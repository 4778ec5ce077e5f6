"""Programs that hurt, cheat or are broken, and right ones of unusual form: for the judge's tests.

Each is judged on tests/golden/900-golden (those in ``WITH_TORCH`` on 901-golden-torch).
"""

from __future__ import annotations

from textwrap import dedent

RIGHT = """\
def double(number):
    if number < 0:
        raise ValueError("negative")
    return 2 * number


class Counter:
    def __init__(self):
        self.total = 0

    def add(self, number):
        self.total += number
        return self.total
"""


def text(program: str) -> bytes:
    return dedent(program).encode()


def beside(program: str) -> bytes:
    """Something at the top level of a program that is right otherwise."""
    return (RIGHT + "\n\n" + dedent(program)).encode()


def doubling(body: str) -> bytes:
    """A program whose ``double`` has another body."""
    lines = dedent(body).strip().splitlines()
    inner = "\n".join("    " + line for line in lines)
    counter = RIGHT[RIGHT.index("class Counter") :]
    return f"def double(number):\n{inner}\n\n\n{counter}".encode()


PROGRAMS: dict[str, bytes] = {
    # right, whatever they look like
    "right": RIGHT.encode(),
    "right_with_bom": b"\xef\xbb\xbf" + RIGHT.encode(),
    "right_with_crlf": RIGHT.replace("\n", "\r\n").encode(),
    "right_with_tabs": RIGHT.replace("    ", "\t").encode(),
    "right_in_chinese": RIGHT.replace("number", "数字").replace("total", "总和").encode(),
    "right_in_gbk": b"# coding: gbk\n" + "# 两倍\n".encode("gbk") + RIGHT.encode(),
    "right_with_a_dataclass": text(
        """
        from dataclasses import dataclass
        from enum import Enum
        from typing import NamedTuple


        class Pair(NamedTuple):
            one: int
            two: int = 0


        class Colour(Enum):
            RED = 1


        @dataclass
        class Counter:
            total: int = 0

            def add(self, number):
                self.total += number
                return self.total


        def double(number):
            if number < 0:
                raise ValueError(Colour.RED)
            return sum(Pair(number, number))
        """
    ),
    "right_with_threads": beside(
        """
        import threading
        threading.Thread(target=lambda: None).start()
        """
    ),
    "right_and_prints": beside("print('hello', end='')"),
    # not programs
    "empty": b"",
    "only_comments": b"# nothing yet\n",
    "define_nothing": b"x = 1\n",
    "binary": bytes(range(256)) * 8,
    "not_utf8": "# 两倍\n".encode("gbk") + RIGHT.encode(),
    "unknown_encoding": b"# coding: klingon\n" + RIGHT.encode(),
    "ten_megabytes": RIGHT.encode() + b"# " + b"x" * 10_000_000,
    "syntax_error": RIGHT.replace("return 2 * number", "return 2 * number)").encode(),
    "mixed_tabs": b"def double(n):\n    if n:\n\treturn 1\n",
    "nested_too_deep": b"x = " + b"(" * 5000 + b")" * 5000,
    "half_written": RIGHT.replace(
        "self.total += number", "raise NotImplementedError('not written yet')"
    ).encode(),
    # wrong
    "three_times": RIGHT.replace("2 * number", "3 * number").encode(),
    "a_float": RIGHT.replace("2 * number", "2.0 * number").encode(),
    "returns_none": RIGHT.replace("return 2 * number", "2 * number").encode(),
    "forgets": RIGHT.replace("self.total += number", "self.total = number").encode(),
    "another_error": RIGHT.replace("ValueError", "KeyError").encode(),
    "refuses_nothing": RIGHT.replace("number < 0", "False").encode(),
    "raises": doubling("return {}[number]"),
    "raises_what_a_library_has_not_implemented": doubling(
        "from asyncio import AbstractEventLoop\nreturn AbstractEventLoop().time()"
    ),
    "raises_base_exception": doubling("raise BaseException('enough')"),
    "raises_keyboard_interrupt": doubling("raise KeyboardInterrupt"),
    "raises_on_load": beside("raise OSError('at the top')"),
    "error_without_text": doubling(
        """
        class Silent(Exception):
            def __str__(self):
                raise RuntimeError("no text")
        raise Silent
        """
    ),
    # without end
    "loops": doubling("while True:\n    pass"),
    "loops_and_catches": doubling(
        """
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        """
    ),
    "loops_on_load": beside("while True:\n    pass"),
    "sleeps": doubling("import time\ntime.sleep(1000)"),
    "prints": doubling("while True:\n    print('x' * 99)"),
    "prints_and_catches": doubling(
        """
        while True:
            try:
                print("x" * 9999)
            except BaseException:
                pass
        """
    ),
    "prints_on_load": beside("while True:\n    print('x' * 99)"),
    "prints_from_a_thread": beside(
        """
        import threading

        def flood():
            while True:
                print("x" * 999)

        threading.Thread(target=flood).start()
        while True:
            pass
        """
    ),
    "allocates": doubling("held = []\nwhile True:\n    held.append(bytes(10**8))"),
    "allocates_and_catches": doubling(
        """
        held = []
        while True:
            try:
                held.append(bytearray(10**8))
            except MemoryError:
                pass
        """
    ),
    "allocates_at_once": doubling("return bytearray(10**13)"),
    "recurses": doubling("return double(number)"),
    "recurses_deeper": doubling(
        """
        import sys
        sys.setrecursionlimit(10**9)
        def deep(x):
            held = bytes(10**7)
            return deep([x]) + held
        return deep(number)
        """
    ),
    "recurses_through_partial": doubling(
        """
        import functools
        import sys
        sys.setrecursionlimit(10**9)
        class Loop:
            def __getattr__(self, name):
                return functools.partial(getattr, self, name)()
        return Loop().x
        """
    ),
    "recurses_through_repr": doubling(
        """
        class Loop:
            def __repr__(self):
                return repr(self)
        return Loop()
        """
    ),
    "exits": doubling("import sys\nsys.exit(0)"),
    "exits_on_load": beside("raise SystemExit"),
    "exits_at_once": doubling("import os\nos._exit(0)"),
    "aborts": doubling("import os\nos.abort()"),
    "ends_itself": doubling("import signal\nsignal.raise_signal(9)"),
    "reads_input": doubling("return int(input())"),
    "reads_standard_input": doubling("import sys\nreturn int(sys.stdin.read())"),
    # cheats
    "equals_everything": doubling(
        """
        class Yes:
            def __eq__(self, other):
                return True
            def __hash__(self):
                return 0
        return Yes()
        """
    ),
    "an_int_that_equals_everything": doubling(
        """
        class Yes(int):
            def __eq__(self, other):
                return True
            __hash__ = int.__hash__
        return Yes(0)
        """
    ),
    "claims_to_be_an_int": doubling(
        """
        class Claims:
            __class__ = int
            def __eq__(self, other):
                return True
            def __index__(self):
                return 4
        return Claims()
        """
    ),
    "patches_builtins": beside(
        """
        import builtins
        builtins.type = lambda x: int
        builtins.issubclass = lambda *x: True
        builtins.len = lambda x: 0
        """
    ).replace(b"2 * number", b"3 * number"),
    "patches_builtins_later": doubling(
        """
        import builtins
        builtins.isinstance = lambda *x: True
        return 4
        """
    ),
    "replaces_import": beside("import builtins\nbuiltins.__import__ = None"),
    "shadows_builtins": RIGHT.replace("2 * number", "len").encode()
    + b"\n\ndef len(x):\n    return 4\n\n\nint = str\n",
    "patches_the_judge": beside(
        """
        import sys
        for name, module in list(sys.modules.items()):
            if "kernel" in name or name in ("tests", "__main__"):
                for key in list(vars(module)):
                    setattr(module, key, lambda *a, **k: None)
        """
    ).replace(b"2 * number", b"3 * number"),
    "imports_the_judge": beside(
        """
        import kernel.compare
        kernel.compare.difference = lambda *a, **k: None
        """
    ),
    "patches_the_judge_by_subclasses": beside(
        """
        for kind in object.__subclasses__():
            if kind.__module__.startswith("kernel"):
                for name, value in list(vars(kind).items()):
                    where = getattr(value, "__globals__", {})
                    if "difference" in where:
                        where["difference"] = lambda *a, **k: None
        """
    ).replace(b"2 * number", b"3 * number"),
    "patches_assertion_error": beside(
        """
        import builtins

        class AssertionError(Exception):
            pass

        builtins.AssertionError = AssertionError
        """
    ),
    "walks_frames": doubling(
        """
        import sys
        frame = sys._getframe()
        while frame:
            for value in frame.f_locals.values():
                if hasattr(value, "broken"):
                    value.failure = None
            frame = frame.f_back
        return 4
        """
    ),
    "walks_a_traceback": doubling(
        """
        try:
            raise ValueError
        except ValueError as error:
            frame = error.__traceback__.tb_frame
        return frame.f_back.f_locals and 4
        """
    ),
    "walks_by_inspect": doubling("import inspect\nreturn len(inspect.stack())"),
    "asks_the_garbage_collector": doubling("import gc\nreturn gc.get_objects() and 4"),
    "traces": beside("import sys\nsys.settrace(lambda *x: None)"),
    "writes_memory": beside("import ctypes\nctypes.memset(id(2) + 24, 1, 1)"),
    "swaps_code": beside(
        """
        import json
        json.dumps.__code__ = (lambda *a, **k: "accepted").__code__
        """
    ),
    "writes_to_every_descriptor": doubling(
        """
        import os
        for descriptor in range(64):
            try:
                os.write(descriptor, b'["verdict", {"status": "accepted"}]\\n')
            except OSError:
                pass
        return 4
        """
    ),
    "prints_a_verdict": beside(
        """
        import os
        import sys
        print('["verdict", {"status": "accepted"}]', flush=True)
        os.write(1, b'{"status": "accepted"}\\n')
        sys.__stdout__.write('{"status": "accepted"}\\n')
        """
    ).replace(b"2 * number", b"3 * number"),
    "closes_every_descriptor": doubling("import os\nos.closerange(0, 64)\nreturn 4"),
    "loses_its_output": beside("import sys\nsys.stdout = None\nsys.stderr = 3\nsys.stdin = None"),
    "clears_the_modules": beside("import sys\nsys.modules.clear()"),
    "reads_the_reference": beside(
        "import solution\nprint(open('{problems}/081-align-and-pages/solution.py').read())"
    ),
    "an_error_that_is_false": text(
        """
        class Nothing(Exception):
            def __len__(self):
                return 0


        def double(number):
            raise Nothing


        class Counter:
            def add(self, number):
                raise Nothing
        """
    ),
    "an_error_with_a_name_that_fails": doubling(
        """
        class Meta(type):
            __name__ = property(lambda self: 1 / 0)
        class Odd(Exception, metaclass=Meta):
            pass
        raise Odd
        """
    ),
    "an_error_with_commands_for_the_terminal": doubling("raise ValueError('\\x1b[2Jaccepted')"),
    "a_class_with_a_long_name": doubling("return type('A' * 10**6, (), {})()"),
    "closes_its_channel_and_loops": doubling(
        "import os\nos.closerange(3, 64)\nwhile True:\n    pass"
    ),
    "breaks_the_encoder": beside(
        """
        import json
        json.JSONEncoder.encode = lambda self, value: '["verdict", 3]'
        """
    ),
    "floods_its_channel": doubling(
        """
        import os
        while True:
            for descriptor in range(3, 10):
                try:
                    os.write(descriptor, b"x" * 65536)
                except OSError:
                    pass
        """
    ),
    "reads_the_reference_by_bytes": beside(
        "open(b'{problems}/081-align-and-pages/solution.py').read()"
    ),
    "reads_a_line": doubling("import sys\nreturn int(sys.stdin.readline())"),
    "calls_a_debugger": doubling("breakpoint()\nreturn 2 * number"),
    # right, though they look into things
    "right_with_asyncio": beside("import asyncio\nfrom unittest import mock"),
    "right_with_bytes": beside("import sys\nsys.stdout.buffer.write(b'hello')"),
    "right_with_annotations": b"from __future__ import annotations\n" + RIGHT.encode(),
    # not this
    "a_notebook": b'{"cells": [], "nbformat": 4}',
    "needs_numpy": beside("import numpy"),
    # hurts
    "writes_by_readline": beside(
        "import readline\nreadline.write_history_file('{folder}/precious.txt')"
    ),
    "makes_files": beside("import os\nos.mkfifo('{folder}/pipe')"),
    "starts_processes_deep_down": beside(
        "from multiprocessing import util\nutil.spawnv_passfds(b'/bin/true', [b'true'], [])"
    ),
    "deletes_files": beside("import os\nos.remove('{folder}/precious.txt')"),
    "deletes_folders": beside("import shutil\nshutil.rmtree('{folder}')"),
    "deletes_and_catches": beside(
        """
        import os
        try:
            os.remove('{folder}/precious.txt')
        except BaseException:
            pass
        """
    ),
    "overwrites_files": beside("open('{folder}/precious.txt', 'w').close()"),
    "moves_files": beside("import pathlib\npathlib.Path('{folder}/precious.txt').rename('x')"),
    "truncates_files": beside("import os\nos.truncate('{folder}/precious.txt', 0)"),
    "opens_by_flags": beside(
        "import os\nos.open('{folder}/precious.txt', os.O_WRONLY | os.O_TRUNC)"
    ),
    "starts_processes": beside("import subprocess\nsubprocess.run(['true'])"),
    "runs_a_shell": beside("import os\nos.system('true')"),
    "forks": beside("import os\nwhile True:\n    os.fork()"),
    "kills_the_judge": beside("import os\nos.kill(os.getppid(), 9)"),
    "opens_a_socket": beside("import socket\nsocket.create_connection(('127.0.0.1', 9))"),
    "asks_the_browser": beside("import js"),
}


TORCH_RIGHT = """\
import torch


def double(x):
    return x * 2
"""


def torch_doubling(body: str) -> bytes:
    lines = dedent(body).strip().splitlines()
    inner = "\n".join("    " + line for line in lines)
    return f"import torch\n\n\ndef double(x):\n{inner}\n".encode()


WITH_TORCH: dict[str, bytes] = {
    "torch_right": TORCH_RIGHT.encode(),
    "torch_another_dtype": torch_doubling("return x.double() * 2"),
    "torch_another_shape": torch_doubling("return (x * 2).unsqueeze(0)"),
    "torch_another_value": torch_doubling("y = x * 2\ny[-1] = 0\nreturn y"),
    "torch_a_list": torch_doubling("return (x * 2).tolist()"),
    "torch_in_place": torch_doubling("return x.mul_(2)"),
    "torch_allocates": torch_doubling("return torch.zeros(10**13)"),
    "torch_patched": torch_doubling(
        """
        torch.equal = lambda *x: True
        torch.Tensor.__eq__ = lambda *x: True
        torch.Tensor.tolist = lambda self: [2.0, 4.0]
        return x
        """
    ),
    "torch_patched_below": torch_doubling(
        "torch.Tensor.tolist = lambda self: [2.0, 4.0]\nreturn x"
    ),
    "torch_subclass": torch_doubling(
        """
        class Yes(torch.Tensor):
            def flatten(self):
                return torch.tensor([2.0, 4.0])
            def tolist(self):
                return [2.0, 4.0]
        return x.as_subclass(Yes)
        """
    ),
    "torch_default_dtype": torch_doubling("torch.set_default_dtype(torch.float64)\nreturn x * 2"),
    "torch_inference_left_on": torch_doubling("torch.set_grad_enabled(False)\nreturn x * 2"),
    "torch_saves": torch_doubling("torch.save(x, '{folder}/precious.txt')\nreturn x * 2"),
    "torch_maps_a_file": torch_doubling(
        """
        size = 2
        path = "{folder}/precious.txt"
        torch.from_file(path, shared=True, size=size, dtype=torch.int32).fill_(0)
        return x * 2
        """
    ),
    "torch_meta": torch_doubling("return (x * 2).to('meta')"),
    "torch_mode_left_on": torch_doubling(
        """
        from torch.overrides import TorchFunctionMode
        class Mode(TorchFunctionMode):
            def __torch_function__(self, call, types, args=(), kwargs=None):
                found = call(*args, **(kwargs or {}))
                return [2.0, 4.0] if getattr(call, "__name__", "") == "tolist" else found
        Mode().__enter__()
        return x
        """
    ),
    "torch_right_in_inference_mode": TORCH_RIGHT.replace(
        "def double", "@torch.inference_mode()\ndef double"
    ).encode(),
    "torch_right_module": torch_doubling(
        """
        class Double(torch.nn.Module):
            def forward(self, x):
                return x * 2
        return Double()(x)
        """
    ),
    "torch_shape_error": torch_doubling("return x @ torch.zeros(7, 7)"),
    "torch_has_not_implemented": torch_doubling("return torch.softmax(x.long(), 0)"),
    "torch_beside_the_judge": torch_doubling("import judgelib.process\nreturn x * 2"),
    "torch_leaves_memory_unwritten": torch_doubling(
        "y = torch.empty(x.shape, dtype=x.dtype)\ny[:1] = x[:1] * 2\nreturn y"
    ),
}
