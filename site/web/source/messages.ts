/** What the page and a worker say to each other. */

import type { Language, Problem, TestResult, Verdict } from "./verdict";

/** The sentences of practice/kernel/messages.py that a page may ask for. */
export type Sentence =
  "time" | "time_loading" | "crashed" | "left" | "channel" | "judge_error" | "memory";

export interface JudgeRequest {
  type: "judge";
  /** Known to the page and the worker alone: a program cannot make up answers. */
  id: string;
  problem: Problem;
  code: string;
  filename: string;
  lang: Language;
  /** Only the tests that the statement shows. */
  examples: boolean;
}

/** Asks for the verdict on a program that another worker ran, and did not survive. */
export interface StoppedRequest {
  type: "stopped";
  id: string;
  problem: Problem;
  lang: Language;
  names: string[];
  done: TestResult[];
  running: string;
  status: "time_limit" | "memory_limit" | "crashed";
  key: Sentence;
  values: Record<string, string>;
}

/** Asks for a program to be judged of which nobody wants the verdict: the first time that a Python
 * judges takes several times as long as the next, since it compiles only what is used. */
export interface RehearseRequest {
  type: "rehearse";
  problem: Problem;
  code: string;
  filename: string;
  lang: Language;
}

export type ToWorker = { type: "boot" } | JudgeRequest | RehearseRequest | StoppedRequest;

export type Answer =
  | { type: "plan"; id: string; value: string[] }
  /** The program is loaded, and the first test begins. */
  | { type: "start"; id: string; value: string }
  | { type: "done"; id: string; value: TestResult }
  | { type: "verdict"; id: string; value: Verdict }
  | { type: "judge_error"; id: string; value: string };

export type FromWorker =
  /** What of Python has been read so far. */
  | { type: "progress"; megabytes: number }
  | { type: "ready" }
  | { type: "rehearsed" }
  | Answer
  /** Python did not start, or has ended; with the exit status where the program chose one. */
  | { type: "broken"; message: string; exit?: number };

const WHOLE = ["schema", "problem", "status", "message", "passed", "total", "tests", "hint"];

/** Whether something is an answer of the worker's, whole, to the request with that id. */
export function isAnswer(data: unknown, id: string): data is Answer {
  if (!isObject(data) || data["id"] !== id) return false;
  const value = data["value"];
  switch (data["type"]) {
    case "plan":
      return Array.isArray(value) && value.every((name) => typeof name === "string");
    case "start":
    case "judge_error":
      return typeof value === "string";
    case "done":
      return isObject(value) && typeof value["name"] === "string" && "status" in value;
    case "verdict":
      return isObject(value) && WHOLE.every((key) => key in value);
    default:
      return false;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
