import { beforeEach, expect, test } from "vitest";

import { Help } from "../source/help";
import { load, update } from "../source/storage";
import { FILE, PROBLEM } from "./samples";

const known = () => load(PROBLEM.name);
let help: Help;

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = "en";
  open();
});

function open(): void {
  help = new Help(FILE);
  document.body.replaceChildren(help.element);
}

function buttons(): string[] {
  return [...document.querySelectorAll("button")].map((button) => button.textContent!);
}

function click(text: string): void {
  [...document.querySelectorAll("button")].find((button) => button.textContent === text)!.click();
}

test("hints come one at a time, and are remembered", () => {
  expect(document.body.textContent).not.toContain("the first hint");
  click("Show a hint");
  expect(document.body.textContent).toContain("Hint 1 of 2the first hint");
  expect(document.body.textContent).not.toContain("the second hint");
  click("Show the next hint (2 of 2)");
  expect(document.body.textContent).toContain("the second hint");
  expect(document.body.textContent).toContain("These are all the hints.");
  expect(known()?.hints).toBe(2);
  open();
  expect(document.body.textContent).toContain("the second hint");
});

test("before a try the reference is asked for twice", () => {
  click("Show the reference");
  expect(document.body.textContent).not.toContain("# the reference");
  click("Show it anyway");
  expect(document.body.textContent).toContain("# the reference");
  expect(known()?.solution).toBe(true);
});

test("after a try once is enough", () => {
  update(PROBLEM.name, FILE.starter_hash, (entry) => (entry.tries = 1));
  help.render();
  click("Show the reference");
  expect(document.body.textContent).toContain("# the reference");
  expect(document.body.textContent).toContain("2 programs of another structure");
  click("Hide the reference");
  expect(document.body.textContent).not.toContain("# the reference");
  expect(buttons()).toContain("Show the reference");
});
