/** What the site says, in English and Chinese. What is said of a program is in practice/kernel. */

import { language } from "./place";

export const TEXTS = {
  // the problem page
  statement: ["Statement", "题目"],
  code: ["Code", "代码"],
  results: ["Results", "结果"],
  parts: ["Parts of this page", "本页的几个部分"],
  run: ["Run examples", "运行示例"],
  submit: ["Submit", "提交"],
  stop: ["Stop", "停止"],
  more: ["More", "更多"],
  reset: ["Back to the starter", "恢复起始代码"],
  earlier: ["Earlier texts", "以前的代码"],
  editor: ["Your program", "你的程序"],
  keys: [
    "Tab indents; Esc, then Tab leaves the editor. {run} runs the examples, {submit} submits.",
    "Tab 键缩进；先按 Esc 再按 Tab 离开编辑器。{run} 运行示例，{submit} 提交。",
  ],
  separator: ["Width of the statement", "题目栏宽度"],
  data_failed: [
    "The problem could not be loaded: {error}. What you wrote before is safe.",
    "题目加载失败：{error}。你之前写的代码都还在。",
  ],
  try_again: ["Try again", "重试"],
  only_local: [
    "This problem needs {needs}, which a browser does not have. Run it on your machine:",
    "这道题需要 {needs}，浏览器里没有。请在自己的电脑上运行：",
  ],
  // the state of Python
  loading: ["Python is loading", "正在加载 Python"],
  loading_megabytes: [
    "Python is loading: {megabytes} MB so far",
    "正在加载 Python：已读 {megabytes} MB",
  ],
  loading_waits: [
    "Python is loading; your program runs as soon as it is there",
    "正在加载 Python，加载完就运行你的程序",
  ],
  loading_slow: ["Python is taking long to load", "Python 加载得很慢"],
  ready: ["Python is ready", "Python 已就绪"],
  running: ["Running", "正在运行"],
  running_test: ["Running {test} ({number} of {total})", "正在运行 {test}（{number} / {total}）"],
  failed: ["Python did not start: {message}", "Python 没能启动：{message}"],
  stopped: ["Stopped.", "已停止。"],
  // results
  nothing_yet: [
    "Nothing has run yet. The examples are those of the statement; submitting runs every test.",
    "还没有运行过。示例就是题面里的那些；提交会运行全部测试。",
  ],
  examples_passed: [
    "the examples pass: {total} of {total}. Submit to run every test",
    "示例全部通过：{total} / {total}。提交会运行全部测试",
  ],
  outdated: ["The code has changed since.", "此后代码改动过。"],
  called: ["called", "调用"],
  got: ["got", "得到"],
  expected: ["expected", "应为"],
  where: ["where", "差异"],
  rule: ["rule", "规则"],
  error: ["error", "错误"],
  steps: ["The steps that lead there", "这样可以重现"],
  copy: ["Copy", "复制"],
  open_in_tree: ["Open in the live tree", "在可操作的树里打开"],
  copied: ["Copied", "已复制"],
  in_file: ["In your program", "在你的程序里"],
  line: ["line {line}", "第 {line} 行"],
  line_in: ["line {line}, {function}", "第 {line} 行，{function}"],
  printed: ["Printed", "打印的内容"],
  printed_cut: ["Printed (the middle is left out)", "打印的内容（中间省略）"],
  known: ["A known misconception looks like this", "这很像一个常见的误解"],
  passed: ["passed", "通过"],
  accepted: ["accepted", "通过"],
  wrong_answer: ["wrong answer", "答案不对"],
  not_written: ["not written yet", "还没有写"],
  runtime_error: ["error", "运行出错"],
  syntax_error: ["syntax error", "语法错误"],
  time_limit: ["time limit", "超时"],
  memory_limit: ["memory limit", "内存超限"],
  output_limit: ["output limit", "输出超限"],
  crashed: ["crashed", "崩溃"],
  needs_local: ["runs only locally", "只能在本地运行"],
  not_run: ["not run", "没有运行"],
  // hints and the reference
  help: ["Hints and the reference", "提示与参考解"],
  hint: ["Hint {number} of {total}", "提示 {number} / {total}"],
  first_hint: ["Show a hint", "看一条提示"],
  next_hint: ["Show the next hint ({number} of {total})", "看下一条提示（{number} / {total}）"],
  no_more_hints: ["These are all the hints.", "提示就这些了。"],
  reference: ["Show the reference", "看参考解"],
  hide_reference: ["Hide the reference", "收起参考解"],
  try_first: [
    "You have not tried yet. A try shows you more than the reference does.",
    "你还没有试过。自己试一次，比看参考解学到的多。",
  ],
  show_anyway: ["Show it anyway", "还是要看"],
  reference_title: ["The reference", "参考解"],
  alternatives: [
    "{count} programs of another structure are accepted too.",
    "另有 {count} 种不同写法也能通过。",
  ],
  // what the reader wrote
  not_saved: [
    "This browser does not save what you write: copy it before you leave.",
    "浏览器没能保存你写的代码：离开之前请先复制一份。",
  ],
  old_version: [
    "This problem has changed since you began it. What you wrote is kept.",
    "你开始之后，这道题改过。你写的代码还在。",
  ],
  bring_back: ["Bring my text back", "取回我的代码"],
  was_reset: [
    "This is the starter again. What you wrote is kept.",
    "已恢复起始代码。你写的代码还在。",
  ],
  other_tab: ["This problem is being edited in another tab too.", "这道题也在另一个标签页里编辑。"],
  take_other: ["Show the other text", "换成那边的代码"],
  dismiss: ["Dismiss", "知道了"],
  why_reset: ["before you went back to the starter", "恢复起始代码之前的"],
  why_version: ["for an earlier version of the problem", "为这道题的旧版本写的"],
  why_import: ["from a progress file", "从进度文件导入的"],
  why_tab: ["from another tab", "另一个标签页里的"],
  why_replaced: ["before you took an earlier text", "换成以前的代码之前的"],
  lines: ["{count} lines", "{count} 行"],
  // progress
  state_accepted: ["accepted", "已通过"],
  state_begun: ["begun", "做到一半"],
  state_new: ["not begun", "未开始"],
  accepted_of: ["{accepted} of {total} accepted", "已通过 {accepted} / {total}"],
  chapter: ["Chapter {number}", "第 {number} 章"],
  filter_text: ["Search titles and tags", "搜索标题和标签"],
  filter_chapter: ["Every chapter", "全部章节"],
  filter_difficulty: ["Every difficulty", "全部难度"],
  filter_state: ["Every state", "全部状态"],
  filter_needs: ["Whatever it needs", "不限依赖"],
  needs_nothing: ["Python alone", "只用 Python"],
  filter_clear: ["Clear", "清除"],
  shown_of: ["{shown} of {total} problems", "{shown} / {total} 题"],
  all_accepted: [
    "All problems are accepted: chapter by chapter, the engine is yours.",
    "全部通过：一章一章，这个引擎是你写出来的了。",
  ],
  next_to_do: ["Next: {title}", "下一题：{title}"],
  go_on: ["Go on with: {title}", "接着做：{title}"],
  tries: ["tries: {count}", "试了 {count} 次"],
  hints_seen: ["hints: {count}", "看了 {count} 条提示"],
  solution_seen: ["reference seen", "看过参考解"],
  elsewhere: ["Not problems of this site", "本站没有的题目"],
  export: ["Export to a file", "导出到文件"],
  import: ["Import a file", "导入文件"],
  imported: ["Taken in: {count} problems.", "已导入 {count} 题。"],
  imported_beside: [
    "{title}: your own program stays; the other one is among the earlier texts of that problem.",
    "{title}：你自己的程序不变，另一份放在这道题的“以前的代码”里。",
  ],
  imported_cards: [
    "Review cards: {taken} of {total} taken in.",
    "复习卡片：共 {total} 张，导入了 {taken} 张。",
  ],
  imported_unsaved: ["This browser could not save it all.", "浏览器没能全部保存。"],
  not_a_progress_file: ["This is not a progress file: {error}", "这不是进度文件：{error}"],
  newer_file: [
    "This file was written by a newer version of the course.",
    "这个文件是由更新版本的课程写出的。",
  ],
  // review cards
  cards_choose: ["Review: {title}", "复习：{title}"],
  cards_start: ["Review", "开始复习"],
  cards_left: ["{due} due, {fresh} new", "到期 {due} 张，新卡 {fresh} 张"],
  cards_none_chosen: ["Choose a chapter to review.", "请选择要复习的章节。"],
  cards_next: ["Nothing is due. Next: {time}.", "没有到期的卡片。下一张：{time}。"],
  cards_question: ["Question", "问题"],
  cards_answer: ["Answer", "答案"],
  cards_show: ["Show the answer", "看答案"],
  rating_1: ["Again", "忘了"],
  rating_2: ["Hard", "吃力"],
  rating_3: ["Good", "记得"],
  rating_4: ["Easy", "轻松"],
  cards_undo: ["Undo", "撤销"],
  cards_leave: ["Overview", "返回总览"],
  cards_keys: [
    "Space shows the answer, 1 to 4 rate it, U takes the last one back.",
    "空格键看答案，1–4 键评分，U 键撤销上一张。",
  ],
  cards_rated: [
    "{rating}: comes again in {interval}. Left: {left}.",
    "{rating}：{interval}后再问。还剩：{left}。",
  ],
  cards_undone: ["Taken back. Left: {left}.", "已撤销。还剩：{left}。"],
  cards_done: ["Reviews done: {count}.", "复习了 {count} 次。"],
  cards_unsaved: [
    "This browser does not save what you review: it is lost when you leave.",
    "浏览器没能保存复习记录：离开本页就会丢失。",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof TEXTS;

/** A text in the language of the page. */
export function tell(key: Key, values: Record<string, string | number> = {}): string {
  return inLanguage(TEXTS[key], values);
}

/** That of an English and a Chinese text which is in the language of the page, filled in. */
export function inLanguage(
  texts: readonly [string, string],
  values: Record<string, string | number> = {},
): string {
  let text: string = texts[language() === "zh" ? 1 : 0];
  for (const [name, value] of Object.entries(values)) {
    text = text.replaceAll(`{${name}}`, () => String(value));
  }
  return text;
}
