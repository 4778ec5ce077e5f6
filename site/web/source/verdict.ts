/** The documents of practice/kernel, as JSON: a problem (problem.py) and a verdict (verdict.py). */

export type Language = "en" | "zh";
export type Texts = Record<Language, string>;

export const STATUSES = [
  "accepted",
  "wrong_answer",
  "not_written",
  "runtime_error",
  "syntax_error",
  "time_limit",
  "memory_limit",
  "output_limit",
  "crashed",
  "needs_local",
] as const;
export type Status = (typeof STATUSES)[number];
export type TestStatus = Exclude<Status, "accepted"> | "passed" | "not_run";

export interface Frame {
  line: number;
  function: string;
  text: string;
}

export interface TestResult {
  name: string;
  status: TestStatus;
  message: string;
  detail: string;
  call: string;
  expected: string;
  got: string;
  output: string;
  code: string[];
  frames: Frame[];
}

export interface Verdict {
  schema: 1;
  problem: string;
  status: Status;
  message: string;
  passed: number;
  total: number;
  tests: TestResult[];
  hint: { wrong: string; text: string } | null;
  output: string;
  output_cut: boolean;
  /** Of an error before any test ran. */
  frames?: Frame[];
}

export interface Problem {
  name: string;
  title: Texts;
  chapter: number;
  kind: string;
  difficulty: string;
  tags: string[];
  needs: string[];
  time_limit: number;
  rules: Record<string, string>;
  equivalent: Record<string, string>;
  tests: string;
  starter: string;
  hints: Texts[];
  wrong_hints: Record<string, Texts>;
  kills: Record<string, unknown>;
}

/** data/problems/<name>.json */
export interface ProblemFile {
  problem: Problem;
  starter_hash: string;
  file_name: string;
  solution: string;
  alternatives: number;
  rejected: { wrong: number; mutants: number };
}

/** An entry of data/problems.json */
export interface ProblemRow {
  name: string;
  number: number;
  chapter: number;
  title: Texts;
  difficulty: string;
  tags: string[];
  needs: string[];
  kind: string;
  starter_hash: string;
  file_name: string;
}
