/** Lines above the editor that say what has become of the reader's text. */

import { button, element } from "./dom";
import { tell } from "./texts";

export interface Choice {
  text: string;
  act: () => void;
}

export class Notices {
  /** Read out by screen readers as it changes. */
  readonly element = element("div", { class: "course-notices", role: "status" });
  readonly #shown = new Map<string, HTMLElement>();

  /** Say something, in the place of what was said under that name. */
  say(name: string, text: string, ...choices: Choice[]): void {
    this.take(name);
    const buttons = [...choices, { text: tell("dismiss"), act: () => {} }].map(({ text, act }) =>
      button(
        text,
        () => {
          this.take(name);
          act();
        },
        { class: "course-button small" },
      ),
    );
    const line = element("p", { class: "course-note" }, text, " ", ...buttons);
    this.#shown.set(name, line);
    this.element.append(line);
  }

  take(name: string): void {
    this.#shown.get(name)?.remove();
    this.#shown.delete(name);
  }
}
