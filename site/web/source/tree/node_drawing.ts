/** One node of the tree as SVG: its box, what it says of itself, and a cell for each token. */

import { CELL, CELL_GAP, CELL_HEIGHT, HEADER, HEIGHT, PADDING } from "./layout";
import type { Box, Cell } from "./layout";
import type { TreeNode } from "./trace";

const SVG = "http://www.w3.org/2000/svg";
const ROOT_HEIGHT = 26;

/** All that is drawn of a node, from its upper left corner; the first ``matched`` tokens are marked. */
export function contents(box: Box, matched: number, name: (token: number) => string): SVGElement[] {
  const { node, width, cells } = box;
  if (node.parent === null) {
    const y = (HEIGHT - ROOT_HEIGHT) / 2;
    return [card(0, y, width, ROOT_HEIGHT), text("root", width / 2, HEIGHT / 2, "head")];
  }
  const count = node.ref_count === null ? "" : `ref=${node.ref_count}`;
  const time = node.timestamp === undefined ? "" : ` t=${node.timestamp}`;
  const head = text(count + time, width / 2, PADDING + HEADER / 2 - 1, "head");
  const row = cells.length * (CELL + CELL_GAP) - CELL_GAP;
  const left = (width - row) / 2;
  const drawn = cells.flatMap((cell, place) => {
    const x = left + place * (CELL + CELL_GAP);
    return cell ? drawCell(cell, x, cell.at < matched, name(cell.token)) : leftOut(x);
  });
  return [card(0, 0, width, HEIGHT), head, ...drawn];
}

function card(x: number, y: number, width: number, height: number): SVGRectElement {
  return rect("card", x, y, width, height, 5);
}

function leftOut(x: number): SVGElement[] {
  return [text("…", x + CELL / 2, PADDING + HEADER + CELL_HEIGHT / 2, "head")];
}

function drawCell({ token, slot }: Cell, x: number, marked: boolean, name: string): SVGElement[] {
  const y = PADDING + HEADER;
  const shown = short(name || String(token));
  const upper = fitted(shown, x + CELL / 2, y + 12, "token");
  if (name && name !== shown) upper.append(title(name));
  return [
    rect(marked ? "cell marked" : "cell", x, y, CELL, CELL_HEIGHT, 3),
    upper,
    fitted(String(slot), x + CELL / 2, y + 26, "slot"),
  ];
}

/** A text that is made narrower if it is wider than a cell. */
function fitted(words: string, x: number, y: number, kind: string): SVGTextElement {
  const made = text(words, x, y, kind);
  if (lengthOf(words) > 3) {
    made.setAttribute("textLength", String(CELL - 2));
    made.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return made;
}

/** At most five letters, or two Chinese characters and a half. */
function short(word: string): string {
  const letters = [...word];
  let length = 0;
  const kept = letters.filter((letter) => (length += lengthOf(letter)) <= 5);
  return kept.length === letters.length ? word : `${kept.slice(0, -1).join("")}…`;
}

function lengthOf(word: string): number {
  return [...word].reduce((sum, letter) => sum + (letter.codePointAt(0)! > 0x2e7f ? 2 : 1), 0);
}

export function stateOf(node: TreeNode, made = false): "evictable" | "protected" | "written" {
  if (made) return "written";
  return (node.ref_count ?? 0) > 0 ? "protected" : "evictable";
}

export function make<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function rect(
  kind: string,
  x: number,
  y: number,
  width: number,
  height: number,
  round: number,
): SVGRectElement {
  const numbers = { x, y, width, height, rx: round };
  const made = make("rect", { class: kind });
  for (const [key, value] of Object.entries(numbers)) made.setAttribute(key, String(value));
  return made;
}

function text(words: string, x: number, y: number, kind: string): SVGTextElement {
  const made = make("text", { class: kind, x: String(x), y: String(y) });
  made.textContent = words;
  return made;
}

function title(words: string): SVGTitleElement {
  const made = make("title", {});
  made.textContent = words;
  return made;
}
