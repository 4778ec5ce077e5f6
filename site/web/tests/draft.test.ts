import { beforeEach, expect, test } from "vitest";

import { Draft } from "../source/draft";
import { Notices } from "../source/notices";
import { kept, load, update } from "../source/storage";
import { FILE, PROBLEM } from "./samples";

const { name, starter } = PROBLEM;
const HASH = FILE.starter_hash;

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = "en";
});

/** An editor that tells of every change, and the draft behind it. */
function open() {
  const notices = new Notices();
  document.body.replaceChildren(notices.element);
  const draft = new Draft(FILE, notices);
  let code = draft.first;
  const type = (text: string): void => {
    code = text;
    draft.changed(text);
  };
  draft.place = { code: () => code, replace: type };
  return { draft, type, code: () => code };
}

function said(): string {
  return document.querySelector(".course-notices")!.textContent!;
}

function click(text: string): void {
  const buttons = [...document.querySelectorAll("button")];
  buttons.find((button) => button.textContent === text)!.click();
}

/** As another tab would: the browser tells this one of it. */
function otherTab(code: string): void {
  update(name, HASH, (entry) => (entry.code = code));
  dispatchEvent(new StorageEvent("storage", { key: `minisgl-course/problem/${name}` }));
}

test("a new problem begins with its starter, and saves nothing", () => {
  expect(open().code()).toBe(starter);
  expect(load(name)).toBeUndefined();
});

test("every change is saved, and there again", () => {
  open().type("x = 1\n");
  expect(load(name)).toMatchObject({ code: "x = 1\n", starter: HASH });
  expect(open().code()).toBe("x = 1\n");
});

test("the starter itself is no program of the reader's", () => {
  const { type } = open();
  type("x");
  type(`${starter}\n`);
  expect(load(name)?.code).toBe("");
});

test("going back to the starter keeps the text and offers it", () => {
  const page = open();
  page.type("mine\n");
  page.draft.reset();
  expect(page.code()).toBe(starter);
  expect(kept(name)).toEqual([{ why: "reset", code: "mine\n" }]);
  click("Bring my text back");
  expect(page.code()).toBe("mine\n");
  expect(said()).toBe("");
});

test("taking an earlier text keeps the present one", () => {
  const page = open();
  page.type("now\n");
  page.draft.takeBack("then\n");
  expect(page.code()).toBe("then\n");
  expect(kept(name)).toEqual([{ why: "replaced", code: "now\n" }]);
});

test("for a new version of the problem the old text is kept and offered", () => {
  update(name, "0000", (entry) => (entry.code = "old\n"));
  const page = open();
  expect(page.code()).toBe(starter);
  expect(said()).toContain("has changed since you began it");
  expect(load(name)).toMatchObject({ code: "old\n", starter: "0000" });
  page.type("new\n");
  expect(load(name)).toMatchObject({ code: "new\n", starter: HASH });
  expect(kept(name)).toEqual([{ why: "version", code: "old\n" }]);
  click("Bring my text back");
  expect(load(name)).toMatchObject({ code: "old\n", starter: HASH });
});

test("a problem that was only looked at is simply the new version", () => {
  update(name, "0000", (entry) => (entry.hints = 1));
  expect(open().code()).toBe(starter);
  expect(said()).toBe("");
});

test("what another tab wrote is said, and kept when this one goes on", () => {
  const page = open();
  page.type("here\n");
  otherTab("there\n");
  expect(said()).toContain("edited in another tab too");
  page.type("here and on\n");
  expect(load(name)?.code).toBe("here and on\n");
  expect(kept(name)).toEqual([{ why: "tab", code: "there\n" }]);
});

test("what another tab wrote can be taken", () => {
  const page = open();
  page.type("here\n");
  otherTab("there\n");
  click("Show the other text");
  expect(page.code()).toBe("there\n");
  expect(kept(name)).toEqual([{ why: "replaced", code: "here\n" }]);
});

test("the same text in another tab is nothing to speak of", () => {
  const page = open();
  page.type("same\n");
  otherTab("same\n");
  expect(said()).toBe("");
});
