/** The overview of the cards: which chapters are chosen, and what of them is due. */

import { button, element } from "../dom";
import { tell } from "../texts";
import type { Chapter, Deck } from "./deck";
import { chosen } from "./deck";
import type { CardEntries } from "./entries";
import { queue } from "./schedule";
import { chooseChapters, chosenChapters, loadCards } from "./store";
import { timeOf } from "./words";

/** The cards of the chapters that the reader has chosen. */
export function chosenCards(deck: Deck): string[] {
  return chosen(deck, chosenChapters(), loadCards()).flatMap(({ cards }) => cards);
}

/** Put a box to choose each chapter into the table. */
export function addBoxes(deck: Deck, changed: () => void): void {
  for (const { row, title } of deck.chapters) {
    const box = element("input", {
      type: "checkbox",
      "aria-label": tell("cards_choose", { title }),
      onchange: () => {
        const checked = deck.chapters.filter((chapter) => boxOf(chapter).checked);
        chooseChapters(checked.map(({ number }) => number));
        changed();
      },
    });
    row.querySelector(".chosen")!.replaceChildren(box);
  }
}

function boxOf({ row }: Chapter): HTMLInputElement {
  return row.querySelector<HTMLInputElement>("input")!;
}

/** Bring the table up to date.
 *
 * @returns what stands above it: what is due and the way to begin, or when something will be.
 */
export function overview(deck: Deck, now: Date, begin: () => void): HTMLElement[] {
  const known = loadCards();
  const on = new Set(chosen(deck, chosenChapters(), known));
  for (const chapter of deck.chapters) fillRow(chapter, known, now, on.has(chapter));
  const names = [...on].flatMap(({ cards }) => cards);
  if (names.length === 0) return [element("p", {}, tell("cards_none_chosen"))];
  const { next, due, fresh, later } = queue(names, known, now);
  if (next === undefined) {
    return [element("p", {}, tell("cards_next", { time: timeOf(later!, now) }))];
  }
  const start = button(tell("cards_start"), begin, { class: "course-button primary" });
  return [start, element("p", {}, tell("cards_left", { due, fresh }))];
}

function fillRow(chapter: Chapter, known: CardEntries, now: Date, checked: boolean): void {
  const { due, fresh } = queue(chapter.cards, known, now);
  boxOf(chapter).checked = checked;
  chapter.row.querySelector(".due")!.textContent = String(due);
  chapter.row.querySelector(".unseen")!.textContent = String(fresh);
}
