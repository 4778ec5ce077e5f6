/** The reader's progress in this browser: one key for each problem, so that two tabs do not
 * overwrite each other, and beside it the earlier texts of that problem. */

import type { Entries, Entry } from "./progress";
import { wellFormed } from "./json";
import { NEW, parseEntry } from "./progress";

const PROBLEM = "minisgl-course/problem/";
const KEPT = "minisgl-course/kept/";
const ASIDE = "minisgl-course/unreadable/";
const MOST_KEPT = 20;

/** Why a text was put beside the one that is edited. */
export type Why = "reset" | "version" | "import" | "tab" | "replaced";

export interface Kept {
  why: Why;
  code: string;
}

/** What is known of a problem; undefined if it was never begun. */
export function load(name: string): Entry | undefined {
  const text = read(PROBLEM + name);
  if (text === null) return undefined;
  try {
    return parseEntry(JSON.parse(text));
  } catch {
    putAside(name, text);
    return undefined;
  }
}

/** Change what is known of a problem.
 *
 * @returns whether it was saved: a browser may have no room, or refuse.
 */
export function update(name: string, starterHash: string, change: (entry: Entry) => void): boolean {
  const entry = load(name) ?? { ...NEW };
  change(entry);
  entry.starter ||= starterHash;
  entry.code = wellFormed(entry.code);
  return save(name, entry);
}

export function save(name: string, entry: Entry): boolean {
  return write(PROBLEM + name, JSON.stringify(entry));
}

/** Everything, by problem. */
export function loadAll(): Entries {
  const entries: Entries = {};
  for (const key of keys()) {
    const name = key.slice(PROBLEM.length);
    const entry = key.startsWith(PROBLEM) ? load(name) : undefined;
    if (entry) entries[name] = entry;
  }
  return entries;
}

/** The earlier texts of a problem, the newest first. */
export function kept(name: string): Kept[] {
  try {
    const list: unknown = JSON.parse(read(KEPT + name) ?? "[]");
    return Array.isArray(list) ? list.filter((one) => typeof one?.code === "string") : [];
  } catch {
    return [];
  }
}

/** Put a text beside the one that is edited. */
export function keep(name: string, code: string, why: Why): boolean {
  if (!code.trim()) return true;
  const others = kept(name).filter((one) => one.code.trim() !== code.trim());
  const list = [{ why, code: wellFormed(code) }, ...others].slice(0, MOST_KEPT);
  return write(KEPT + name, JSON.stringify(list));
}

/** Be told what another tab saves of a problem, or, without a name, that it saved anything. */
export function onOtherTab(name: string | undefined, tell: () => void, signal?: AbortSignal): void {
  const listener = ({ key }: StorageEvent): void => {
    if (key === null || (name ? key === PROBLEM + name : key.startsWith(PROBLEM))) tell();
  };
  addEventListener("storage", listener, signal ? { signal } : {});
}

/** Keep what cannot be read under another key: whatever it is, it is not lost. */
export function putAside(name: string, text: string): void {
  write(ASIDE + name, text);
}

/** What could not be saved, so that the page works until it is left; null for what is removed. */
const unsaved = new Map<string, string | null>();

/** The text of a key; null if there is none. */
export function read(key: string): string | null {
  const text = unsaved.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that blocks storage throws at its very mention
  }
}

/** @returns whether it was saved. */
export function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    unsaved.delete(key);
    return true;
  } catch {
    unsaved.set(key, text);
    return false;
  }
}

/** @returns whether the key is gone. */
export function remove(key: string): boolean {
  try {
    localStorage.removeItem(key);
    unsaved.delete(key);
    return true;
  } catch {
    unsaved.set(key, null);
    return false;
  }
}

/** All keys that have a text. */
export function keys(): string[] {
  let saved: string[] = [];
  try {
    saved = Array.from(
      { length: localStorage.length },
      (_, index) => localStorage.key(index) ?? "",
    );
  } catch {
    // then there are those that could not be saved
  }
  return [...new Set([...saved, ...unsaved.keys()])].filter((key) => unsaved.get(key) !== null);
}
