import { describe, expect, test } from "vitest";

import { exported, merge, parse, ProgressError, stateOf, wellFormed } from "../source/progress";
import type { Entries, Entry } from "../source/progress";
import cases from "./progress_cases.json";

const hashes: Record<string, string> = cases.starter_hashes;

describe("a progress file", () => {
  test.each(cases.files)("$name", ({ text, entries, error }) => {
    if (!error) return expect(parse(text)).toEqual(entries);
    expect(() => parse(text)).toThrow(ProgressError);
    expect(() => parse(text)).toThrow(expect.objectContaining({ reason: error }));
  });

  test("is written byte for byte as judge.py writes it", () => {
    expect(exported(parse(cases.written))).toBe(cases.written);
  });

  test("has its problems by name, whatever their order was", () => {
    const { "081-align-and-pages": first, "999-of-another-time": last } = parse(cases.written);
    expect(exported({ "999-of-another-time": last!, "081-align-and-pages": first! })).toBe(
      cases.written,
    );
  });
});

describe("taking in another file", () => {
  test.each(cases.merges)("$name", ({ ours, theirs, merged, beside }) => {
    const own = parse(JSON.stringify({ schema: 1, problems: ours }));
    const other = parse(JSON.stringify({ schema: 1, problems: theirs }));
    const result: Entries = { ...own };
    const aside: Record<string, string> = {};
    for (const [name, entry] of Object.entries(other)) {
      const taken = merge(own[name], entry, hashes[name] ?? "");
      result[name] = taken.entry;
      if (taken.beside) aside[name] = taken.beside;
    }
    expect(result).toEqual(merged);
    expect(aside).toEqual(beside);
  });
});

test("a problem is new, begun or accepted", () => {
  const entry = (change: Partial<Entry>): Entry => ({
    starter: "",
    accepted: false,
    tries: 0,
    hints: 0,
    solution: false,
    misconception: "",
    code: "",
    ...change,
  });
  expect(stateOf(undefined)).toBe("new");
  expect(stateOf(entry({ hints: 2 }))).toBe("new");
  expect(stateOf(entry({ tries: 1 }))).toBe("begun");
  expect(stateOf(entry({ code: "x" }))).toBe("begun");
  expect(stateOf(entry({ accepted: true }))).toBe("accepted");
});

test("half characters are replaced before they are saved", () => {
  expect(wellFormed("a\ud83db \ude00 \ud83d\ude00")).toBe("a\ufffdb \ufffd \ud83d\ude00");
});
