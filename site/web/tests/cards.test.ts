/** When cards come again, what is due, and where it is kept. Times are those of a fixed clock. */

import { beforeEach, describe, expect, test, vi } from "vitest";

import type { CardEntries, CardEntry } from "../source/cards/entries";
import { parseCard } from "../source/cards/entries";
import { dueAt, outcomes, queue, RATINGS } from "../source/cards/schedule";
import {
  chooseChapters,
  chosenChapters,
  loadCard,
  loadCards,
  onOtherTab,
  saveCard,
  takeInCards,
} from "../source/cards/store";
import { intervalOf, timeOf } from "../source/cards/words";

const MINUTE = 60_000;
const NOON = new Date(2026, 11, 2, 12, 0); // of this place: days begin at its midnight
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE);
const days = (count: number) => later(count * 24 * 60);

function card(change: Partial<CardEntry> = {}): CardEntry {
  return {
    due: NOON.toISOString(),
    stability: 2.5,
    difficulty: 5,
    scheduled_days: 2,
    learning_steps: 0,
    reps: 1,
    lapses: 0,
    state: 2,
    last_review: days(-2).toISOString(),
    ...change,
  };
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.lang = "en";
});

describe("a rating", () => {
  const minutesTo = (entry: CardEntry) => (Date.parse(entry.due) - NOON.getTime()) / MINUTE;

  test("of a new card leads to minutes, or at once to days", () => {
    const after = outcomes(undefined, NOON);
    expect([1, 2, 3].map((rating) => minutesTo(after[rating as 1]))).toEqual([1, 6, 10]);
    expect(after[4].scheduled_days).toBe(8);
    expect(RATINGS.map((rating) => after[rating].state)).toEqual([1, 1, 1, 2]);
    for (const rating of RATINGS) {
      expect(parseCard(JSON.parse(JSON.stringify(after[rating])), "x")).toEqual(after[rating]);
      expect(after[rating]).toMatchObject({ reps: 1, last_review: NOON.toISOString() });
    }
  });

  test("after a long time leads to a longer one, and to minutes again if it was forgotten", () => {
    const after = outcomes(card(), NOON);
    expect(after[1]).toMatchObject({ state: 3, scheduled_days: 0, lapses: 1, reps: 2 });
    const spans = RATINGS.map((rating) => after[rating].scheduled_days);
    expect(spans).toEqual([...spans].sort((one, two) => one - two));
    expect(spans[2]).toBeGreaterThan(2);
  });

  test("is the same for the same card at the same time", () => {
    expect(outcomes(card(), NOON)).toEqual(outcomes(card(), NOON));
  });

  test("keeps fields that are not known yet", () => {
    const entry = { ...card(), later: [1] };
    expect(outcomes(entry, NOON)[3]).toMatchObject({ later: [1] });
  });

  test("under a clock that was put back is as if no time had passed", () => {
    const ahead = card({ last_review: days(3).toISOString(), due: days(5).toISOString() });
    expect(outcomes(ahead, NOON)).toEqual(outcomes(ahead, days(3)));
  });
});

describe("what is to be done", () => {
  const names = ["a", "b", "c", "d"];
  const order = (entries: CardEntries, now = NOON) => {
    const left = [...names];
    const found = [];
    for (;;) {
      const { next } = queue(left, entries, now);
      if (next === undefined) return found;
      found.push(next);
      left.splice(left.indexOf(next), 1);
    }
  };

  test("of new cards: all, in the order of the page", () => {
    expect(queue(names, {}, NOON)).toEqual({ next: "a", due: 0, fresh: 4, later: undefined });
    expect(order({})).toEqual(names);
  });

  test("what is just learnt, what is due, what is new, what is due in a few minutes", () => {
    const entries = {
      a: card({ state: 1, due: later(10).toISOString() }),
      b: card({ due: days(-1).toISOString() }),
      c: card({ state: 3, due: later(-1).toISOString() }),
    };
    expect(order(entries)).toEqual(["c", "b", "d", "a"]);
    expect(queue(names, entries, NOON)).toMatchObject({ due: 3, fresh: 1, later: undefined });
  });

  test("the longest due first", () => {
    const entries = {
      a: card({ due: days(-1).toISOString() }),
      b: card({ due: days(-3).toISOString() }),
      c: card({ due: days(-2).toISOString() }),
      d: card({ due: days(0).toISOString() }),
    };
    expect(order(entries)).toEqual(["b", "c", "a", "d"]);
  });

  test("a card is due from the beginning of its day, one that is learnt to the minute", () => {
    const evening = new Date(2026, 11, 2, 22, 0).toISOString();
    expect(dueAt(card({ due: evening }))).toEqual(new Date(2026, 11, 2));
    expect(dueAt(card({ due: evening, state: 1 }))).toEqual(new Date(evening));
    expect(queue(["a"], { a: card({ due: evening }) }, NOON).next).toBe("a");
    const learning = { a: card({ due: evening, state: 1 }) };
    expect(queue(["a"], learning, NOON)).toMatchObject({ due: 0, later: new Date(evening) });
  });

  test("nothing: then it says when the next is", () => {
    const entries = {
      a: card({ due: days(3).toISOString() }),
      b: card({ due: days(1).toISOString() }),
    };
    const done = queue(["a", "b"], entries, NOON);
    expect(done).toEqual({ next: undefined, due: 0, fresh: 0, later: new Date(2026, 11, 3) });
  });
});

