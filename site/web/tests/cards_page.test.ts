/** A review on the page of cards, by mouse and keys, under a clock that stands still. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { showCards } from "../source/cards/page";
import { loadCards, saveCard } from "../source/cards/store";

const NOON = new Date(2026, 11, 2, 12, 0);
let now = NOON;

const list = (...names: string[]) =>
  names.map(
    (name) => `<div class="course-card" data-card="${name}"><details class="question">
      <summary>Question <code>${name}</code></summary>
      <p id="answer-${name}">Answer ${name}</p><div class="md-code__nav">copy</div>
    </details></div>`,
  );
const row = (number: number, title: string) =>
  `<tr data-chapter="${number}"><td class="chosen"></td><td><a href="#">${title}</a></td><td></td>
    <td class="due"></td><td class="unseen"></td></tr>`;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  now = NOON;
  document.documentElement.lang = "en";
  document.body.innerHTML = `<article><h1>Cards</h1><div id="cards"></div>
    <table id="card-chapters">${row(3, "3. Models")}${row(9, "9. Radix cache")}</table>
    ${list("ch03/a", "ch03/b", "ch09/a").join("")}</article>`;
});
afterEach(() => vi.useRealTimers());

const show = () => showCards(find("#cards"), () => now);
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const said = (selector: string) => find(selector).textContent;
const click = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name)!.click();
const press = (key: string, options: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  document.activeElement!.dispatchEvent(event);
  return event.defaultPrevented;
};
const counts = () =>
  [...document.querySelectorAll("tr")].map((one) => [
    one.querySelector("input")!.checked,
    one.querySelector(".due")!.textContent,
    one.querySelector(".unseen")!.textContent,
  ]);

test("at first the first chapter is chosen, and another choice stays", () => {
  show();
  expect(counts()).toEqual([
    [true, "0", "2"],
    [false, "0", "1"],
  ]);
  expect(said(".course-due")).toBe("Review0 due, 2 new");
  for (const box of document.querySelectorAll("input")) box.click();
  expect(said(".course-due")).toBe("Review0 due, 1 new");
  show();
  expect(counts().map(([checked]) => checked)).toEqual([false, true]);
  document.querySelectorAll("input")[1]!.click();
  expect(said(".course-due")).toBe("Choose a chapter to review.");
});

test("a review by keys: question, answer, the four ways it went, and on to the next", () => {
  show();
  click("Review");
  expect(find("article").className).toBe("course-reviewing");
  expect(document.activeElement).toBe(find(".course-question"));
  expect(said(".course-question")?.trim()).toBe("Question ch03/a");
  expect(said(".course-of")).toBe("3. Models");
  expect(find(".course-answer").hidden).toBe(true);
  expect(press("3")).toBe(false); // nothing is rated that was not seen
  expect(press(" ")).toBe(true);
  expect(document.activeElement).toBe(find(".course-answer"));
  expect(said(".course-answer")?.trim()).toBe("Answer ch03/a");
  expect(find(".course-answer").querySelector("[id], .md-code__nav")).toBeNull();
  expect(said(".course-actions")).toBe("Again 1 minHard 6 minsGood 10 minsEasy 8 days");
  expect(press(" ")).toBe(false); // it scrolls
  expect(press("4", { ctrlKey: true })).toBe(false);
  expect(press("4")).toBe(true);
  expect(said(".course-review [role=status]")).toBe(
    "Easy: comes again in 8 days. Left: 0 due, 1 new.",
  );
  expect(said(".course-question")?.trim()).toBe("Question ch03/b");
  expect(said(".course-left")).toBe("0 due, 1 new");
  expect(loadCards()).toMatchObject({ "ch03/a": { scheduled_days: 8, reps: 1, state: 2 } });
});

test("what was forgotten comes again at the end, and then the overview says when the rest does", () => {
  show();
  click("Review");
  for (const key of [" ", "1", " ", "4"]) press(key);
  expect(said(".course-question")?.trim()).toBe("Question ch03/a");
  expect(said(".course-left")).toBe("1 due, 0 new");
  for (const key of [" ", "4"]) press(key);
  expect(find("article").className).toBe("");
  expect(said(".course-told")).toBe("Reviews done: 3.");
  expect(said(".course-due")).toBe("Nothing is due. Next: tomorrow.");
  expect(document.activeElement).toBe(find(".course-due"));
});

test("undo takes back one review after another, also that of a card that was new", () => {
  show();
  click("Review");
  const undo = [...document.querySelectorAll("button")].find((one) => one.textContent === "Undo")!;
  expect(undo.disabled).toBe(true);
  for (const key of [" ", "4", " ", "2"]) press(key);
  expect(Object.keys(loadCards()).sort()).toEqual(["ch03/a", "ch03/b"]);
  press("u");
  expect(said(".course-question")?.trim()).toBe("Question ch03/b");
  expect(said(".course-review [role=status]")).toBe("Taken back. Left: 0 due, 1 new.");
  undo.click();
  expect(said(".course-question")?.trim()).toBe("Question ch03/a");
  expect(loadCards()).toEqual({});
  expect(undo.disabled).toBe(true);
});

test("the buttons do what the keys do, and the way back is open", () => {
  show();
  click("Review");
  click("Show the answer");
  click("Good 10 mins");
  expect(loadCards()).toMatchObject({ "ch03/a": { state: 1 } });
  click("Overview");
  expect(said(".course-told")).toBe("Reviews done: 1.");
  expect(counts()[0]).toEqual([true, "1", "1"]);
});

test("when its time comes a card is due without anything being pressed", () => {
  show();
  const due = new Date(2026, 11, 2, 14, 35).toISOString();
  const card = { due, stability: 1, difficulty: 5, scheduled_days: 0, learning_steps: 1, reps: 1 };
  const entry = { ...card, lapses: 0, state: 1, last_review: NOON.toISOString() };
  saveCard("ch03/a", entry);
  saveCard("ch03/b", entry);
  show();
  expect(said(".course-due")).toBe("Nothing is due. Next: 14:35.");
  now = new Date(2026, 11, 2, 14, 36);
  vi.advanceTimersByTime(156 * 60_000);
  expect(said(".course-due")).toBe("Review2 due, 0 new");
});

test("cards from a file choose their chapter, where none was chosen", () => {
  const card = { due: NOON.toISOString(), stability: 1, difficulty: 5, scheduled_days: 3 };
  const times = { last_review: new Date(2026, 10, 29).toISOString() };
  saveCard("ch09/a", { ...card, ...times, learning_steps: 0, reps: 1, lapses: 0, state: 2 });
  show();
  expect(counts()).toEqual([
    [false, "0", "2"],
    [true, "1", "0"],
  ]);
});

test("a browser that saves nothing is told of", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  show();
  click("Review");
  for (const key of [" ", "4"]) press(key);
  expect(said("[role=alert]")).toContain("does not save");
  expect(find("[role=alert]").hidden).toBe(false);
  expect(said(".course-question")?.trim()).toBe("Question ch03/b");
  vi.restoreAllMocks();
});

test("a page without any cards", () => {
  document.body.innerHTML = `<article><div id="cards"></div><table id="card-chapters"></table></article>`;
  show();
  expect(said(".course-due")).toBe("Choose a chapter to review.");
});
