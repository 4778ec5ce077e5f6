import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keep, kept, load, loadAll, onOtherTab, update } from "../source/storage";

const NAME = "084-page-allocator";
const KEY = `minisgl-course/problem/${NAME}`;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test("one key a problem, in the form of judge.py", () => {
  expect(load(NAME)).toBeUndefined();
  expect(update(NAME, "bbbb", (entry) => (entry.tries += 1))).toBe(true);
  expect(JSON.parse(localStorage.getItem(KEY)!)).toEqual({
    starter: "bbbb",
    accepted: false,
    tries: 1,
    hints: 0,
    solution: false,
    misconception: "",
    code: "",
  });
  expect(Object.keys(loadAll())).toEqual([NAME]);
});

test("a change keeps what another tab saved meanwhile", () => {
  update(NAME, "bbbb", (entry) => (entry.hints = 2));
  localStorage.setItem(KEY, JSON.stringify({ ...load(NAME), tries: 7 }));
  update(NAME, "bbbb", (entry) => (entry.code = "x"));
  expect(load(NAME)).toMatchObject({ hints: 2, tries: 7, code: "x" });
});

test("what cannot be read is put aside, not lost", () => {
  localStorage.setItem(KEY, "{half");
  expect(load(NAME)).toBeUndefined();
  expect(localStorage.getItem(`minisgl-course/unreadable/${NAME}`)).toBe("{half");
});

test("other keys of the same site are nobody's progress", () => {
  localStorage.setItem("minisgl-course/language", "zh");
  localStorage.setItem("/.__palette", "{}");
  expect(loadAll()).toEqual({});
});

test("earlier texts: the newest first, none twice, no empty ones, twenty at most", () => {
  for (let number = 0; number < 25; number += 1) keep(NAME, `text ${number}`, "reset");
  keep(NAME, "text 20\n", "import");
  keep(NAME, "  \n", "reset");
  const texts = kept(NAME);
  expect(texts).toHaveLength(20);
  expect(texts[0]).toEqual({ why: "import", code: "text 20\n" });
  expect(texts[1]).toEqual({ why: "reset", code: "text 24" });
});

test("where a browser saves nothing the page works on, and is told", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(update(NAME, "bbbb", (entry) => (entry.code = "typed"))).toBe(false);
  expect(load(NAME)?.code).toBe("typed");
  expect(Object.keys(loadAll())).toEqual([NAME]); // so that it can be exported
  vi.restoreAllMocks();
  expect(update(NAME, "bbbb", () => {})).toBe(true);
  expect(JSON.parse(localStorage.getItem(KEY)!).code).toBe("typed");
});

test("another tab's changes are told", () => {
  const tell = vi.fn();
  const stop = new AbortController();
  onOtherTab(NAME, tell, stop.signal);
  dispatchEvent(new StorageEvent("storage", { key: "minisgl-course/problem/081-align-and-pages" }));
  expect(tell).not.toHaveBeenCalled();
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(tell).toHaveBeenCalledOnce();
  stop.abort();
  dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(tell).toHaveBeenCalledOnce();
});
