/** What FSRS knows of each review card, in the form and by the rules of practice/judgelib/cards.py. */

import { isObject } from "../json";

/** What is known of one card; a card that was never reviewed has none. */
export interface CardEntry {
  due: string;
  stability: number;
  difficulty: number;
  scheduled_days: number;
  learning_steps: number;
  reps: number;
  lapses: number;
  /** 1: learning, 2: review, 3: learning again. */
  state: number;
  last_review: string;
}

/** By the names of cards, like ch09/who-may-go. */
export type CardEntries = Record<string, CardEntry>;

const TIMES = ["due", "last_review"];
const TIME = /^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
/** The least and the most of each number, as FSRS has them; the counts are whole. */
const MEASURES: Record<string, [number, number]> = {
  stability: [0.001, 36500],
  difficulty: [1, 10],
};
const COUNTS: Record<string, [number, number]> = {
  scheduled_days: [0, 36500],
  learning_steps: [0, 100],
  reps: [1, 1e9],
  lapses: [0, 1e9],
  state: [1, 3],
};

/** The cards of a progress file, checked. Fields that are not known stay as they are.
 *
 * @throws Error if a card is not whole.
 */
export function parseCards(cards: unknown): CardEntries {
  if (!isObject(cards)) throw new Error("cards");
  const checked = Object.entries(cards).map(([name, card]) => [name, parseCard(card, name)]);
  return Object.fromEntries(checked) as CardEntries;
}

/** One card, checked.
 *
 * @throws Error if it is not whole.
 */
export function parseCard(card: unknown, name: string): CardEntry {
  if (!isObject(card)) throw new Error(`card ${name}`);
  for (const field of [...TIMES, ...Object.keys(MEASURES), ...Object.keys(COUNTS)]) {
    const value = card[field];
    if (!isGood(field, value)) {
      throw new Error(`card ${name}: ${field}: ${String(value).slice(0, 40)}`);
    }
  }
  return card as unknown as CardEntry;
}

function isGood(field: string, value: unknown): boolean {
  if (TIMES.includes(field)) return typeof value === "string" && isTime(value);
  if (typeof value !== "number") return false;
  const [least, most] = (MEASURES[field] ?? COUNTS[field])!;
  return least <= value && value <= most && (field in MEASURES || Number.isInteger(value));
}

/** Whether it is what JavaScript writes of a time: such texts are in order as the times are. */
function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Which of two entries of a card stays: that of the later review, else ours. */
export function laterCard(ours: CardEntry | undefined, theirs: CardEntry): CardEntry {
  return ours && ours.last_review >= theirs.last_review ? ours : theirs;
}
