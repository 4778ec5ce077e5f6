/** Problems, verdicts and their parts, as the tests need them. */

import type { Problem, ProblemFile, TestResult, TestStatus, Verdict } from "../source/verdict";

export const PROBLEM: Problem = {
  name: "084-page-allocator",
  title: { en: "A page allocator", zh: "页分配器" },
  chapter: 4,
  kind: "write",
  difficulty: "medium",
  tags: ["pages"],
  needs: ["torch"],
  time_limit: 10,
  rules: {},
  equivalent: {},
  tests: "import torch\nassert torch.arange(3)",
  starter: "# the starter\n",
  hints: [
    { en: "the first hint", zh: "第一条提示" },
    { en: "the second hint", zh: "第二条提示" },
  ],
  wrong_hints: {},
  kills: {},
};

export const FILE: ProblemFile = {
  problem: PROBLEM,
  starter_hash: "bbbb000011112222",
  file_name: "084_page_allocator.py",
  solution: "# the reference\n",
  alternatives: 2,
  rejected: { wrong: 12, mutants: 30 },
};

export function result(
  name: string,
  status: TestStatus,
  parts: Partial<TestResult> = {},
): TestResult {
  return {
    name,
    status,
    message: "",
    detail: "",
    call: "",
    expected: "",
    got: "",
    output: "",
    code: [],
    frames: [],
    ...parts,
  };
}

export function verdict(status: Verdict["status"], parts: Partial<Verdict> = {}): Verdict {
  const tests = parts.tests ?? [];
  const passed = tests.filter((test) => test.status === "passed").length;
  return {
    schema: 1,
    problem: PROBLEM.name,
    status,
    message: `the sentence of ${status}`,
    passed,
    total: tests.length,
    tests,
    hint: null,
    output: "",
    output_cut: false,
    ...parts,
  };
}
