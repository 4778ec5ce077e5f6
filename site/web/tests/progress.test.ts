import { describe, expect, test } from "vitest";

import { parseCards, laterCard } from "../source/cards/entries";
import { isWhole, wellFormed } from "../source/json";
import { exported, merge, parse, ProgressError, stateOf } from "../source/progress";
import type { Entries, Entry } from "../source/progress";
import cases from "./progress_cases.json";

const hashes: Record<string, string> = cases.starter_hashes;

describe("a progress file", () => {
  test.each(cases.files)("$name", ({ text, entries, error }) => {
    if (!error) return expect(parse(text)).toEqual({ problems: entries, cards: {} });
    expect(() => parse(text)).toThrow(ProgressError);
    expect(() => parse(text)).toThrow(expect.objectContaining({ reason: error }));
  });

  test.each([cases.written, cases.written_cards])(
    "is written byte for byte as judge.py writes it",
    (text) => {
      expect(exported(parse(text))).toBe(text);
    },
  );

  test("has its problems and cards by name, whatever their order was", () => {
    const turned = <T>(entries: Record<string, T>) =>
      Object.fromEntries(Object.entries(entries).reverse());
    const { problems } = parse(cases.written);
    expect(exported({ problems: turned(problems), cards: {} })).toBe(cases.written);
    const { cards } = parse(cases.written_cards);
    expect(exported({ problems: {}, cards: turned(cards) })).toBe(cases.written_cards);
  });
});

describe("taking in another file", () => {
  test.each(cases.merges)("$name", ({ ours, theirs, merged, beside }) => {
    const own = parse(JSON.stringify({ schema: 1, problems: ours })).problems;
    const other = parse(JSON.stringify({ schema: 1, problems: theirs })).problems;
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

describe("the review cards of a file", () => {
  const base: Record<string, unknown> = cases.card;
  const withCard = (card: unknown) =>
    JSON.stringify({ schema: 1, problems: {}, cards: { "ch09/x": card } });

  test.each(cases.card_changes)("$name", ({ change, good }) => {
    const card = { ...base, ...change };
    if (good) expect(parse(withCard(card)).cards).toEqual({ "ch09/x": card });
    else expect(() => parse(withCard(card))).toThrow(ProgressError);
  });

  test.each(Object.keys(base))("a card without %s is none", (field) => {
    const { [field]: _, ...card } = base;
    expect(() => parse(withCard(card))).toThrow(`ch09/x: ${field}`);
  });

  test.each(cases.card_files)("$name", ({ text, good }) => {
    if (good) expect(parse(text)).toEqual({ problems: {}, cards: {} });
    else expect(() => parse(text)).toThrow(ProgressError);
  });

  test.each(cases.card_merges)("$name", ({ ours, theirs, merged, taken }) => {
    const own = ours && parseCards({ x: { ...base, ...ours } })["x"];
    const other = theirs && parseCards({ x: { ...base, ...theirs } })["x"]!;
    const result = other ? laterCard(own ?? undefined, other) : own;
    expect(result).toEqual({ ...base, ...merged });
    expect(result === other && other !== null).toBe(taken === 1);
  });
});

test("half characters are found at any depth", () => {
  expect(isWhole([{ "\u9875": ["\ud83d\ude00", 1, null] }])).toBe(true);
  expect(isWhole([{ "\u9875": ["\ud83d", 1, null] }])).toBe(false);
  expect(isWhole({ "\ude00": 1 })).toBe(false);
});

test("half characters are replaced before they are saved", () => {
  expect(wellFormed("a\ud83db \ude00 \ud83d\ude00")).toBe("a\ufffdb \ufffd \ud83d\ude00");
});
