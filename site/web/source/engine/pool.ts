/** The pool: a cell for each page, by its state, with the number of who reads or writes it. */

import { element } from "../dom";
import type { EngineView, PoolPage } from "./messages";
import { say } from "./words";

const STATES = ["free", "evictable", "protected", "written"] as const;

export class Pool {
  readonly element: HTMLElement;
  readonly #words = element("p", { class: "course-engine-quiet" });
  readonly #cells = element("div", { class: "course-engine-cells", "aria-hidden": "true" });

  constructor() {
    const chips = [...STATES, "marked" as const].map((state) =>
      element("span", { class: `chip ${state}` }, say(`key_${state}`)),
    );
    this.element = element(
      "section",
      { class: "course-engine-pool" },
      element("p", { class: "course-engine-title" }, say("pool_title")),
      this.#words,
      this.#cells,
      element("p", { class: "course-tree-key" }, ...chips),
    );
  }

  show({ pages, computed_pages }: EngineView): void {
    const count = (state: PoolPage["state"]): number =>
      pages.filter((page) => page.state === state).length;
    const counts = Object.fromEntries(STATES.map((state) => [state, count(state)]));
    this.#words.textContent = say("pool_words", { all: pages.length, ...counts });
    const computed = new Set(computed_pages);
    this.#cells.replaceChildren(
      ...pages.map((page, number) =>
        element(
          "span",
          { class: `cell ${page.state}${computed.has(number) ? " marked" : ""}` },
          labelOf(page),
        ),
      ),
    );
  }
}

/** One request's number, or how many there are. */
function labelOf({ uids }: PoolPage): string {
  if (uids.length > 1) return `×${uids.length}`;
  return uids.length === 1 ? String(uids[0]! + 1) : "";
}
