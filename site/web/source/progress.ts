/** What a reader has done, in the form and by the rules of practice/judgelib/progress.py. */

import type { CardEntries } from "./cards/entries";
import { parseCards } from "./cards/entries";
import { isObject, isWhole } from "./json";

export interface Entry {
  /** The hash of the starter that the code was begun with. */
  starter: string;
  accepted: boolean;
  tries: number;
  /** How many hints have been looked at. */
  hints: number;
  /** Whether the reference has been looked at. */
  solution: boolean;
  misconception: string;
  code: string;
}

export type Entries = Record<string, Entry>;

export const NEW: Readonly<Entry> = {
  starter: "",
  accepted: false,
  tries: 0,
  hints: 0,
  solution: false,
  misconception: "",
  code: "",
};
const SCHEMA = 1;

/** What a progress file says, by the names of problems and of cards. */
export interface ProgressFile {
  problems: Entries;
  cards: CardEntries;
}

/** Why a text is not a progress file. */
export class ProgressError extends Error {
  constructor(
    readonly reason: "newer" | "not_one",
    detail = "",
  ) {
    super(detail || reason);
  }
}

/** A progress file; each problem has every field. One without cards is as good as ever.
 *
 * @throws ProgressError if it is not one, or is newer than this program.
 */
export function parse(text: string): ProgressFile {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ProgressError("not_one", String(error));
  }
  if (!isObject(data)) throw new ProgressError("not_one");
  const { schema, problems, cards = {} } = data;
  if (Number.isInteger(schema) && (schema as number) > SCHEMA) throw new ProgressError("newer");
  if (schema !== SCHEMA || !isObject(problems)) throw new ProgressError("not_one", `${schema}`);
  const entries = Object.entries(problems).map(([name, entry]) => [name, parseEntry(entry)]);
  try {
    if (!isWhole([problems, cards])) throw new Error("half a character");
    return { problems: Object.fromEntries(entries), cards: parseCards(cards) };
  } catch (error) {
    throw new ProgressError("not_one", error instanceof Error ? error.message : String(error));
  }
}

/** One entry with every field.
 *
 * @throws ProgressError if a field is not of its kind.
 */
export function parseEntry(entry: unknown): Entry {
  if (!isObject(entry)) throw new ProgressError("not_one");
  const full: Record<string, unknown> = { ...NEW, ...entry };
  for (const [name, fallback] of Object.entries(NEW)) {
    const value = full[name];
    const count = typeof fallback === "number";
    if (
      typeof value !== typeof fallback ||
      (count && !(Number.isInteger(value) && Number(value) >= 0))
    ) {
      throw new ProgressError("not_one", `${name}: ${String(value).slice(0, 40)}`);
    }
    if (!isWhole(value)) throw new ProgressError("not_one", `${name}: half a character`);
  }
  return full as unknown as Entry;
}

/** The text of a progress file. */
export function exported({ problems, cards }: ProgressFile): string {
  const some = Object.keys(cards).length > 0;
  const document = {
    schema: SCHEMA,
    problems: byName(problems),
    ...(some && { cards: byName(cards) }),
  };
  return JSON.stringify(document, null, 1) + "\n";
}

function byName<T>(entries: Record<string, T>): Record<string, T> {
  const names = Object.keys(entries).sort();
  return Object.fromEntries(names.map((name) => [name, entries[name]!]));
}

export interface Merged {
  entry: Entry;
  /** Code that differs from the reader's own, to be put beside it. */
  beside: string;
}

/** Take in another entry of the same problem; nothing that the reader wrote is overwritten.
 *
 * @param starterHash that of the problem now; empty for one that the site does not have.
 */
export function merge(ours: Entry | undefined, theirs: Entry, starterHash: string): Merged {
  const own = ours ?? NEW;
  const entry: Entry = {
    ...own,
    accepted: own.accepted || theirs.accepted,
    solution: own.solution || theirs.solution,
    tries: Math.max(own.tries, theirs.tries),
    hints: Math.max(own.hints, theirs.hints),
    code: own.code || theirs.code,
    starter: own.starter || starterHash || theirs.starter,
  };
  const differs = theirs.code.trim() !== "" && theirs.code.trim() !== entry.code.trim();
  return { entry, beside: differs ? theirs.code : "" };
}

export type ProblemState = "accepted" | "begun" | "new";

export function stateOf(entry: Entry | undefined): ProblemState {
  if (entry?.accepted) return "accepted";
  return entry && (entry.tries > 0 || entry.code !== "") ? "begun" : "new";
}
