/** The steps so far: forwards and backwards, and each in words. */

import { button, element } from "../dom";
import { language } from "../place";
import type { Session } from "./session";
import { say } from "./words";

export class History {
  readonly bar = element("div", { class: "course-tree-steps" });
  /** What the step that is shown did, read out as it changes. */
  readonly sentence = element("p", { class: "course-tree-sentence", role: "status" });
  readonly list: HTMLElement;
  readonly #steps = element("ol", { class: "course-tree-list" });
  readonly #slider = element("input", { type: "range", min: "0", step: "1" });
  readonly #place = element("span", { class: "course-tree-place" });
  readonly #buttons: [HTMLButtonElement, (session: Session) => number][];
  readonly #go: (position: number) => void;
  #session: Session | undefined;
  #listed: unknown;
  #current: Element | undefined;
  #different: Element | undefined;
  #frame = 0;

  /** @param go shows another step. */
  constructor(go: (position: number) => void) {
    this.#go = go;
    const jump = (
      sign: string,
      key: "first" | "back" | "forward" | "last",
      to: (session: Session) => number,
    ) => {
      const made = button(sign, () => this.#session && go(to(this.#session)), {
        class: "course-button",
        "aria-label": say(key),
        title: say(key),
      });
      return [made, to] as [HTMLButtonElement, (session: Session) => number];
    };
    this.#buttons = [
      jump("«", "first", () => 0),
      jump("‹", "back", ({ position }) => position - 1),
      jump("›", "forward", ({ position }) => position + 1),
      jump("»", "last", ({ done }) => done.length),
    ];
    this.#slider.setAttribute("aria-label", say("history"));
    this.#slider.addEventListener("input", () => go(Number(this.#slider.value)));
    const [first, back, forward, last] = this.#buttons.map(([made]) => made);
    this.bar.append(first!, back!, this.#slider, forward!, last!, this.#place);
    this.list = element(
      "details",
      { class: "course-fold course-tree-history", open: true },
      element("summary", {}, say("history")),
      this.#steps,
    );
  }

  show(session: Session, different: number | undefined): void {
    this.#session = session;
    const { position, done } = session;
    const all = done.length;
    this.#slider.max = String(all);
    this.#slider.value = String(position);
    this.#slider.setAttribute("aria-valuetext", say("place", { at: position, all }));
    this.#place.textContent = `${position} / ${all}`;
    for (const [one, to] of this.#buttons) {
      const place = to(session);
      // Not disabled: the focus would be lost.
      one.setAttribute("aria-disabled", String(place < 0 || place > all || place === position));
    }
    const words = session.shown?.step.words[language()] ?? say("before");
    if (this.sentence.textContent !== words) this.sentence.textContent = words;
    this.#fill(session);
    this.#mark(position, different);
  }

  #fill({ done }: Session): void {
    const same = this.#listed === done;
    this.#listed = done;
    if (!same) this.#steps.replaceChildren();
    for (let at = this.#steps.children.length; at < done.length; at++) {
      const { step, of } = done[at]!;
      const position = at + 1;
      const line = button(step.words[language()], () => this.#go(position), {
        class: "course-link",
      });
      const inner = at > 0 && done[at - 1]!.of === of;
      this.#steps.append(
        element("li", { class: step.error ? "refused" : inner ? "inner" : "" }, line),
      );
    }
  }

  #mark(position: number, different: number | undefined): void {
    const [before, marked] = [this.#current, this.#steps.children[position - 1]];
    this.#current = marked;
    before?.removeAttribute("aria-current");
    marked?.setAttribute("aria-current", "step");
    this.#different?.classList.remove("different");
    this.#different = this.#steps.children[(different ?? 0) - 1];
    this.#different?.classList.add("different");
    cancelAnimationFrame(this.#frame); // where a line is, is known only once all is laid out
    this.#frame = requestAnimationFrame(
      () => marked && this.#bringIntoSight(marked as HTMLElement),
    );
  }

  #bringIntoSight({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.#steps;
    const bottom = offsetTop + offsetHeight - clientHeight;
    if (offsetTop < scrollTop) this.#steps.scrollTop = offsetTop;
    else if (bottom > scrollTop) this.#steps.scrollTop = bottom;
  }
}
