/** What the live tree says, in English and Chinese. Each step is said by tools/tracelib. */

import { inLanguage } from "../texts";

export const TEXTS = {
  load: ["Start the live tree", "打开这棵树"],
  load_size: ["It loads Python, some megabytes, once.", "首次打开要加载 Python，几 MB。"],
  tokens: ["Tokens: numbers, or any text", "token：数字，或任意文字"],
  unit: ["Text is cut into", "文字按"],
  unit_word: ["words", "词切分"],
  unit_character: ["characters", "字符切分"],
  insert: ["Insert", "插入"],
  match: ["Match", "匹配"],
  evict: ["Evict", "淘汰"],
  evict_size: ["Tokens to evict", "淘汰的 token 数"],
  lock: ["Lock", "加锁"],
  unlock: ["Unlock", "解锁"],
  lock_of: ["Lock {tokens}", "加锁 {tokens}"],
  unlock_of: ["Unlock {tokens}", "解锁 {tokens}"],
  page_size: ["Page size", "页大小"],
  capacity: ["Capacity", "容量"],
  capacity_none: ["no limit", "不限"],
  capacity_slots: ["{count} slots", "{count} 个槽位"],
  show_words: ["Show words in place of numbers", "显示文字而不是编号"],
  becomes: ["becomes {tokens}", "即 {tokens}"],
  nothing_typed: ["Type some tokens first.", "请先输入 token。"],
  too_many: ["A row may have {most} tokens.", "一行最多 {most} 个 token。"],
  number: ["A token must be below 2,147,483,648.", "token 必须小于 2147483648。"],
  words_full: ["Too many different words.", "不同的词太多了。"],
  no_size: ["Say how many tokens to evict.", "请填写要淘汰几个 token。"],
  full: [
    "{most} operations are all that is kept. Start again, or go back some steps.",
    "最多保留 {most} 步操作。请重新开始，或者退回几步。",
  ],
  handles: ["Handles", "句柄"],
  no_handles: [
    "A match or an insertion gives a handle to lock.",
    "匹配或插入会给出句柄，可以加锁。",
  ],
  locks: ["locks: {count}", "锁：{count}"],
  history: ["History", "历史"],
  first: ["To the beginning", "回到开头"],
  back: ["One step back", "后退一步"],
  forward: ["One step forward", "前进一步"],
  last: ["To the last step", "到最后一步"],
  place: ["Step {at} of {all}", "第 {at} 步，共 {all} 步"],
  before: ["Before the first step: an empty tree.", "第一步之前：一棵空树。"],
  sizes: ["{evictable} evictable, {protected} protected", "可淘汰 {evictable}，受保护 {protected}"],
  sizes_free: [
    "{evictable} evictable, {protected} protected, {free} free",
    "可淘汰 {evictable}，受保护 {protected}，空闲 {free}",
  ],
  clear: ["Start again", "重新开始"],
  example: ["The example of chapter 9", "第 9 章的例子"],
  share: ["Copy a link", "复制链接"],
  shared: ["The link is copied.", "链接已复制。"],
  share_by_hand: ["This is the link:", "链接如下："],
  link_label: ["Link to these steps", "指向这些步骤的链接"],
  bad_link: [
    "The link does not hold ({part}): this is the example instead.",
    "链接有误（{part}）：改为显示例子。",
  ],
  key_evictable: ["evictable", "可淘汰"],
  key_protected: ["protected", "受保护"],
  key_written: ["made by this step", "这一步新建"],
  key_marked: ["matched", "命中"],
  as_text: ["The tree as text", "用文字看这棵树"],
  take_prefix: ["Take {tokens} as the row", "把 {tokens} 填入输入框"],
  node_text: ["{key}, slots {value}, ref {ref}", "{key}，槽位 {value}，ref {ref}"],
  picture_of: ["The tree of {whose}", "{whose}的树"],
  loading: ["Python is loading", "正在加载 Python"],
  loading_megabytes: [
    "Python is loading: {megabytes} MB so far",
    "正在加载 Python：已读 {megabytes} MB",
  ],
  ready: ["Python is ready", "Python 已就绪"],
  failed: ["Python did not start: {message}", "Python 没能启动：{message}"],
  lost: ["Python has ended: {message}", "Python 已退出：{message}"],
  again: ["Try again", "重试"],
  // the reader's own class
  own_switch: ["Beside it: my class from problem 193", "并排运行：我在 193 题写的类"],
  own_title: ["My class", "我的类"],
  minisgl_title: ["minisgl, chapter 9", "minisgl，第 9 章"],
  own_none: ["You have not written it yet. Problem 193", "你还没有写。去做 193 题"],
  own_problem: ["Problem 193", "193 题"],
  own_again: ["Run my class anew", "重新运行我的类"],
  own_loading: ["A second Python is loading for your class.", "正在为你的类加载另一个 Python。"],
  own_running: ["Your class is at step {at} of {all}.", "你的类执行到第 {at} 步，共 {all} 步。"],
  own_agrees: [
    "Your class answers as minisgl does, in {all} of {all} steps.",
    "你的类与 minisgl 的回答一致，{all} 步全部相同。",
  ],
  own_agrees_results: [
    "The results are those of minisgl, in {all} of {all} steps. {why}",
    "结果与 minisgl 一致，{all} 步全部相同。{why}",
  ],
  own_differs: [
    "First difference at step {at}: {what}. minisgl: {minisgl}; yours: {own}.",
    "第 {at} 步开始不同：{what}。minisgl：{minisgl}；你的：{own}。",
  ],
  own_go: ["Go to step {at}", "转到第 {at} 步"],
  own_at_start: [
    "Your class stopped before the first step: {error}",
    "你的类在第一步之前就停了：{error}",
  ],
  own_at_step: ["Your class stopped at step {at}: {error}", "你的类在第 {at} 步停了：{error}"],
  own_not_there: ["Your class did not get as far as this step.", "你的类没有执行到这一步。"],
  own_left_open: [
    "The problem leaves open what comes of this step: the handle's prefix was evicted.",
    "这个句柄的前缀已被淘汰，题目没有规定这一步的结果。",
  ],
  own_printed: ["Printed by your class", "你的类打印的内容"],
  what_refused: ["yours refuses it", "你的类拒绝了"],
  what_not_refused: ["yours does not refuse it", "你的类没有拒绝"],
  what_found_len: [
    "cached_len, the tokens that were cached before",
    "cached_len，此前已缓存的 token 数",
  ],
  what_cached_len: ["cached_len of the handle", "句柄的 cached_len"],
  what_slots: ["the slots", "槽位"],
  what_sizes: ["size_info, evictable and protected", "size_info，可淘汰与受保护"],
  what_tree: ["the tree, though the results so far agree", "树的形状（到此为止结果都相同）"],
  error_raised: ["{type}: {message}", "{type}：{message}"],
  error_raised_line: ["{type}: {message} (line {line})", "{type}：{message}（第 {line} 行）"],
  error_wrong_type: ["{what} must be {wanted}, not {got}.", "{what} 应为 {wanted}，而不是 {got}。"],
  error_missing: [
    "there is no class RadixPrefixCache in it.",
    "里面没有 RadixPrefixCache 这个类。",
  ],
  error_flood: ["it prints without end.", "它不停地打印。"],
  error_time: [
    "not done after {seconds} seconds: does a loop never end?",
    "过了 {seconds} 秒还没有做完：有循环停不下来吗？",
  ],
  error_dead: ["it brought Python itself to an end.", "它让 Python 本身退出了。"],
  tree_no_root: [
    "Its tree is not drawn: no attribute of the cache has children.",
    "无法画出它的树：缓存没有哪个属性带有 children。",
  ],
  tree_twice: [
    "Its tree is not drawn: the node {key} is in it twice, so it is a cycle or no tree.",
    "无法画出它的树：节点 {key} 出现了两次，有环，或者不是树。",
  ],
  tree_large: ["Its tree is too large to be drawn.", "它的树太大，画不下。"],
  tree_attribute: [
    "Its tree is not drawn: {name} of a node is {type}.",
    "无法画出它的树：节点的 {name} 是 {type}。",
  ],
  tree_without: [
    "Its tree is not drawn: a node has no {name}.",
    "无法画出它的树：节点没有 {name}。",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof TEXTS;

/** A text in the language of the page. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return inLanguage(TEXTS[key], values);
}

/** A row of tokens as it is written everywhere; of a long one the middle is left out. */
export function written(row: readonly number[], most = 12): string {
  if (row.length <= most) return `[${row.join(", ")}]`;
  return `[${row.slice(0, most - 4).join(", ")}, …, ${row.slice(-3).join(", ")}]`;
}
