/** The page of review cards: an overview, and in its place the review while there is one. */

import { element } from "../dom";
import { tell } from "../texts";
import { readDeck } from "./deck";
import { addBoxes, chosenCards, overview } from "./overview";
import type { Clock } from "./review";
import { Review } from "./review";
import { queue } from "./schedule";
import { loadCards, onOtherTab } from "./store";

const LONGEST_WAIT = 24 * 60 * 60_000;

export function showCards(place: HTMLElement, clock: Clock = () => new Date()): void {
  const deck = readDeck();
  const told = element("p", { class: "course-told", role: "status" });
  const stand = element("div", { class: "course-due", tabindex: "-1" });
  let timer = 0;

  const refresh = (): void => {
    if (!stand.isConnected) return; // a review is going on
    const now = clock();
    stand.replaceChildren(...overview(deck, now, begin));
    clearTimeout(timer);
    const { later } = queue(chosenCards(deck), loadCards(), now);
    const wait = later ? later.getTime() - now.getTime() : LONGEST_WAIT;
    timer = window.setTimeout(refresh, Math.min(wait, LONGEST_WAIT));
  };
  const begin = (): void => {
    told.textContent = "";
    const review = new Review(deck, chosenCards(deck), clock, end);
    place.replaceChildren(review.element);
    place.parentElement?.classList.add("course-reviewing");
    review.ask();
  };
  const end = (reviews: number): void => {
    place.parentElement?.classList.remove("course-reviewing");
    place.replaceChildren(told, stand);
    refresh();
    told.textContent = reviews > 0 ? tell("cards_done", { count: reviews }) : "";
    stand.focus();
  };

  addBoxes(deck, refresh);
  place.replaceChildren(told, stand);
  refresh();
  onOtherTab(refresh);
  addEventListener("pageshow", (event) => event.persisted && refresh());
  document.addEventListener("visibilitychange", refresh);
}
