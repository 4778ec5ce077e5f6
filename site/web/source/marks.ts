/** Marks of progress on pages that list problems: which are accepted, which are begun. */

import { element } from "./dom";
import { stateOf } from "./progress";
import type { ProblemState } from "./progress";
import { readData } from "./place";
import { load, onOtherTab } from "./storage";
import { tell } from "./texts";
import type { ProblemRow } from "./verdict";

export const SIGNS: Record<ProblemState, string> = { accepted: "✓", begun: "◐", new: "○" };

/** Fill the marks in, and again when another tab, or a way back, has changed something. */
export function showMarks(changed: () => void = () => {}): void {
  const fill = (): void => {
    markLists();
    void markChapters();
    changed();
  };
  fill();
  onOtherTab(undefined, fill);
  addEventListener("pageshow", (event) => event.persisted && fill());
}

/** A sign for eyes, words for ears. */
export function mark(state: ProblemState): HTMLElement {
  return element(
    "span",
    { class: `course-mark ${state}`, title: tell(`state_${state}`) },
    element("span", { "aria-hidden": "true" }, SIGNS[state]),
    element("span", { class: "course-unseen" }, tell(`state_${state}`)),
  );
}

function markLists(): void {
  for (const row of document.querySelectorAll<HTMLElement>("li[data-problem], tr[data-problem]")) {
    const state = stateOf(load(row.dataset["problem"]!));
    row.dataset["state"] = state;
    const cell = row.querySelector(".state");
    if (cell) cell.replaceChildren(mark(state));
    else {
      row.querySelector(".course-mark")?.remove();
      row.prepend(mark(state));
    }
  }
}

async function markChapters(): Promise<void> {
  const places = [...document.querySelectorAll<HTMLElement>(".chapter-progress[data-chapter]")];
  if (places.length === 0) return;
  const rows = await readData<ProblemRow[]>("problems.json");
  for (const place of places) {
    const chapter = rows.filter((row) => row.chapter === Number(place.dataset["chapter"]));
    const accepted = chapter.filter(({ name }) => load(name)?.accepted).length;
    place.replaceChildren(...(chapter.length ? [bar(accepted, chapter.length)] : []));
  }
}

/** So many of so many. */
export function bar(accepted: number, total: number): HTMLElement {
  return element(
    "span",
    { class: "course-bar-of" },
    element("meter", {
      min: "0",
      max: String(total),
      value: String(accepted),
      "aria-label": tell("accepted_of", { accepted, total }),
    }),
    element("span", { "aria-hidden": "true" }, `${accepted} / ${total}`),
  );
}
