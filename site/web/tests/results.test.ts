import { beforeEach, expect, test, vi } from "vitest";

import { renderVerdict, summary } from "../source/results";
import { STATUSES } from "../source/verdict";
import type { TestResult, Verdict } from "../source/verdict";
import { result, verdict } from "./samples";

const goTo = vi.fn();

beforeEach(() => {
  document.documentElement.lang = "en";
  goTo.mockReset();
});

function shown(one: Verdict): HTMLElement {
  document.body.replaceChildren(...renderVerdict(one, { goTo }));
  return document.body;
}

function texts(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((found) => found.textContent ?? "");
}

const FAILED: TestResult = result("test_evict", "wrong_answer", {
  message: "the oldest goes first",
  detail: "item 0",
  call: "cache.evict(2)",
  got: "[3]",
  expected: "[1]",
  code: ["cache = Cache()", "cache.evict(2)"],
  output: "evicting\n",
});

test.each(STATUSES)("%s: a line for each test, the first that fails open", (status) => {
  const failing = status === "accepted" ? "passed" : status;
  const one = verdict(status, {
    tests: [
      result("test_one", "passed"),
      result("test_two", failing, { message: "why" }),
      result("test_three", failing, { message: "why" }),
      result("test_four", "not_run"),
    ],
  });
  shown(one);
  expect(texts(".course-test code")).toHaveLength(4);
  const open = document.querySelectorAll("details[open]");
  if (status === "accepted") expect(open).toHaveLength(0);
  else {
    expect(open).toHaveLength(1);
    expect(open[0]!.textContent).toContain("test_two");
  }
  expect(document.body.textContent).not.toMatch(/undefined|\{/);
  expect(summary(one, false)).toBe(`the sentence of ${status}`);
});

test("what failed comes before what passed", () => {
  shown(
    verdict("wrong_answer", {
      tests: [
        result("test_a", "passed"),
        FAILED,
        result("test_b", "passed"),
        result("test_c", "not_run"),
      ],
    }),
  );
  expect(texts(".course-test summary code, .course-test .line code")).toEqual([
    "test_evict",
    "test_a",
    "test_b",
    "test_c",
  ]);
});

test("a failure says what was called, what came back, what was expected, and which rule that breaks", () => {
  shown(verdict("wrong_answer", { tests: [FAILED] }));
  expect(texts("dt")).toEqual(["called", "got", "expected", "where", "rule"]);
  expect(texts("dd")).toEqual(["cache.evict(2)", "[3]", "[1]", "item 0", "the oldest goes first"]);
  expect(texts(".course-steps pre")).toEqual(["cache = Cache()\ncache.evict(2)"]);
  expect(texts(".course-output pre")).toEqual(["evicting\n"]);
});

test("in Chinese too", () => {
  document.documentElement.lang = "zh";
  shown(verdict("wrong_answer", { tests: [FAILED] }));
  expect(texts("dt")).toEqual(["调用", "得到", "应为", "差异", "规则"]);
});

test("the sentence of the verdict is not said twice", () => {
  const message = "KeyError: 2";
  shown(
    verdict("runtime_error", {
      message,
      tests: [result("test_one", "runtime_error", { message, call: "f(2)" })],
    }),
  );
  expect(texts("dt")).toEqual(["called"]);
});

test("a frame leads to its line", () => {
  const frames = [
    { line: 7, function: "evict", text: "return leaf" },
    { line: 9, function: "", text: "x" },
  ];
  shown(verdict("runtime_error", { tests: [result("test_one", "runtime_error", { frames })] }));
  const links = document.querySelectorAll<HTMLButtonElement>(".course-frames button");
  expect([...links].map((link) => link.textContent)).toEqual(["line 7, evict", "line 9"]);
  links[0]!.click();
  expect(goTo).toHaveBeenCalledWith(7);
});

test("an error before any test has its frames above the tests", () => {
  const frames = [{ line: 3, function: "", text: "1 / 0" }];
  shown(verdict("syntax_error", { frames, tests: [result("test_one", "not_run")] }));
  expect(document.body.firstElementChild!.className).toBe("course-frames");
});

test("what was printed is shown once, and says when it is cut", () => {
  shown(verdict("output_limit", { output: "xxx", output_cut: true }));
  expect(texts(".course-output p")).toEqual(["Printed (the middle is left out)"]);
  shown(verdict("wrong_answer", { output: "evicting\n", tests: [FAILED] }));
  expect(texts(".course-output pre")).toEqual(["evicting\n"]);
});

test("the hint of a known misconception", () => {
  shown(
    verdict("wrong_answer", { tests: [FAILED], hint: { wrong: "newest", text: "Which end?" } }),
  );
  expect(texts(".course-known p")).toEqual(["Which end?"]);
});

test("what a program prints or returns is text, never markup", () => {
  const evil = "<img src=x onerror=alert(1)>";
  shown(
    verdict("wrong_answer", {
      output: evil,
      message: evil,
      tests: [{ ...FAILED, got: evil, message: evil, output: evil }],
    }),
  );
  expect(document.querySelector("img")).toBeNull();
});

test("examples that pass are not the whole of it", () => {
  const tests = [result("test_example", "passed")];
  expect(summary(verdict("accepted", { tests }), true)).toBe(
    "the examples pass: 1 of 1. Submit to run every test",
  );
});

test("the steps are copied", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  shown(verdict("wrong_answer", { tests: [FAILED] }));
  document.querySelector<HTMLButtonElement>(".course-steps button")!.click();
  await vi.waitFor(() => expect(texts(".course-steps button")).toEqual(["Copied"]));
  expect(writeText).toHaveBeenCalledWith("cache = Cache()\ncache.evict(2)");
  vi.unstubAllGlobals();
});

test("steps of problem 193 open in the live tree, those of others do not", () => {
  const code = ["cache = RadixPrefixCache(2)", "cache.insert_prefix(t(1, 2), t(3, 4))"];
  const failed = result("test_any", "wrong_answer", { message: "why", code });
  const address = () => document.querySelector(".course-steps a")?.getAttribute("href");
  shown(verdict("wrong_answer", { problem: "193-radix-cache", tests: [failed] }));
  expect(address()).toMatch(/\/en\/radix-tree\/#tree=1&page=2&own=1&ops=i1\.2\/3\.4$/);
  shown(verdict("wrong_answer", { problem: "185-insert-with-split", tests: [failed] }));
  expect(address()).toBeUndefined();
  const unknown = result("test_any", "wrong_answer", {
    message: "why",
    code: [...code, "cache.reset()"],
  });
  shown(verdict("wrong_answer", { problem: "193-radix-cache", tests: [unknown] }));
  expect(address()).toBeUndefined();
});
