import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { TEXTS, written } from "../source/tree/words";

const SOURCES = ["tokens", "controls", "handles", "history", "own_panel", "page", "view"]
  .map((name) => readFileSync(path.join(import.meta.dirname, `../source/tree/${name}.ts`), "utf8"))
  .join("\n");

test.each(Object.entries(TEXTS))(
  "%s has the same places to fill in both",
  (_, [english, chinese]) => {
    const places = (text: string): Set<string> => new Set(text.match(/\{\w+\}/g));
    expect(places(chinese)).toEqual(places(english));
  },
);

test("every text is used", () => {
  const composed = /^(error|what|tree|key)_/; // by what they are about
  const unused = Object.keys(TEXTS).filter(
    (key) => !composed.test(key) && !SOURCES.includes(`"${key}"`),
  );
  expect(unused).toEqual([]);
});

test("a row is written as it is, a long one without its middle", () => {
  expect(written([])).toBe("[]");
  expect(written([1, 2])).toBe("[1, 2]");
  expect(written(Array.from({ length: 13 }, (_, at) => at))).toBe(
    "[0, 1, 2, 3, 4, 5, 6, 7, …, 10, 11, 12]",
  );
});
