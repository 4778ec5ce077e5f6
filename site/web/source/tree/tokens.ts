/** What a reader types, as a row of tokens. */

import { LARGEST_NUMBER, LONGEST_WORD, MOST_TOKENS, MOST_WORDS } from "./link";

export type Unit = "word" | "character";
export type Fault = "too_many" | "number" | "words";

/** The tokens of a text, and the words that are known from then on.
 *
 * Numbers with spaces or commas between them are tokens themselves. Otherwise each word, or each
 * character, is the place at which it stands among the words that are known, and becomes known.
 */
export function tokensOf(
  text: string,
  unit: Unit,
  words: readonly string[],
): { tokens: number[]; words: string[] } | { fault: Fault } {
  const trimmed = text.replace(/^[\s[(]+|[\s\])]+$/g, "");
  if (/^(\d+([\s,，、]+|$))*$/.test(trimmed)) {
    const tokens = trimmed
      .split(/[\s,，、]+/)
      .filter(Boolean)
      .map(Number);
    if (tokens.length > MOST_TOKENS) return { fault: "too_many" };
    if (tokens.some((token) => token > LARGEST_NUMBER)) return { fault: "number" };
    return { tokens, words: [...words] };
  }
  const known = [...words];
  const tokens: number[] = [];
  for (const piece of piecesOf(text, unit)) {
    let at = known.indexOf(piece);
    if (at < 0) at = known.push(piece) - 1;
    tokens.push(at + 1);
  }
  if (tokens.length > MOST_TOKENS) return { fault: "too_many" };
  if (known.length > MOST_WORDS) return { fault: "words" };
  return { tokens, words: known };
}

/** Words with the space before them left out; in a text without spaces a character is a word. */
function piecesOf(text: string, unit: Unit): string[] {
  const locale = undefined; // the browser's own
  const granularity = unit === "word" ? "word" : "grapheme";
  const segments = new Intl.Segmenter(locale, { granularity }).segment(text.trim());
  return [...segments]
    .map(({ segment }) => (unit === "character" && /^\s$/.test(segment) ? "␣" : segment.trim()))
    .filter(Boolean)
    .map((piece) => piece.slice(0, LONGEST_WORD));
}
