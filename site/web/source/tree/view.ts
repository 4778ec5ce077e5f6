/** One cache as the reader sees it: its picture, and the same as text. */

import { button, element } from "../dom";
import { Picture } from "./picture";
import type { Marks } from "./picture";
import type { TreeNode } from "./trace";
import { say, written } from "./words";

export class View {
  readonly element: HTMLElement;
  readonly note = element("p", { class: "course-tree-quiet", hidden: true });
  readonly #sizes = element("p", { class: "course-tree-sizes" });
  readonly #picture: Picture;
  readonly #text = element("ul", { class: "course-tree-text" });
  readonly #details: HTMLDetailsElement;
  readonly #take: (tokens: number[]) => void;
  #nodes: readonly TreeNode[] = [];
  #name: (token: number) => string = () => "";

  /** @param take is given the prefix of a node that the reader has chosen. */
  constructor(whose: string, take: (tokens: number[]) => void) {
    this.#take = take;
    this.#picture = new Picture(say("picture_of", { whose }), (node) =>
      take(prefixOf(this.#nodes, node)),
    );
    this.#details = element(
      "details",
      { class: "course-fold" },
      element("summary", {}, say("as_text")),
      this.#text,
    );
    this.#details.addEventListener("toggle", () => this.#write());
    this.element = element(
      "section",
      { class: "course-tree-view" },
      element("p", { class: "course-tree-title" }, whose),
      this.#sizes,
      this.note,
      this.#picture.element,
      this.#details,
    );
  }

  show(
    nodes: readonly TreeNode[],
    marks: Marks,
    sizes: string,
    name: (token: number) => string,
  ): void {
    this.#nodes = nodes;
    this.#name = name;
    this.#sizes.textContent = sizes;
    this.#picture.draw({ nodes, marks, name });
    this.#write();
  }

  /** The tree as a list, while it is open. */
  #write(): void {
    if (!this.#details.open) return;
    const lists = new Map<number, HTMLElement>();
    const lines: HTMLElement[] = [];
    for (const node of this.#nodes) {
      const below = element("ul");
      lists.set(node.id, below);
      if (node.parent === null) {
        lines.push(below);
        continue;
      }
      const key = node.key.map((token) => this.#name(token) || String(token)).join(", ");
      const words = { key: `[${key}]`, value: written(node.value), ref: node.ref_count ?? "–" };
      const prefix = prefixOf(this.#nodes, node);
      const line = button(say("node_text", words), () => this.#take(prefix), {
        class: "course-link",
        title: say("take_prefix", { tokens: written(prefix) }),
      });
      lists.get(node.parent)?.append(element("li", {}, line, below));
    }
    this.#text.replaceChildren(...lines.flatMap((list) => [...list.children]));
  }
}

/** The tokens from the root to the end of a node. */
function prefixOf(nodes: readonly TreeNode[], node: TreeNode): number[] {
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const rows: number[][] = [];
  for (let at: TreeNode | undefined = node; at; at = byId.get(at.parent ?? -1))
    rows.unshift(at.key);
  return rows.flat();
}
