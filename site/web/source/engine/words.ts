/** What the live engine says, in English and Chinese. */

import { inLanguage } from "../texts";

export const TEXTS = {
  system: ["System prompt", "系统提示词"],
  system_none: ["none", "无"],
  prompt: ["Prompt", "提示词"],
  suggestions: ["Prompts that the model knows", "模型会回答的提示词"],
  send: ["Send", "发送"],
  examples: ["Send four examples", "发送四个例子"],
  nothing_typed: ["Type a prompt first.", "请先输入提示词。"],
  full: [
    "{most} prompts are all that one engine takes here. Start again for more.",
    "这里一个引擎最多接收 {most} 个提示词。要继续请重新开始。",
  ],
  too_long: [
    "This prompt has {tokens} tokens: with this pool it may have {most}.",
    "这个提示词有 {tokens} 个 token；这样大的池子最多容纳 {most} 个。",
  ],
  page_size: ["Page size", "页大小"],
  pool: ["Pool", "池子"],
  budget: ["Prefill batch", "prefill 批次"],
  max_tokens: ["Answer", "回答"],
  tokens: ["{count} tokens", "{count} 个 token"],
  at_most: ["at most {count} tokens", "最多 {count} 个 token"],
  settings: ["A setting that is changed starts anew.", "改动任何一项设置都会重新开始。"],
  run: ["Run", "运行"],
  pause: ["Pause", "暂停"],
  step: ["Step", "单步"],
  stop: ["Stop", "停止"],
  again: ["Start again", "重新开始"],
  speed: ["Speed", "速度"],
  speed_slow: ["slow", "慢"],
  speed_medium: ["medium", "中"],
  speed_fast: ["as fast as it can", "尽可能快"],
  loading: ["Python and the model are loading", "正在加载 Python 和模型"],
  loading_megabytes: [
    "Python and the model are loading: {megabytes} MB so far",
    "正在加载 Python 和模型：已读 {megabytes} MB",
  ],
  making: ["The engine is being made", "正在创建引擎"],
  ready: ["The engine is ready", "引擎已就绪"],
  computing: ["A step is being computed", "正在计算一步"],
  stopped: [
    "Stopped: the engine is gone. Start again for a new one.",
    "已停止：引擎已释放。点“重新开始”再建一个。",
  ],
  failed: ["The engine has ended: {message}", "引擎已退出：{message}"],
  before: [
    "Nothing has been computed yet. Send a prompt, or the examples.",
    "还没有计算过。请发送提示词，或者发送例子。",
  ],
  waits: [
    "Prompt {number} waits for the next step: {tokens} tokens.",
    "提示词 {number} 等待下一步：{tokens} 个 token。",
  ],
  prefill: ["Step {step}, prefill: {parts}.", "第 {step} 步，prefill：{parts}。"],
  prefill_part: [
    "prompt {number}, {computed} tokens computed and {reused} reused",
    "提示词 {number}，计算 {computed} 个 token，复用 {reused} 个",
  ],
  decode: [
    "Step {step}, decode: one token each for {numbers}.",
    "第 {step} 步，decode：{numbers} 各得一个 token。",
  ],
  prompt_number: ["prompt {number}", "提示词 {number}"],
  comma: [", ", "，"],
  semicolon: ["; ", "；"],
  evicted: ["{count} tokens were evicted for it.", "为此淘汰了 {count} 个 token。"],
  finished: ["Finished: {numbers}.", "完成：{numbers}。"],
  idle: ["Step {step} computed nothing.", "第 {step} 步没有计算。"],
  all_done: ["All prompts are answered.", "所有提示词都已回答。"],
  totals: [
    "Prompt tokens: {computed} computed, {reused} reused. Answer tokens: {generated}.",
    "提示词 token：计算 {computed} 个，复用 {reused} 个。回答 token：{generated} 个。",
  ],
  requests: ["Requests", "请求"],
  no_requests: ["No prompt has been sent.", "还没有发送提示词。"],
  state_waiting: ["waits", "等待"],
  state_running: ["runs", "运行"],
  state_finished: ["finished", "完成"],
  state_full: ["full", "已满"],
  counts: [
    "{prompt_len} prompt tokens: {computed} computed, {reused} reused; {generated} generated",
    "提示词 {prompt_len} 个 token：计算 {computed}，复用 {reused}；已生成 {generated}",
  ],
  counts_waiting: ["{prompt_len} prompt tokens", "提示词 {prompt_len} 个 token"],
  in_batch: ["in this step's batch", "在这一步的批次里"],
  pool_title: ["The page pool", "KV 池"],
  pool_words: [
    "{all} pages: {free} free, {evictable} evictable, {protected} protected, {written} being written",
    "{all} 页：空闲 {free}，可淘汰 {evictable}，受保护 {protected}，正在写 {written}",
  ],
  key_free: ["free", "空闲"],
  key_evictable: ["evictable", "可淘汰"],
  key_protected: ["protected", "受保护"],
  key_written: ["being written", "正在写"],
  key_marked: ["computed by this step", "这一步计算的"],
  tree_title: ["The radix tree", "基数树"],
  tree_sizes: [
    "{evictable} tokens evictable, {protected} protected",
    "可淘汰 {evictable} 个 token，受保护 {protected} 个",
  ],
  prefix: ["The text of that prefix: {text}", "这段前缀的文字：{text}"],
} as const satisfies Record<string, readonly [string, string]>;

export type Key = keyof typeof TEXTS;

/** A text in the language of the page. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return inLanguage(TEXTS[key], values);
}
