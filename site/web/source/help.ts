/** Hints, one at a time, and the reference after a try. */

import { button, element } from "./dom";
import { highlighted } from "./highlight";
import { language } from "./place";
import { load, update } from "./storage";
import { tell } from "./texts";
import type { ProblemFile } from "./verdict";

export class Help {
  readonly element = element("section", { class: "course-help" });
  readonly #file: ProblemFile;
  #asked = false;
  #open = false;

  constructor(file: ProblemFile) {
    this.#file = file;
    this.render();
  }

  /** Show what is known now: a try may have been made since. */
  render(): void {
    const entry = load(this.#file.problem.name);
    this.element.replaceChildren(
      element("h2", {}, tell("help")),
      ...this.#hints(entry?.hints ?? 0),
      ...this.#reference(Boolean(entry && (entry.tries || entry.accepted || entry.solution))),
    );
  }

  #hints(seen: number): HTMLElement[] {
    const { hints } = this.#file.problem;
    const total = hints.length;
    const shown = hints
      .slice(0, seen)
      .map((hint, index) =>
        element(
          "div",
          { class: "course-hint" },
          element("strong", {}, tell("hint", { number: index + 1, total })),
          element("p", {}, hint[language()]),
        ),
      );
    const next = seen === 0 ? tell("first_hint") : tell("next_hint", { number: seen + 1, total });
    const more = button(next, () => {
      this.#save((entry) => (entry.hints = seen + 1));
      this.element.querySelectorAll<HTMLElement>(".course-hint")[seen]?.focus();
    });
    for (const hint of shown) hint.tabIndex = -1;
    return seen < total ? [...shown, more] : [...shown, element("p", {}, tell("no_more_hints"))];
  }

  #reference(tried: boolean): HTMLElement[] {
    if (!this.#open) {
      if (!this.#asked || tried) return [button(tell("reference"), () => this.#ask(tried))];
      return [element("p", {}, tell("try_first")), button(tell("show_anyway"), () => this.#show())];
    }
    const { solution, alternatives } = this.#file;
    return [
      element("h3", {}, tell("reference_title")),
      element("pre", { class: "course-code-block", tabindex: "0" }, highlighted(solution)),
      ...(alternatives ? [element("p", {}, tell("alternatives", { count: alternatives }))] : []),
      button(tell("hide_reference"), () => {
        this.#open = false;
        this.render();
      }),
    ];
  }

  #ask(tried: boolean): void {
    if (tried) return this.#show();
    this.#asked = true;
    this.render();
  }

  #show(): void {
    this.#open = true;
    this.#save((entry) => (entry.solution = true));
  }

  #save(change: Parameters<typeof update>[2]): void {
    update(this.#file.problem.name, this.#file.starter_hash, change);
    this.render();
  }
}
