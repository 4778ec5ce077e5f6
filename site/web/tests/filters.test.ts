import { expect, test } from "vitest";

import { ALL, fromQuery, matches, toQuery } from "../source/filters";
import type { Row } from "../source/filters";

const ROW: Row = {
  chapter: "9",
  difficulty: "hard",
  needs: ["torch"],
  state: "begun",
  text: "193. The radix cache Radix Cache：完整实现 LRU",
};

test.each([
  [{}, true],
  [{ chapter: "9" }, true],
  [{ chapter: "8" }, false],
  [{ difficulty: "hard", state: "begun", needs: "torch" }, true],
  [{ difficulty: "easy" }, false],
  [{ state: "accepted" }, false],
  [{ needs: "none" }, false],
  [{ needs: "cuda" }, false],
  [{ text: "RADIX  lru" }, true],
  [{ text: "完整" }, true],
  [{ text: "radix page" }, false],
])("%o matches the row: %s", (filters, expected) => {
  expect(matches(ROW, { ...ALL, ...filters })).toBe(expected);
});

test("what needs nothing is found as such", () => {
  expect(matches({ ...ROW, needs: [] }, { ...ALL, needs: "none" })).toBe(true);
});

test("filters go to the address and come back", () => {
  const filters = { ...ALL, chapter: "9", text: "页 & more" };
  const query = toQuery(filters, "?h=word&state=new");
  expect(new URLSearchParams(query).get("h")).toBe("word");
  expect(fromQuery(query)).toEqual(filters);
});

test("without filters the address has no query", () => {
  expect(toQuery(ALL, "?chapter=3")).toBe("");
  expect(fromQuery("")).toEqual(ALL);
});
