/** The steps that a judge shows of problem 193, as operations: lines of Python, and only such as
 * are known to mean exactly that. */

import { fromLink, toLink } from "./link";
import { EMPTY } from "./operations";
import type { Operation, Scene } from "./operations";

const T = String.raw`t\(([\d, ]*)\)`;
const INSERT = String.raw`cache\.insert_prefix\(${T}, ${T}\)`;
const MATCH = String.raw`(?:cache\.match_prefix\(${T}\)|found\(cache((?:, \d+)*)\))`;
const CALL = new RegExp(
  String.raw`(?<lock>cache\.lock_handle\(\s*)|${INSERT}|${MATCH}|cache\.evict\((?<size>\d+)\)`,
  "y",
);
const BEGIN = /^cache = RadixPrefixCache\((\d+)\)$/;
/** What may stand around calls: names, comparisons, lists; no other call of the cache, no loop. */
const REST = /^(?:assert |(?<name>\w+) = )?[^]*$/;

/** The operations of these lines; undefined if there is anything in them that is not understood. */
export function sceneOf(lines: readonly string[]): Scene | undefined {
  const [first = "", ...rest] = lines;
  const begin = BEGIN.exec(first);
  if (!begin) return undefined;
  const reader = new Reader();
  if (!rest.every((line) => reader.read(line))) return undefined;
  const scene = { ...EMPTY, pageSize: Number(begin[1]), operations: reader.operations };
  try {
    return fromLink(toLink(scene)); // within all that a link may hold
  } catch {
    return undefined;
  }
}

class Reader {
  readonly operations: Operation[] = [];
  /** By the name of a handle, or of a result that has one, the operation that gave it. */
  readonly #names = new Map<string, number>();

  /** Take a line; whether it is understood. */
  read(line: string): boolean {
    const text = line.replace(/#.*$/, "").trim();
    if (/^(for|while|if|with|def|class|return|del|import|from)\b|lambda|\bcache =/.test(text)) {
      return false;
    }
    const before = this.operations.length;
    let rest = "";
    for (let at = 0; at < text.length;) {
      const length = this.#call(text, at);
      if (length === undefined) return false;
      if (length === 0) rest += text[at++];
      else {
        rest += "()";
        at += length;
      }
    }
    if (!this.#isHarmless(rest)) return false;
    const name = REST.exec(rest)?.groups?.["name"];
    const gives = this.operations.length === before + 1 && this.operations[before]!.do !== "evict";
    if (name) {
      if (gives) this.#names.set(name, before);
      else this.#names.delete(name);
    }
    return true;
  }

  /** The length of a call that begins there, once it is taken; 0 if none does. */
  #call(text: string, at: number): number | undefined {
    CALL.lastIndex = at;
    const found = CALL.exec(text);
    if (!found) return 0;
    if (found.groups?.["lock"]) return this.#lock(text, at, found[0].length);
    const [, , tokens, slots, matched, named, size] = found;
    if (size !== undefined) this.operations.push({ do: "evict", size: Number(size) });
    else if (slots !== undefined) {
      this.operations.push({ do: "insert", tokens: numbers(tokens), slots: numbers(slots) });
    } else this.operations.push({ do: "match", tokens: numbers(matched ?? named) });
    return found[0].length;
  }

  /** cache.lock_handle of a name, or of what a call gives that stands in its place. */
  #lock(text: string, at: number, head: number): number | undefined {
    let length = head;
    let of: number | undefined;
    const inner = this.#call(text, at + head);
    if (inner === undefined) return undefined;
    length += inner;
    const rest = text.slice(at + length);
    const ending = inner
      ? /^\.(?:cuda_)?handle(, unlock=True)?\)/.exec(rest)
      : /^\w+(?:\.(?:cuda_)?handle)?(, unlock=True)?\)/.exec(rest);
    if (!ending) return undefined;
    if (inner) of = this.operations.length - 1;
    else of = this.#names.get(/^\w+/.exec(rest)![0]);
    if (of === undefined) return undefined;
    this.operations.push({ do: ending[1] ? "unlock" : "lock", of });
    return length + ending[0].length;
  }

  /** Whether what is left of a line, its calls taken out, asks nothing of the cache. */
  #isHarmless(rest: string): boolean {
    const quiet = rest
      .replace(/cache\.size_info|\.get_matched_indices\(\)|\.tolist\(\)|\bt\([\d, ]*\)/g, "")
      .replace(/\b(?:same|len|tuple|list)\(/g, "(")
      .replace(/"[^"]*"/g, "");
    return !/\bcache\b|[\w\]]\((?!\))|\blambda\b/.test(quiet);
  }
}

function numbers(text: string | undefined): number[] {
  return (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
    .map(Number);
}
