/** Asking card after card: question, answer, how it went. */

import { button, element } from "../dom";
import { tell } from "../texts";
import type { Deck } from "./deck";
import { sidesOf } from "./deck";
import type { CardEntry } from "./entries";
import type { Queue, Rating } from "./schedule";
import { outcomes, queue, RATINGS } from "./schedule";
import { loadCard, loadCards, saveCard } from "./store";
import { intervalOf } from "./words";

export type Clock = () => Date;

/** A review that can be taken back. */
interface Done {
  name: string;
  before: CardEntry | undefined;
}

export class Review {
  readonly element: HTMLElement;
  readonly #deck: Deck;
  readonly #names: string[];
  readonly #clock: Clock;
  readonly #end: (reviews: number) => void;
  readonly #done: Done[] = [];
  #current = "";
  #ratings: Record<Rating, CardEntry> | undefined; // while the answer is shown

  readonly #left = element("span", { class: "course-left" });
  readonly #chapter = element("span", { class: "course-of" });
  readonly #undo = button(tell("cards_undo"), () => this.undo(), {
    class: "course-button small",
    "aria-keyshortcuts": "u",
  });
  readonly #question = element("section", {
    class: "course-question",
    "aria-label": tell("cards_question"),
    tabindex: "-1",
  });
  readonly #answer = element("section", {
    class: "course-answer",
    "aria-label": tell("cards_answer"),
    tabindex: "-1",
  });
  readonly #actions = element("div", { class: "course-actions" });
  readonly #unsaved = element("p", { class: "course-note", role: "alert", hidden: true });
  /** For ears alone: eyes see the counts and the next card. */
  readonly #told = element("p", { class: "course-unseen", role: "status" });

  /** @param end is called when nothing is left, or the reader leaves, with how many were reviewed. */
  constructor(deck: Deck, names: string[], clock: Clock, end: (reviews: number) => void) {
    this.#deck = deck;
    this.#names = names;
    this.#clock = clock;
    this.#end = end;
    const leave = button(tell("cards_leave"), () => this.#leave(), {
      class: "course-button small",
    });
    this.element = element(
      "div",
      { class: "course-review", onkeydown: (event) => this.#press(event as KeyboardEvent) },
      element("div", { class: "course-head" }, this.#left, this.#chapter, this.#undo, leave),
      this.#unsaved,
      this.#question,
      this.#answer,
      this.#actions,
      element("p", { class: "course-keys" }, tell("cards_keys")),
      this.#told,
    );
  }

  /** Show the question of the next card, or of the one that is named. */
  ask(name = this.#queue().next): void {
    const card = this.#deck.cards.get(name ?? "");
    if (!card) return this.#leave();
    this.#current = card.name;
    this.#ratings = undefined;
    this.#left.textContent = this.#count();
    this.#chapter.textContent =
      this.#deck.chapters.find(({ number }) => number === card.chapter)?.title ?? "";
    this.#undo.disabled = this.#done.length === 0;
    this.#question.replaceChildren(...sidesOf(card).question);
    this.#answer.replaceChildren();
    this.#answer.hidden = true;
    const show = button(tell("cards_show"), () => this.show(), {
      class: "course-button primary",
      "aria-keyshortcuts": "Space",
    });
    this.#actions.replaceChildren(show);
    this.#question.focus();
  }

  show(): void {
    const card = this.#deck.cards.get(this.#current)!;
    const now = this.#clock();
    this.#ratings = outcomes(loadCard(card.name), now);
    this.#answer.replaceChildren(...sidesOf(card).answer);
    this.#answer.hidden = false;
    this.#actions.replaceChildren(
      ...RATINGS.map((rating) => {
        const interval = element("span", {}, intervalOf(this.#ratings![rating], now));
        const one = button("", () => this.rate(rating), { "aria-keyshortcuts": String(rating) });
        one.append(element("strong", {}, tell(`rating_${rating}`)), " ", interval);
        return one;
      }),
    );
    this.#answer.focus();
  }

  rate(rating: Rating): void {
    if (!this.#ratings) return;
    const now = this.#clock();
    const name = this.#current;
    const before = loadCard(name);
    const after = outcomes(before, now)[rating];
    this.#done.push({ name, before });
    this.#save(name, after);
    this.#tell("cards_rated", {
      rating: tell(`rating_${rating}`),
      interval: intervalOf(after, now),
    });
    this.ask();
  }

  /** Take back the last review, and ask that card again. */
  undo(): void {
    const last = this.#done.pop();
    if (!last) return;
    this.#save(last.name, last.before);
    this.#tell("cards_undone");
    this.ask(last.name);
  }

  #save(name: string, entry: CardEntry | undefined): void {
    const saved = saveCard(name, entry);
    this.#unsaved.hidden = saved;
    this.#unsaved.textContent = saved ? "" : tell("cards_unsaved");
  }

  #tell(key: "cards_rated" | "cards_undone", values: Record<string, string> = {}): void {
    this.#told.textContent = tell(key, { ...values, left: this.#count() });
  }

  #queue(): Queue {
    return queue(this.#names, loadCards(), this.#clock());
  }

  #count(): string {
    const { due, fresh } = this.#queue();
    return tell("cards_left", { due, fresh });
  }

  #leave(): void {
    this.#end(this.#done.length);
  }

  /** Keys work where the focus is within: they are nobody else's then. */
  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onText = event.target === this.#question || event.target === this.#answer;
    const rating = RATINGS.find((one) => String(one) === event.key);
    if (event.key === " " && onText && !this.#ratings) this.show();
    else if (rating && this.#ratings) this.rate(rating);
    else if (event.key.toLowerCase() === "u") this.undo();
    else return;
    event.preventDefault();
  }
}
