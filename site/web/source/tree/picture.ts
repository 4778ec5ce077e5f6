/** The picture of a tree as SVG, which moves from one state to the next. Where things go is put in
 * as a CSS transform, so that the browser moves them (styles/tree.css), or does not if the reader
 * wants no motion.
 *
 * Of a large tree only what is in sight is drawn, and nothing moves: a step takes no longer than
 * that of a small one.
 */

import { element } from "../dom";
import { HEIGHT, layOut } from "./layout";
import type { Box, Layout } from "./layout";
import { contents, make, stateOf } from "./node_drawing";
import type { TreeNode } from "./trace";

const GONE_MILLISECONDS = 400; // as long as styles/tree.css lets it fade
export const MOST_MOVING = 60; // nodes
const BEYOND = 200; // pixels out of sight that are drawn, so that scrolling shows no gaps

export interface Marks {
  /** Nodes that the step made. */
  made: ReadonlySet<number>;
  /** Nodes that the step's tokens lead through, and how many of their tokens. */
  path: ReadonlyMap<number, number>;
}

export interface Look {
  nodes: readonly TreeNode[];
  marks: Marks;
  /** What a token is called; empty for its number. */
  name: (token: number) => string;
}

interface Drawn {
  node: TreeNode;
  group: SVGGElement;
  edge: SVGPathElement | undefined;
  /** What was drawn: nothing is done while it stays the same. */
  seen: string;
  path: string;
}

export class Picture {
  /** What scrolls. */
  readonly element: HTMLElement;
  readonly #svg = make("svg", { class: "course-tree-picture", "aria-hidden": "true" });
  readonly #edges = make("g", {});
  readonly #nodes = make("g", {});
  readonly #drawn = new Map<number, Drawn>();
  readonly #chosen: (node: TreeNode) => void;
  #look: Look | undefined;
  #layout: Layout = { boxes: new Map(), width: 0, height: 0 };
  /** What is in sight, kept so that nothing has to be laid out to be asked. */
  #sight = { left: 0, top: 0, width: 0, height: 0 };

  /**
   * @param label of what scrolls.
   * @param chosen is told of a node that is clicked on.
   */
  constructor(label: string, chosen: (node: TreeNode) => void) {
    this.#chosen = chosen;
    this.#svg.append(this.#edges, this.#nodes);
    const attributes = { tabindex: "0", role: "group", "aria-label": label };
    this.element = element("div", { class: "course-tree-scroll", ...attributes });
    this.element.append(this.#svg);
    const moved = (): void => this.#moved();
    this.element.addEventListener("scroll", moved, { passive: true });
    if ("ResizeObserver" in globalThis) new ResizeObserver(moved).observe(this.element);
  }

  draw(look: Look): void {
    this.#look = look;
    this.#layout = layOut(look.nodes);
    const { width, height } = this.#layout;
    this.#svg.setAttribute("viewBox", `-2 -2 ${width + 4} ${height + 4}`);
    this.#svg.setAttribute("width", String(width + 4));
    this.#svg.setAttribute("height", String(height + 4));
    this.#svg.classList.toggle("still", this.#isLarge);
    this.#turn();
    this.#fill();
  }

  get #isLarge(): boolean {
    return this.#layout.boxes.size > MOST_MOVING;
  }

  /** Bring what the step made, or matched, into sight. */
  #turn(): void {
    const { path, made } = this.#look!.marks;
    const box = this.#layout.boxes.get([...path.keys(), ...made].at(-1) ?? -1);
    const { left, top, width, height } = this.#sight;
    if (!box || width === 0) return;
    const to = { left, top };
    if (box.x < left || box.x + box.width > left + width) to.left = box.x - width / 3;
    if (box.y < top || box.y + HEIGHT > top + height) to.top = box.y - height / 3;
    if (to.left === left && to.top === top) return;
    Object.assign(this.#sight, { left: Math.max(to.left, 0), top: Math.max(to.top, 0) });
    requestAnimationFrame(() => this.element.scrollTo(this.#sight));
  }

  #moved(): void {
    const {
      scrollLeft: left,
      scrollTop: top,
      clientWidth: width,
      clientHeight: height,
    } = this.element;
    const isNew = this.#sight.width === 0 && width > 0;
    this.#sight = { left, top, width, height };
    if (isNew && this.#look) this.#turn();
    if (this.#isLarge) this.#fill();
  }

  #fill(): void {
    const { boxes } = this.#layout;
    for (const [number, drawn] of this.#drawn) {
      const box = boxes.get(number);
      if (!box) this.#leave(number, drawn, !this.#isLarge);
      else if (!this.#isInSight(box)) this.#leave(number, drawn, false);
    }
    for (const box of boxes.values()) if (this.#isInSight(box)) this.#place(box);
  }

  /** Whether a node, or the line to it, is to be drawn. */
  #isInSight(box: Box): boolean {
    const from = this.#layout.boxes.get(box.parent ?? -1)?.y ?? box.y;
    return this.#isSeen(Math.min(from, box.y), Math.max(from, box.y) + HEIGHT);
  }

  #isSeen(upper: number, lower: number): boolean {
    const { top, height } = this.#sight;
    return !this.#isLarge || (lower > top - BEYOND && upper < top + height + BEYOND);
  }

  #place(box: Box): void {
    const { marks, name } = this.#look!;
    const drawn = this.#drawn.get(box.node.id) ?? this.#enter(box);
    drawn.node = box.node;
    const place = `translate(${box.x}px, ${box.y}px)`;
    if (drawn.group.style.transform !== place) drawn.group.style.transform = place;
    const parent = this.#layout.boxes.get(box.parent ?? -1);
    if (parent && drawn.edge) {
      const path = `path("${edgeBetween(parent, box)}")`;
      if (path !== drawn.path) drawn.edge.style.setProperty("d", path);
      drawn.path = path;
    }
    if (!this.#isSeen(box.y, box.y + HEIGHT)) {
      if (drawn.seen) drawn.group.replaceChildren();
      drawn.seen = "";
      return;
    }
    const matched = marks.path.get(box.node.id) ?? 0;
    const state = stateOf(box.node, marks.made.has(box.node.id));
    const { key, value, ref_count, timestamp } = box.node;
    const names = box.cells.map((cell) => cell && name(cell.token));
    const seen = [state, matched, ref_count, timestamp, names, key, value].join("|");
    if (seen === drawn.seen) return;
    drawn.seen = seen;
    drawn.group.setAttribute("class", `node ${box.parent === null ? "root" : state}`);
    drawn.group.replaceChildren(...contents(box, matched, name));
  }

  #enter(box: Box): Drawn {
    const group = make("g", { class: "node" });
    const edge = box.parent === null ? undefined : make("path", { class: "edge" });
    const drawn: Drawn = { node: box.node, group, edge, seen: "", path: "" };
    group.addEventListener("click", () => this.#chosen(drawn.node));
    this.#nodes.append(group);
    if (edge) this.#edges.append(edge);
    this.#drawn.set(box.node.id, drawn);
    return drawn;
  }

  #leave(number: number, { group, edge }: Drawn, fades: boolean): void {
    this.#drawn.delete(number);
    for (const one of [group, edge]) {
      if (!one) continue;
      one.classList.add("gone");
      if (fades) setTimeout(() => one.remove(), GONE_MILLISECONDS);
      else one.remove();
    }
  }
}

function edgeBetween(parent: Box, child: Box): string {
  const [x1, y1] = [parent.x + parent.width, parent.y + HEIGHT / 2];
  const [x2, y2] = [child.x, child.y + HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
