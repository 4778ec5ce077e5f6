/** When a card comes again: FSRS by the package ts-fsrs, and what of it is due. */

import type { Card, Grade } from "ts-fsrs";
import { createEmptyCard, fsrs } from "ts-fsrs";

import type { CardEntries, CardEntry } from "./entries";

/** How well a reader knew it: again, hard, good, easy, as FSRS counts them. */
export type Rating = 1 | 2 | 3 | 4;
export const RATINGS: readonly Rating[] = [1, 2, 3, 4];

const LEARNING = [1, 3];
/** So long before it is due a card is asked all the same, when no other is left. */
const AHEAD = 20 * 60_000;

const scheduler = fsrs({ enable_fuzz: false }); // the rest is FSRS's own choice

/** What will be known of a card after each rating. A clock that was put back, or that of another
 * machine, may be behind the last review: then it is as if no time had passed. */
export function outcomes(entry: CardEntry | undefined, now: Date): Record<Rating, CardEntry> {
  const card = entry ? toCard(entry) : createEmptyCard(now);
  const all = scheduler.repeat(
    card,
    card.last_review && card.last_review > now ? card.last_review : now,
  );
  const after = (rating: Rating) => ({ ...entry, ...toEntry(all[rating as Grade].card) });
  return { 1: after(1), 2: after(2), 3: after(3), 4: after(4) };
}

function toCard(entry: CardEntry): Card {
  const { due, last_review } = entry;
  return { ...entry, elapsed_days: 0, due: new Date(due), last_review: new Date(last_review) };
}

function toEntry(card: Card): CardEntry {
  const { stability, difficulty, scheduled_days, learning_steps, reps, lapses, state } = card;
  return {
    due: card.due.toISOString(),
    stability,
    difficulty,
    scheduled_days,
    learning_steps,
    reps,
    lapses,
    state,
    last_review: card.last_review!.toISOString(),
  };
}

/** When a card may be asked: one that is learnt to the minute, the others from the beginning of
 * their day. */
export function dueAt(entry: CardEntry): Date {
  const due = new Date(entry.due);
  if (!LEARNING.includes(entry.state)) due.setHours(0, 0, 0, 0);
  return due;
}

/** What is to be done of some cards.
 *
 * next: the card to ask now. due, fresh: how many are left today, without and with those never
 * seen. later: when the next one comes that is not among these.
 */
export interface Queue {
  next: string | undefined;
  due: number;
  fresh: number;
  later: Date | undefined;
}

/** First what was just learnt and is due, then what is due today, the longest due first, then what
 * was never seen, in the order of the names; at last what will be due in a few minutes. */
export function queue(names: string[], entries: CardEntries, now: Date): Queue {
  const time = (name: string) => dueAt(entries[name]!).getTime();
  const seen = names.filter((name) => entries[name]).sort((one, two) => time(one) - time(two));
  const isLearning = (name: string) => LEARNING.includes(entries[name]!.state);
  const soon = now.getTime() + AHEAD;
  const learning = seen.filter((name) => isLearning(name) && time(name) <= soon);
  const review = seen.filter((name) => !isLearning(name) && time(name) <= now.getTime());
  const fresh = names.filter((name) => !entries[name]);
  const ready = learning.filter((name) => time(name) <= now.getTime());
  const today = new Set([...learning, ...review]);
  const later = seen.find((name) => !today.has(name));
  return {
    next: [...ready, ...review, ...fresh, ...learning][0],
    due: today.size,
    fresh: fresh.length,
    later: later === undefined ? undefined : dueAt(entries[later]!),
  };
}
