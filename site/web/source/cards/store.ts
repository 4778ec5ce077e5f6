/** The reader's cards in this browser: one key for each, so that two tabs do not overwrite each
 * other; and which chapters are chosen, which is no part of the progress. */

import { keys, putAside, read, remove, write } from "../storage";
import type { CardEntries, CardEntry } from "./entries";
import { laterCard, parseCard } from "./entries";

const CARD = "minisgl-course/card/";
const CHAPTERS = "minisgl-course/card-chapters";

/** What is known of a card; undefined if it was never reviewed. */
export function loadCard(name: string): CardEntry | undefined {
  const text = read(CARD + name);
  if (text === null) return undefined;
  try {
    return parseCard(JSON.parse(text), name);
  } catch {
    putAside(name, text);
    return undefined;
  }
}

/** Save what is known of a card, or that nothing is.
 *
 * @returns whether it was saved.
 */
export function saveCard(name: string, entry: CardEntry | undefined): boolean {
  return entry ? write(CARD + name, JSON.stringify(entry)) : remove(CARD + name);
}

/** Every card that was reviewed, by name. */
export function loadCards(): CardEntries {
  const entries: CardEntries = {};
  for (const key of keys()) {
    const name = key.slice(CARD.length);
    const entry = key.startsWith(CARD) ? loadCard(name) : undefined;
    if (entry) entries[name] = entry;
  }
  return entries;
}

/** Take in the cards of a progress file.
 *
 * @returns how many were later than ours, and whether all of these were saved.
 */
export function takeInCards(theirs: CardEntries): { taken: number; saved: boolean } {
  let taken = 0;
  let saved = true;
  for (const [name, entry] of Object.entries(theirs)) {
    if (laterCard(loadCard(name), entry) !== entry) continue;
    taken += 1;
    saved = saveCard(name, entry) && saved;
  }
  return { taken, saved };
}

/** The numbers of the chapters that the reader has chosen; undefined before any choice. */
export function chosenChapters(): number[] | undefined {
  try {
    const list: unknown = JSON.parse(read(CHAPTERS) ?? "null");
    return Array.isArray(list) ? list.filter(Number.isInteger) : undefined;
  } catch {
    return undefined;
  }
}

export function chooseChapters(numbers: number[]): void {
  write(CHAPTERS, JSON.stringify(numbers));
}

/** Be told when another tab changes a card, or the choice of chapters. */
export function onOtherTab(tell: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(CARD) || key === CHAPTERS) tell();
  });
}
