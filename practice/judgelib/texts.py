"""What judge.py says, in English and Chinese; what it says of a program is in kernel/messages.py."""

from __future__ import annotations

import locale
import os

TEXTS: dict[str, tuple[str, str]] = {
    "state": (
        "mini-sglang by hand, practice: {total} problems, {accepted} accepted, {begun} begun",
        "手写 mini-sglang · 练习：共 {total} 题，已通过 {accepted} 题，做到一半 {begun} 题",
    ),
    "next": ("next: {number} {title} (chapter {chapter}, {difficulty})", "下一题：{number} {title}（第 {chapter} 章，{difficulty}）"),
    "all_done": ("all problems are accepted: chapter by chapter, the engine is yours", "全部通过：一章一章，这个引擎是你写出来的了"),
    "do_start": ("writes {file}, to be filled in, and shows the task", "生成 {file}，显示题目，你来填写"),
    "do_test": ("judges it (watch: at every save)", "评判它（watch：每次保存都评判）"),
    "do_hint": ("the next hint (solution: the reference)", "下一条提示（solution：参考解）"),
    "do_list": ("all problems (--help: everything else)", "全部题目（--help：其他命令）"),
    "chapter": ("chapter {number}", "第 {number} 章"),
    "easy": ("easy", "简单"),
    "medium": ("medium", "中等"),
    "hard": ("hard", "困难"),
    "bug": ("find the bug", "找 bug"),
    "predict": ("predict the output", "预测输出"),
    "write": ("", ""),
    "nothing_to_do": ("nothing is left to do here", "这里没有要做的题了"),
    "legend": ("{accepted} accepted  {begun} begun", "{accepted} 已通过  {begun} 做到一半"),
    "written": ("written: {file}", "已生成：{file}"),
    "kept": ("{file} is there already and stays as it is", "{file} 已经在了，原样保留"),
    "then_test": ("fill it in, then: {command}", "填好之后运行：{command}"),
    "no_file": ("there is no {file} yet: {command}", "还没有 {file}：{command}"),
    "called": ("called", "调用"),
    "got": ("got", "得到"),
    "expected": ("expected", "应为"),
    "where": ("where", "差异"),
    "rule": ("rule", "规则"),
    "error": ("error", "错误"),
    "after": ("with", "代码"),
    "in_file": ("in {file}:", "在 {file} 中："),
    "line": ("line {line}", "第 {line} 行"),
    "line_in": ("line {line}, {function}", "第 {line} 行，{function}"),
    "printed": ("printed", "打印了"),
    "not_run": ("not run", "没有运行"),
    "more_failed": ("{count} more fail: {names}", "另有 {count} 个没过：{names}"),
    "known": ("a known misconception looks like this: {text}", "这很像一个常见的误解：{text}"),
    "next_hint": ("a hint: {command}", "要提示：{command}"),
    "after_accepted": ("the reference: {solution}   next: {start}", "看参考解：{solution}   下一题：{start}"),
    "hint": ("hint {number} of {total}: {text}", "提示 {number} / {total}：{text}"),
    "no_more_hints": ("no more hints: {command} shows the reference", "没有更多提示了：{command} 可以看参考解"),
    "try_first": ("try it first: {test}; or see it now all the same: {now}", "先试一次：{test}；一定要现在看：{now}"),
    "alternative": ("another way: {about}", "另一种写法：{about}"),
    "watching": ("watching {file}: save it to have it judged, Ctrl-C ends this", "正在监视 {file}：保存就会评判，Ctrl-C 结束"),
    "unwatched": ("no longer watching", "已停止监视"),
    "importing": ("importing torch…", "正在导入 torch……"),
    "exported": ("written: {file} ({count} problems)", "已写出：{file}（{count} 题）"),
    "imported": ("taken in from {file}:", "已从 {file} 导入："),
    "begun_of": ("{number} {title}: {tries} tries, {hints} hints", "{number} {title}：试了 {tries} 次，看了 {hints} 条提示"),
    "accepted_of": ("{number} {title}: accepted", "{number} {title}：已通过"),
    "none_begun": ("nothing is begun yet: {command}", "还没有开始任何题：{command}"),
    "strength": ("this judge has rejected {rejected} wrong programs", "这道题的评判器已经拒绝过 {rejected} 个错误程序"),
    "torch_missing": ("install it with: python3 tools/course.py check", "安装方法：python3 tools/course.py check"),
    "changed": ("the problem has changed since you began it: `judge.py show {number}` has its present text", "你开始之后题目改过：`judge.py show {number}` 显示现在的题面"),
}  # fmt: skip


def tell(key: str, lang: str, /, **values: object) -> str:
    """A text in one of the two languages."""
    text = TEXTS[key][1 if lang == "zh" else 0]
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def default_language() -> str:
    """Chinese where the system is, English elsewhere."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), "")
    if not name:
        try:
            name = locale.getlocale()[0] or ""
        except ValueError:
            name = ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"
