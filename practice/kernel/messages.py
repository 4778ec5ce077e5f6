"""Every sentence that the judge says of a program, in English and Chinese."""

from __future__ import annotations

from typing import Any

LANGUAGES = ("en", "zh")

MESSAGES: dict[str, tuple[str, str]] = {
    # how two values differ
    "too_deep": ("nested too deep to compare", "嵌套太深，无法比较"),
    "type_differs": (
        "the type is {got}, where {expected} is expected",
        "类型是 {got}，应为 {expected}",
    ),
    "length_differs": ("{got} items, where {expected} are expected", "有 {got} 项，应为 {expected} 项"),
    "item": ("item {index}", "第 {index} 项（从 0 数起）"),
    "key": ("key {key}", "键 {key}"),
    "key_missing": ("the key {key} is missing", "缺少键 {key}"),
    "key_extra": ("there should be no key {key}", "不该有键 {key}"),
    "set_missing": ("{item} is missing", "缺少 {item}"),
    "set_extra": ("{item} should not be there", "不该有 {item}"),
    "attribute": ("attribute {name}", "属性 {name}"),
    "off_by": ("off by {off}", "相差 {off}"),
    "dtype_differs": (
        "the dtype is {got}, where {expected} is expected",
        "dtype 是 {got}，应为 {expected}",
    ),
    "shape_differs": (
        "the shape is {got}, where {expected} is expected",
        "形状是 {got}，应为 {expected}",
    ),
    "value_differs": (
        "at {place}: {got}, where {expected} is expected",
        "在 {place} 处：得到 {got}，应为 {expected}",
    ),
    "raised": ("raises {what}", "抛出 {what}"),
    "nothing_raised": ("nothing is raised", "没有抛出任何异常"),
    # what is wrong with a file
    "too_long": (
        "the file has {size} bytes; a program of up to {most} KiB is judged. Is it the right file?",
        "文件有 {size} 字节；这里只评判不超过 {most} KiB 的程序。是不是拿错文件了？",
    ),
    "binary": (
        "the file is not a text: it has zero bytes. Save the program as UTF-8",
        "这不是文本文件：里面有零字节。请把程序存为 UTF-8 文本",
    ),
    "not_utf8": (
        "line {line} is not UTF-8: save the file with that encoding",
        "第 {line} 行不是 UTF-8：请用 UTF-8 编码保存文件",
    ),
    "bad_encoding": ("the first lines name no encoding that is known: {error}", "文件开头声明的编码无法识别：{error}"),
    "syntax": ("line {line} is not Python: {error}", "第 {line} 行不是合法的 Python：{error}"),
    "not_compiled": (
        "Python cannot compile the file ({error}): it is nested too deep or has a character that no "
        "program may have",
        "Python 无法编译这个文件（{error}）：嵌套太深，或含有程序里不允许的字符",
    ),
    # what became of it
    "accepted": ("accepted: {total} of {total} tests", "通过：{total} / {total} 个测试"),
    "wrong_answer": ("{passed} of {total} tests pass", "通过 {passed} / {total} 个测试"),
    "empty": (
        "there is nothing in the file yet: {names} to be written",
        "文件里还什么都没有：要写的是 {names}",
    ),
    "missing": (
        "the tests ask for {names}, and the file does not define that: keep the names of the starter",
        "测试要用 {names}，文件里没有定义：请保留起始代码里的名字",
    ),
    "unchanged": (
        "not written yet: the file is still the one that the problem starts with",
        "还没有写：文件仍是题目一开始给的样子",
    ),
    "not_written": ("not written yet: {where}", "还没有写：{where}"),
    "runtime_error": ("{kind}: {error}", "{kind}：{error}"),
    "while_loading": ("while the file was loaded, before any test: {what}", "加载文件时、还没开始测试就出错：{what}"),
    "recursion": (
        "RecursionError: a function calls itself without end",
        "RecursionError：函数无休止地调用自己",
    ),
    "exits": (
        "the program calls exit: it must return, and end nothing",
        "程序调用了 exit：函数应当返回，不要结束程序",
    ),
    "reads_input": (
        "the program reads from standard input, where there is nothing: take the arguments instead",
        "程序在读标准输入，而那里什么都没有：请使用函数参数",
    ),
    "base_exception": (
        "the program raises {kind}, which is not an Exception: {error}",
        "程序抛出了 {kind}，它不是 Exception：{error}",
    ),
    "memory": (
        "the program asks for more memory than the {megabytes} MB that it may have",
        "程序要的内存超过了允许的 {megabytes} MB",
    ),
    "output": (
        "the program prints without end: more than {most} characters",
        "程序不停地打印：超过了 {most} 个字符",
    ),
    "time": (
        "not done after {seconds} seconds: does a loop never end? {test} was running",
        "{seconds} 秒后还没结束：是不是有死循环？当时正在运行 {test}",
    ),
    "time_loading": (
        "the file was not loaded after {seconds} seconds: does it run a loop at its top level?",
        "{seconds} 秒后文件还没加载完：是不是在文件顶层跑了循环？",
    ),
    "steps": (
        "far more steps than the reference needs: does a loop never end?",
        "步数远多于参考解：是不是有死循环？",
    ),
    "crashed": (
        "the program brought the interpreter down ({how}), as endless recursion inside a library call or a __repr__ does",
        "程序让解释器崩溃了（{how}）：库函数或 __repr__ 里的无限递归就会这样",
    ),
    "left": (
        "the program ended the process in the middle ({how}), as os._exit does: functions must return",
        "程序中途结束了整个进程（{how}），os._exit 就会这样：函数应当返回",
    ),
    "killed": (
        "the system ended the program ({how}): most often because memory ran out",
        "系统结束了这个程序（{how}）：多半是内存用尽",
    ),
    "channel": (
        "something other than the judge wrote to the judge's channel, or closed it: a program must leave alone what it did not open",
        "有别的东西写进了评判用的通道，或者把它关掉了：程序不可以动不是自己打开的文件描述符",
    ),
    "tampered": (
        "the program put something else in the place of {names}: judged programs must leave builtins, "
        "torch and the judge as they are",
        "程序替换了 {names}：被评判的程序不可以改动内置函数、torch 和评判器",
    ),
    "forbidden_process": (
        "a judged program may not start or end processes ({what})",
        "被评判的程序不可以启动或结束进程（{what}）",
    ),
    "forbidden_file": (
        "a judged program may not write, move or delete files ({what})",
        "被评判的程序不可以写入、移动或删除文件（{what}）",
    ),
    "forbidden_network": (
        "a judged program may not use the network ({what})",
        "被评判的程序不可以访问网络（{what}）",
    ),
    "forbidden_insides": (
        "a judged program may not reach into the interpreter, as debuggers do ({what})",
        "被评判的程序不可以像调试器那样触碰解释器内部（{what}）",
    ),
    "forbidden_reference": (
        "a judged program may not read the problems' own files; `judge.py solution` shows the reference",
        "被评判的程序不可以读题目自己的文件；要看参考解请用 `judge.py solution`",
    ),
    "needs_local": (
        "this problem needs {needs}, which is not here: {how}",
        "这道题需要 {needs}，这里没有：{how}",
    ),
    "not_offered": (
        "{name} is not in the browser's torch: judge this program with real torch on your own machine: "
        "python practice/judge.py test {number}",
        "浏览器里的 torch 没有 {name}：请在自己的机器上用真正的 torch 评判这个程序，"
        "python practice/judge.py test {number}",
    ),
    "unshowable": (
        "the program raises {kind}, an error that cannot say what it is",
        "程序抛出了 {kind}，这个异常无法显示自己的内容",
    ),
    "no_module": (
        "there is no module {name} here: a program is one file, judged with Python's standard library and {needs}",
        "这里没有模块 {name}：程序只能是一个文件，评判时只有 Python 标准库和 {needs}",
    ),
    "nothing_else": ("nothing else", "它自己，别无其他"),
    "no_numbers": (
        "its numbers cannot be read ({error}): it is not a plain tensor on the CPU",
        "读不出它的数值（{error}）：它不是 CPU 上的普通张量",
    ),
    "notebook": (
        "this is a notebook: save its code as a Python file",
        "这是一个 notebook：请把代码另存为 Python 文件",
    ),
    "signalled": (
        "the program was ended by {how}, a signal that it sent or asked for itself",
        "程序被信号 {how} 结束，是它自己发出或设定的",
    ),
    "judge_error": (
        "the judge itself failed, which is not your program's fault: {error}",
        "评判器自己出错了，不是你程序的问题：{error}",
    ),
}  # fmt: skip


def say(key: str, lang: str = "en", /, **values: Any) -> str:
    """A sentence in one of the two languages, English for any other."""
    english, chinese = MESSAGES[key]
    text = chinese if lang == "zh" else english
    for name, value in values.items():  # not str.format: a value may hold braces
        text = text.replace("{" + name + "}", str(value))
    return text
