/** What a reader has done, in the form and by the rules of practice/judgelib/progress.py. */

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

/** Why a text is not a progress file. */
export class ProgressError extends Error {
  constructor(
    readonly reason: "newer" | "not_one",
    detail = "",
  ) {
    super(detail || reason);
  }
}

/** The problems of a progress file, each with every field.
 *
 * @throws ProgressError if it is not one, or is newer than this program.
 */
export function parse(text: string): Entries {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new ProgressError("not_one", String(error));
  }
  if (!isObject(data)) throw new ProgressError("not_one");
  const { schema, problems } = data;
  if (Number.isInteger(schema) && (schema as number) > SCHEMA) throw new ProgressError("newer");
  if (schema !== SCHEMA || !isObject(problems)) throw new ProgressError("not_one", `${schema}`);
  return Object.fromEntries(
    Object.entries(problems).map(([name, entry]) => [whole(name), parseEntry(entry)]),
  );
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
    if (typeof value === "string") whole(value);
  }
  return full as unknown as Entry;
}

/** The text of a progress file. */
export function exported(entries: Entries): string {
  const names = Object.keys(entries).sort();
  const problems = Object.fromEntries(names.map((name) => [name, entries[name]]));
  return JSON.stringify({ schema: SCHEMA, problems }, null, 1) + "\n";
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

/** The same text; half a character would not come back from a file.
 *
 * @throws ProgressError if there is one.
 */
function whole(text: string): string {
  if (!isWellFormed(text)) throw new ProgressError("not_one", "half a character");
  return text;
}

const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function isWellFormed(text: string): boolean {
  return text.search(HALF) < 0;
}

/** The text with a mark in the place of half characters, as saved texts must be. */
export function wellFormed(text: string): string {
  return text.replace(HALF, "\ufffd");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
