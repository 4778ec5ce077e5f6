/** Where the nodes of a tree stand: the root at the left, prefixes read from left to right, leaves
 * one below the other, and a parent in the middle of its children, as in the films. */

import type { TreeNode } from "./trace";

export const CELL = 26;
export const CELL_GAP = 3;
export const PADDING = 6;
export const HEADER = 18;
export const CELL_HEIGHT = 34;
export const HEIGHT = HEADER + CELL_HEIGHT + 2 * PADDING;
const ROOT_WIDTH = 44;
const ROW_GAP = 10;
const WAY = 34; // from a node to its children
const LEAST_WIDTH = 64; // for what stands above the tokens
/** Longer runs are drawn with their middle left out. */
export const MOST_CELLS = 10;

export interface Cell {
  /** Its place in the node. */
  at: number;
  token: number;
  slot: number;
}

export interface Box {
  node: TreeNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The tokens that are drawn; null is what is left out. */
  cells: (Cell | null)[];
  parent: number | null;
}

export interface Layout {
  boxes: Map<number, Box>;
  width: number;
  height: number;
}

/** Places for nodes, parents before children, children in their order. */
export function layOut(nodes: readonly TreeNode[]): Layout {
  const children = new Map<number, TreeNode[]>();
  for (const node of nodes) {
    if (node.parent !== null) {
      const siblings = children.get(node.parent);
      if (siblings) siblings.push(node);
      else children.set(node.parent, [node]);
    }
  }
  const boxes = new Map<number, Box>();
  let [width, bottom] = [0, 0];
  for (const node of nodes) {
    const above = node.parent === null ? undefined : boxes.get(node.parent);
    const cells = cellsOf(node);
    const wide = node.parent === null ? ROOT_WIDTH : widthOf(cells.length);
    const x = above ? above.x + above.width + WAY : 0;
    const box = { node, x, y: 0, width: wide, height: HEIGHT, cells, parent: node.parent };
    boxes.set(node.id, box);
    width = Math.max(width, x + wide);
    if (!children.has(node.id)) {
      box.y = bottom;
      bottom += HEIGHT + ROW_GAP;
    }
  }
  for (const node of nodes.toReversed()) {
    const below = children.get(node.id);
    if (!below) continue;
    const [first, last] = [boxes.get(below[0]!.id)!, boxes.get(below.at(-1)!.id)!];
    boxes.get(node.id)!.y = (first.y + last.y) / 2;
  }
  return { boxes, width, height: Math.max(bottom - ROW_GAP, HEIGHT) };
}

function cellsOf({ key, value }: TreeNode): (Cell | null)[] {
  const cells = key.map((token, place) => ({ at: place, token, slot: value[place] ?? -1 }));
  if (cells.length <= MOST_CELLS) return cells;
  return [...cells.slice(0, MOST_CELLS - 4), null, ...cells.slice(-3)];
}

function widthOf(cells: number): number {
  return Math.max(cells * (CELL + CELL_GAP) - CELL_GAP, LEAST_WIDTH) + 2 * PADDING;
}
