/** Where the reader's class answers otherwise than minisgl's. */

import type { OwnOutcome, Result, Step, TreeNode } from "./trace";

export type What =
  "refused" | "not_refused" | "found_len" | "cached_len" | "slots" | "sizes" | "tree";

export interface Difference {
  what: What;
  minisgl: string;
  own: string;
}

/** Whether the statement of problem 193 leaves open what comes of a step: one that is about a handle
 * whose prefix was evicted. */
export function isLeftOpen(step: Step): boolean {
  if (step.error === null || (step.operation !== "lock" && step.operation !== "unlock"))
    return false;
  const there = step.touched.path.reduce((sum, { length }) => sum + length, 0);
  return there < (step.arguments.tokens ?? []).length;
}

/** Whether a class goes on after that: RuntimeError is how it refuses something. */
export function isRefusal(outcome: OwnOutcome): boolean {
  return outcome.error?.kind === "raised" && outcome.error.type === "RuntimeError";
}

/** The first thing in which a step differs; errors that end a class are told elsewhere. */
export function difference(step: Step, outcome: OwnOutcome): Difference | undefined {
  const refused = isRefusal(outcome);
  if (outcome.error && !refused) return undefined;
  if (step.error && !refused) {
    return { what: "not_refused", minisgl: step.error.message, own: shown(outcome.result) };
  }
  if (!step.error && refused && outcome.error?.kind === "raised") {
    return { what: "refused", minisgl: shown(step.result), own: outcome.error.message };
  }
  for (const what of ["found_len", "cached_len", "slots"] as const) {
    const [minisgl, own] = [String(step.result?.[what]), String(outcome.result?.[what])];
    if (minisgl !== own) {
      const as = what === "slots" ? listed : (text: string): string => text;
      return { what, minisgl: as(minisgl), own: as(own) };
    }
  }
  const sizes = `${step.state.evictable_size}, ${step.state.protected_size}`;
  const own = outcome.sizes?.join(", ") ?? "";
  if (outcome.sizes && own !== sizes) return { what: "sizes", minisgl: sizes, own };
  if (outcome.nodes && written(outcome.nodes) !== written(step.state.nodes)) {
    const [one, two] = firstDifference(lines(step.state.nodes), lines(outcome.nodes));
    return { what: "tree", minisgl: one, own: two };
  }
  return undefined;
}

function listed(text: string): string {
  return text === "undefined" ? "–" : `[${text.replaceAll(",", ", ")}]`;
}

function shown(result: Result | null): string {
  if (result === null) return "–";
  const { found_len, cached_len, slots } = result;
  const parts = { found_len, cached_len, slots: slots && listed(String(slots)) };
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}

function written(nodes: readonly TreeNode[]): string {
  return lines(nodes).join("\n");
}

/** A line for each node: the prefix above it, its own run, and its slots. */
function lines(nodes: readonly TreeNode[]): string[] {
  const prefixes = new Map<number, number[]>();
  const found: string[] = [];
  for (const { id, parent, key, value } of nodes) {
    const above = prefixes.get(parent ?? -1) ?? [];
    prefixes.set(id, [...above, ...key]);
    if (key.length) found.push(`${row(above)} + ${row(key)} → ${row(value)}`);
  }
  return found;
}

function row(numbers: readonly number[]): string {
  return `[${numbers.join(", ")}]`;
}

function firstDifference(one: string[], two: string[]): [string, string] {
  const at = one.findIndex((line, place) => line !== two[place]);
  const place = at < 0 ? one.length : at;
  return [one[place] ?? "–", two[place] ?? "–"];
}
