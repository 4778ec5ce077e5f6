/** A scene as the part of an address behind its #, and back.
 *
 *     #tree=1&page=2&capacity=16&own=1&ops=i1.2.3;m1.2;l1;e2;u1;i7/30&words=the,cat
 *
 * i inserts (tokens, and their slots behind a stroke), m matches, l and u lock and unlock the handle
 * that the operation of that number gave, e evicts. A link comes from anywhere: nothing of it is
 * taken that is not wholly as it should be.
 */

import { CAPACITIES, EMPTY, givesHandle, PAGE_SIZES } from "./operations";
import type { Operation, Scene } from "./operations";

export const VERSION = "1";
export const MOST_OPERATIONS = 500;
export const MOST_TOKENS = 256; // of a row
export const MOST_WORDS = 1_000;
export const LONGEST_WORD = 40;
export const LARGEST_NUMBER = 2 ** 31 - 1; // int32
const LONGEST_LINK = 64_000;

/** What is wrong with a link; the message names the part. */
export class LinkError extends Error {}

export function toLink(scene: Scene): string {
  const parts = [`tree=${VERSION}`, `page=${scene.pageSize}`];
  if (scene.capacity !== null) parts.push(`capacity=${scene.capacity}`);
  if (scene.own) parts.push("own=1");
  if (scene.operations.length) parts.push(`ops=${scene.operations.map(write).join(";")}`);
  if (scene.words.length) parts.push(`words=${scene.words.map(encodeURIComponent).join(",")}`);
  return `#${parts.join("&")}`;
}

/** Whether the part of an address behind its # is meant for the tree, right or wrong. */
export function isLink(hash: string): boolean {
  return hash.startsWith("#tree=");
}

/** @throws LinkError if something of it is not as it should be. */
export function fromLink(hash: string): Scene {
  if (hash.length > LONGEST_LINK) throw new LinkError("length");
  const parts = new Map<string, string>();
  for (const part of hash.slice(1).split("&")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    if (parts.has(name)) throw new LinkError(name);
    parts.set(name, value);
  }
  const take = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  if (take("tree") !== VERSION) throw new LinkError("tree");
  const pageSize = oneOf(PAGE_SIZES, take("page") ?? "1", "page");
  const capacity = oneOf(CAPACITIES, take("capacity") ?? "null", "capacity");
  const own = oneOf([0, 1], take("own") ?? "0", "own") === 1;
  const operations = readOperations(take("ops"), capacity);
  const words = readWords(take("words"));
  const [unknown] = parts.keys();
  if (unknown !== undefined) throw new LinkError(unknown);
  return { ...EMPTY, pageSize, capacity, own, operations, words };
}

function oneOf<T>(values: readonly T[], text: string, name: string): T {
  const found = values.find((value) => String(value) === text);
  if (found === undefined) throw new LinkError(name);
  return found;
}

function write(operation: Operation): string {
  switch (operation.do) {
    case "insert": {
      const slots = operation.slots ? `/${operation.slots.join(".")}` : "";
      return `i${operation.tokens.join(".")}${slots}`;
    }
    case "match":
      return `m${operation.tokens.join(".")}`;
    case "lock":
      return `l${operation.of}`;
    case "unlock":
      return `u${operation.of}`;
    case "evict":
      return `e${operation.size}`;
  }
}

function readOperations(text: string | undefined, capacity: number | null): Operation[] {
  if (!text) return [];
  const all = text.split(";");
  if (all.length > MOST_OPERATIONS) throw new LinkError("ops");
  const operations: Operation[] = [];
  for (const one of all) {
    const operation = readOperation(one);
    if ("of" in operation && !givesHandle(operations[operation.of])) throw new LinkError(one);
    // Whose slots these are is known for all of them, or for none.
    if (operation.do === "insert" && operation.slots && capacity !== null) throw new LinkError(one);
    operations.push(operation);
  }
  return operations;
}

function readOperation(text: string): Operation {
  const fail = (): never => {
    throw new LinkError(text.slice(0, 60) || "ops");
  };
  const numbers = (part: string): number[] => {
    if (part === "") return [];
    const row = part.split(".").map((one) => (/^\d{1,10}$/.test(one) ? Number(one) : NaN));
    if (row.length > MOST_TOKENS || !row.every((one) => one <= LARGEST_NUMBER)) fail();
    return row;
  };
  const [rest = "", slots] = text.slice(1).split("/", 2);
  const row = numbers(rest);
  const alone = (): number => (row.length === 1 && slots === undefined ? row[0]! : fail());
  switch (text[0]) {
    case "i": {
      if (slots === undefined) return { do: "insert", tokens: row };
      const given = numbers(slots);
      return given.length === row.length ? { do: "insert", tokens: row, slots: given } : fail();
    }
    case "m":
      return slots === undefined ? { do: "match", tokens: row } : fail();
    case "l":
      return { do: "lock", of: alone() };
    case "u":
      return { do: "unlock", of: alone() };
    case "e":
      return { do: "evict", size: alone() };
    default:
      return fail();
  }
}

function readWords(text: string | undefined): string[] {
  if (!text) return [];
  const words = text.split(",");
  if (words.length > MOST_WORDS) throw new LinkError("words");
  return words.map((word) => {
    let decoded = "";
    try {
      decoded = decodeURIComponent(word);
    } catch {
      throw new LinkError("words");
    }
    if (decoded === "" || decoded.length > LONGEST_WORD) throw new LinkError("words");
    return decoded;
  });
}
