/** A verdict as the reader sees it: a line for each test, the first failure open. */

import { button, element } from "./dom";
import { tell } from "./texts";
import { TREE_PROBLEM, treeAddress } from "./tree/address";
import { sceneOf } from "./tree/judged";
import type { Key } from "./texts";
import type { Frame, TestResult, Verdict } from "./verdict";

export interface Options {
  /** Moves the editor to a line. */
  goTo: (line: number) => void;
}

/** The verdict in one sentence. */
export function summary(verdict: Verdict, examples: boolean): string {
  const { status, message, total } = verdict;
  if (status === "accepted" && examples) return tell("examples_passed", { total });
  return message;
}

export function renderVerdict(verdict: Verdict, options: Options): HTMLElement[] {
  const first = verdict.tests.find(isFailed);
  const shown: HTMLElement[] = [
    element(
      "ul",
      { class: "course-tests" },
      ...inOrder(verdict.tests).map((test) => renderTest(test, verdict, test === first, options)),
    ),
  ];
  if (!first && verdict.frames?.length) shown.unshift(renderFrames(verdict.frames, options));
  if (verdict.hint) {
    shown.push(
      element(
        "div",
        { class: "course-note course-known" },
        element("strong", {}, tell("known")),
        element("p", {}, verdict.hint.text),
      ),
    );
  }
  if (verdict.output && !first?.output) {
    shown.push(renderOutput(verdict.output, verdict.output_cut));
  }
  return shown;
}

/** What failed before what passed, and otherwise in the order of the tests. */
function inOrder(tests: TestResult[]): TestResult[] {
  const rank = (test: TestResult): number =>
    isFailed(test) ? 0 : test.status === "passed" ? 1 : 2;
  return tests.toSorted((one, two) => rank(one) - rank(two));
}

export function isFailed({ status }: TestResult): boolean {
  return status !== "passed" && status !== "not_run";
}

const MARKS: Partial<Record<string, string>> = { passed: "✓", not_run: "–" };

function renderTest(
  test: TestResult,
  verdict: Verdict,
  open: boolean,
  options: Options,
): HTMLElement {
  const kind = isFailed(test) ? "failed" : test.status;
  const line = [
    element("span", { class: "mark", "aria-hidden": "true" }, MARKS[test.status] ?? "✗"),
    element("code", {}, test.name),
    element(
      "span",
      { class: test.status === "passed" ? "course-unseen" : "status" },
      tell(test.status as Key),
    ),
  ];
  const parts = isFailed(test) ? failure(test, verdict, options) : printed(test);
  const body = parts.length
    ? element("details", { class: "course-fold", open }, element("summary", {}, ...line), ...parts)
    : element("div", { class: "line" }, ...line);
  return element("li", { class: `course-test ${kind}` }, body);
}

function printed(test: TestResult): HTMLElement[] {
  return test.output ? [renderOutput(test.output, false)] : [];
}

/** What was called, what came back, what was expected; then the rule; then where. */
function failure(test: TestResult, verdict: Verdict, options: Options): HTMLElement[] {
  const rows: [Key, string][] = [
    ["called", test.call],
    ["got", test.got],
    ["expected", test.expected],
    ["where", test.detail],
  ];
  if (test.message !== verdict.message || !test.call) {
    rows.push([test.status === "wrong_answer" ? "rule" : "error", test.message]);
  }
  const facts = rows
    .filter(([, text]) => text)
    .flatMap(([key, text]) => [
      element("dt", {}, tell(key)),
      element("dd", {}, isCode(key) ? element("code", {}, text) : text),
    ]);
  const parts: HTMLElement[] = [];
  if (facts.length) parts.push(element("dl", {}, ...facts));
  if (test.code.length > 1) parts.push(renderSteps(test.code, verdict.problem));
  if (test.frames.length) parts.push(renderFrames(test.frames, options));
  return [...parts, ...printed(test)];
}

function isCode(key: Key): boolean {
  return key === "called" || key === "got" || key === "expected";
}

function renderSteps(code: string[], problem: string): HTMLElement {
  const text = code.join("\n");
  const copy = button(
    tell("copy"),
    async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = tell("copied");
      } catch {
        getSelection()?.selectAllChildren(lines); // to be copied by hand
      }
    },
    { class: "course-button small" },
  );
  const lines = element("pre", { tabindex: "0" }, element("code", {}, text));
  const scene = problem === TREE_PROBLEM ? sceneOf(code) : undefined;
  const open =
    scene && element("a", { href: treeAddress({ ...scene, own: true }) }, tell("open_in_tree"));
  const title = element("p", {}, tell("steps"), element("span", {}, open, " ", copy));
  return element("div", { class: "course-steps" }, title, lines);
}

function renderFrames(frames: Frame[], { goTo }: Options): HTMLElement {
  const lines = frames.map(({ line, function: name, text }) => {
    const place = name ? tell("line_in", { line, function: name }) : tell("line", { line });
    return element(
      "li",
      {},
      button(place, () => goTo(line), { class: "course-link" }),
      " ",
      element("code", {}, text),
    );
  });
  return element(
    "div",
    { class: "course-frames" },
    element("p", {}, tell("in_file")),
    element("ul", {}, ...lines),
  );
}

function renderOutput(output: string, cut: boolean): HTMLElement {
  return element(
    "div",
    { class: "course-output" },
    element("p", {}, tell(cut ? "printed_cut" : "printed")),
    element("pre", { tabindex: "0" }, element("code", {}, output)),
  );
}
