"""What notebooks say of themselves, in both languages."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "about": (
            "*Generated from {sources} by `python tools/notebooks.py write`.* It is the chapter's "
            "page, with its programs in cells that run: Shift+Enter runs one, from the top to the "
            "bottom. Change a cell and run it again to see what it does. "
            "`python3 tools/course.py lab` opens a copy in `workspace/notebooks`, where your "
            "changes stay, with everything installed."
        ),
        "and": " and ",
        "main": (
            "The cells below are [`main.py`]({}) in pieces: its functions, then the statements of "
            "`main()` one step at a time."
        ),
        "again": (
            " If one that you run again says that a context is set already, run `from minisgl.core "
            "import reset_global_ctx; reset_global_ctx()`, or restart the kernel."
        ),
    },
    "zh": {
        "about": (
            "*由 `python tools/notebooks.py write` 从 {sources} 生成*。内容就是本章的正文，"
            "其中的程序放在可以运行的单元格里：从上到下，按 Shift+Enter 运行。"
            "改动一个单元格再运行一次，看看会怎样。"
            "`python3 tools/course.py lab` 会装好所需的一切，"
            "并打开 `workspace/notebooks` 里的一份副本，你的改动都留在那里。"
        ),
        "and": " 和 ",
        "main": (
            "下面的单元格是切成小段的 [`main.py`]({})：先是各个函数，再是 `main()` 里的语句，"
            "一步一格。"
        ),
        "again": (
            "如果重新运行某一格时提示 context is set already，先运行 "
            "`from minisgl.core import reset_global_ctx; reset_global_ctx()`，或者重启内核。"
        ),
    },
}

# The comments of the first cell of code.
COMMENTS = {
    "en": {
        "engine": "The engine as this chapter leaves it; your own, workspace/{}: mine=True.",
        "arguments": "What main.py reads as its command line; the page was made with the same.",
    },
    "zh": {
        "engine": "本章结束时的引擎；mine=True 换成你自己写的，也就是 workspace/{}。",
        "arguments": "main.py 读到的命令行；页面上的输出用的也是它。",
    },
}
