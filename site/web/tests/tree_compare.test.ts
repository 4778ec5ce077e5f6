import { describe, expect, test } from "vitest";

import { difference, isLeftOpen } from "../source/tree/compare";
import { node, outcome, ROOT, state, step } from "./tree_samples";

const REFUSED = { type: "RuntimeError", message: "cannot evict 9 tokens" };
const REFUSES = {
  kind: "raised",
  type: "RuntimeError",
  message: "too many",
  line: 3,
} as const;

test("the same results, sizes and trees", () => {
  const result = { cached_len: 2, found_len: 1, slots: [4, 5], handle: 0 };
  const nodes = [ROOT, node(7, 0, [1, 2], [4, 5])];
  const own = outcome({
    result: { cached_len: 2, found_len: 1, slots: [4, 5] },
    sizes: [2, 0],
    nodes: [ROOT, node(3, 0, [1, 2], [4, 5], 9)],
  });
  expect(difference(step("insert", { result, state: state(nodes, [2, 0]) }), own)).toBeUndefined();
});

test("both refuse, in words of their own", () => {
  const own = outcome({ error: REFUSES });
  expect(difference(step("evict", { error: REFUSED }), own)).toBeUndefined();
});

describe("the first thing that differs", () => {
  const result = { cached_len: 2, found_len: 1, slots: [4, 5] };
  test.each([
    [
      { ...result, found_len: 2 },
      { what: "found_len", minisgl: "1", own: "2" },
    ],
    [
      { ...result, cached_len: 3 },
      { what: "cached_len", minisgl: "2", own: "3" },
    ],
    [
      { ...result, slots: [4, 6] },
      { what: "slots", minisgl: "[4, 5]", own: "[4, 6]" },
    ],
  ])("%o", (own, expected) => {
    expect(difference(step("insert", { result }), outcome({ result: own }))).toEqual(expected);
  });

  test("sizes", () => {
    const one = step("lock", { state: state([ROOT], [1, 3]) });
    expect(difference(one, outcome({ sizes: [4, 0] }))).toEqual({
      what: "sizes",
      minisgl: "1, 3",
      own: "4, 0",
    });
  });

  test("one refuses and the other does not", () => {
    const freed = step("evict", { result: { slots: [1] } });
    expect(difference(freed, outcome({ error: REFUSES }))).toEqual({
      what: "refused",
      minisgl: "slots=[1]",
      own: "too many",
    });
    const own = outcome({ result: { slots: [] } });
    expect(difference(step("evict", { error: REFUSED }), own)).toEqual({
      what: "not_refused",
      minisgl: "cannot evict 9 tokens",
      own: "slots=[]",
    });
  });

  test("the tree, by its runs, and only where it can be seen", () => {
    const one = step("match", {
      state: state([ROOT, node(1, 0, [1], [4]), node(2, 1, [2], [5])], [2, 0]),
    });
    const own = { sizes: [2, 0] as [number, number], nodes: [ROOT, node(1, 0, [1, 2], [4, 5])] };
    expect(difference(one, outcome(own))).toEqual({
      what: "tree",
      minisgl: "[] + [1] → [4]",
      own: "[] + [1, 2] → [4, 5]",
    });
    expect(difference(one, outcome({ ...own, nodes: null }))).toBeUndefined();
    const siblings = [ROOT, node(1, 0, [1], [4]), node(2, 0, [2], [5])];
    expect(difference(one, outcome({ ...own, nodes: siblings }))?.what).toBe("tree");
  });

  test("nodes without tokens are no difference", () => {
    const own = outcome({ nodes: [ROOT, node(1, 0, [], [])] });
    expect(difference(step("match"), own)).toBeUndefined();
  });
});

test("what ends a class is no difference, but an end", () => {
  const own = outcome({ error: { kind: "flood" } });
  expect(difference(step("evict", { result: { slots: [1] } }), own)).toBeUndefined();
});

test("a handle whose prefix was evicted is left open by the problem", () => {
  const gone = { error: REFUSED, arguments: { handle: 0, tokens: [1, 2] } };
  expect(isLeftOpen(step("lock", gone))).toBe(true);
  expect(isLeftOpen(step("unlock", gone))).toBe(true);
  const touched = { ...step("lock").touched, path: [{ node: 1, length: 2 }] };
  expect(isLeftOpen(step("unlock", { ...gone, touched }))).toBe(false);
  expect(isLeftOpen(step("lock", { arguments: gone.arguments }))).toBe(false);
  expect(isLeftOpen(step("evict", { error: REFUSED }))).toBe(false);
});
