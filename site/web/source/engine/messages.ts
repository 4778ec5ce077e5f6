/** What the page of the live engine and its worker say to each other, one question at a time. */

import type { TreeState } from "../tree/trace";

export interface Settings {
  /** Tokens in a page. */
  pageSize: number;
  /** Tokens in the pool. */
  pool: number;
  /** The most tokens of a prefill batch. */
  budget: number;
  /** The most tokens of an answer. */
  maxTokens: number;
}

export interface Chat {
  role: "system" | "user";
  content: string;
}

export interface Request {
  uid: number;
  state: "waiting" | "running" | "finished";
  text: string;
  reason: "stop" | "length" | null;
  /** Tokens of the prompt, and how many of them were computed or reused once it was admitted. */
  prompt_len: number;
  computed: number;
  reused: number;
  /** Tokens of the answer. */
  generated: number;
}

export interface PoolPage {
  state: "free" | "evictable" | "protected" | "written";
  /** The requests that read or write it. */
  uids: number[];
}

/** The engine after a step: site/runtime/course_worker/engine.py. */
export interface EngineView {
  step: number;
  batch: {
    phase: "prefill" | "decode";
    requests: { uid: number; computed: number; reused: number }[];
  } | null;
  /** Tokens that the step evicted from the tree. */
  evicted: number;
  requests: Request[];
  pages: PoolPage[];
  /** Pages into which the step wrote. */
  computed_pages: number[];
  tree: TreeState;
  /** Nodes that the step made. */
  made: number[];
  done: boolean;
}

export type Question =
  { type: "start"; settings: Settings } | { type: "add"; chat: Chat[] } | { type: "step" };

/** An answer for each kind of question. */
export interface Answers {
  start: { vocabulary: string[]; view: EngineView };
  add: EngineView | { too_long: { tokens: number; most: number } };
  step: EngineView;
}

export type ToEngineWorker = { type: "boot" } | Question;

export type FromEngineWorker =
  /** What of Python and the model has been read so far. */
  | { type: "progress"; megabytes: number }
  | { type: "ready" }
  | { type: "answer"; value: unknown }
  /** Python did not start, or has ended. */
  | { type: "broken"; message: string };