describe("what is kept", () => {
  test("one key a card; none for a card that was taken back", () => {
    expect(saveCard("ch09/x", card())).toBe(true);
    expect(JSON.parse(localStorage.getItem("minisgl-course/card/ch09/x")!)).toEqual(card());
    expect(loadCards()).toEqual({ "ch09/x": card() });
    expect(saveCard("ch09/x", undefined)).toBe(true);
    expect(localStorage).toHaveLength(0);
  });

  test("what cannot be read is put aside, not lost", () => {
    localStorage.setItem("minisgl-course/card/ch09/x", '{"due": 3}');
    expect(loadCard("ch09/x")).toBeUndefined();
    expect(localStorage.getItem("minisgl-course/unreadable/ch09/x")).toBe('{"due": 3}');
  });

  test("of a file, the cards that were reviewed later there", () => {
    saveCard("ch09/x", card({ reps: 7 }));
    saveCard("ch09/y", card({ reps: 7 }));
    const newer = card({ last_review: NOON.toISOString() });
    const result = takeInCards({ "ch09/x": card(), "ch09/y": newer, "ch09/z": card() });
    expect(result).toEqual({ taken: 2, saved: true });
    expect(loadCards()).toEqual({ "ch09/x": card({ reps: 7 }), "ch09/y": newer, "ch09/z": card() });
  });

  test("where a browser saves nothing, for as long as the page is there", () => {
    saveCard("ch09/y", card());
    const refuse = () => {
      throw new DOMException("no", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refuse);
    expect(saveCard("ch09/x", card())).toBe(false);
    expect(loadCard("ch09/x")).toEqual(card());
    expect(saveCard("ch09/y", undefined)).toBe(false);
    expect(loadCard("ch09/y")).toBeUndefined();
    expect(Object.keys(loadCards())).toEqual(["ch09/x"]);
    vi.restoreAllMocks();
  });

  test("the choice of chapters, and none before there was one", () => {
    expect(chosenChapters()).toBeUndefined();
    chooseChapters([]);
    expect(chosenChapters()).toEqual([]);
    localStorage.setItem("minisgl-course/card-chapters", '[3, "9", null]');
    expect(chosenChapters()).toEqual([3]);
    localStorage.setItem("minisgl-course/card-chapters", "{");
    expect(chosenChapters()).toBeUndefined();
  });

  test("another tab's changes are told", () => {
    const tell = vi.fn();
    onOtherTab(tell);
    dispatchEvent(new StorageEvent("storage", { key: "minisgl-course/problem/x" }));
    expect(tell).not.toHaveBeenCalled();
    dispatchEvent(new StorageEvent("storage", { key: "minisgl-course/card/ch09/x" }));
    dispatchEvent(new StorageEvent("storage", { key: "minisgl-course/card-chapters" }));
    dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(tell).toHaveBeenCalledTimes(3);
  });
});

describe("in words", () => {
  test.each([
    [card({ state: 1, scheduled_days: 0, due: later(10).toISOString() }), "10 mins", "10分钟"],
    [card({ state: 1, scheduled_days: 0, due: later(0).toISOString() }), "1 min", "1分钟"],
    [card({ scheduled_days: 1 }), "1 day", "1天"],
    [card({ scheduled_days: 30 }), "30 days", "30天"],
    [card({ scheduled_days: 76 }), "2.5 months", "2.5个月"],
    [card({ scheduled_days: 730 }), "2 years", "2年"],
  ])("an interval", (entry, english, chinese) => {
    expect(intervalOf(entry, NOON)).toBe(english);
    document.documentElement.lang = "zh";
    expect(intervalOf(entry, NOON)).toBe(chinese);
  });

  test.each([
    [later(155), "14:35", "14:35"],
    [new Date(2026, 11, 3), "tomorrow", "明天"],
    [new Date(2026, 11, 8), "8 December", "12月8日"],
    [new Date(2027, 0, 1), "1 January 2027", "2027年1月1日"],
  ])("a time", (at, english, chinese) => {
    expect(timeOf(at, NOON)).toBe(english);
    document.documentElement.lang = "zh";
    expect(timeOf(at, NOON)).toBe(chinese);
  });
});
