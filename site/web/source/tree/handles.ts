/** The handles that may be locked and unlocked. */

import { button, element } from "../dom";
import type { Operation } from "./operations";
import type { Handle } from "./session";
import { say, written } from "./words";

const MOST_SHOWN = 8; // besides those that are locked

/** A list with two buttons for each handle; the focus stays on the button that it was on. */
export class HandleList {
  readonly element = element("section", { class: "course-tree-handles" });
  readonly #list = element("ul");
  readonly #none = element("p", { class: "course-tree-quiet" }, say("no_handles"));
  readonly #act: (operation: Operation) => void;

  constructor(act: (operation: Operation) => void) {
    this.#act = act;
    this.element.append(
      element("p", { class: "course-tree-title" }, say("handles")),
      this.#none,
      this.#list,
    );
  }

  show(handles: Handle[]): void {
    const alive = handles.filter((handle) => !handle.evicted);
    const recent = new Set(alive.slice(0, MOST_SHOWN));
    const shown = alive.filter((handle) => recent.has(handle) || handle.locks > 0);
    const focused = (document.activeElement as HTMLElement | null)?.dataset["key"];
    const lines = shown.map((handle) => this.#line(handle));
    this.#list.replaceChildren(...lines);
    this.#none.hidden = shown.length > 0;
    if (!focused) return;
    const found = this.#list.querySelector<HTMLElement>(`[data-key="${focused}"]`);
    // What was unlocked for the last time cannot be unlocked again: its other button is next to it.
    (found?.matches(":disabled") ? (found.previousElementSibling as HTMLElement) : found)?.focus();
  }

  #line({ of, tokens, locks }: Handle): HTMLElement {
    const row = written(tokens);
    return element(
      "li",
      {},
      element("code", {}, row),
      element("span", { class: "locks" }, locks > 0 && say("locks", { count: locks })),
      button(say("lock"), () => this.#act({ do: "lock", of }), {
        class: "course-button small",
        "aria-label": say("lock_of", { tokens: row }),
        "data-key": `lock-${of}`,
      }),
      button(say("unlock"), () => this.#act({ do: "unlock", of }), {
        class: "course-button small",
        "aria-label": say("unlock_of", { tokens: row }),
        "data-key": `unlock-${of}`,
        disabled: locks === 0,
      }),
    );
  }
}
