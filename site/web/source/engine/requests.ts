/** The requests: what was asked, what became of it so far, and what it took. */

import { element } from "../dom";
import type { Prompt } from "./chats";
import type { EngineView, Request } from "./messages";
import { say } from "./words";

export class RequestList {
  readonly element: HTMLElement;
  readonly #none = element("p", { class: "course-engine-quiet" }, say("no_requests"));
  readonly #list = element("ol", { class: "course-engine-list" });

  constructor() {
    this.element = element(
      "section",
      { class: "course-engine-requests" },
      element("p", { class: "course-engine-title" }, say("requests")),
      this.#none,
      this.#list,
    );
  }

  /** @param prompts what was sent, by uid. */
  show(view: EngineView, prompts: readonly Prompt[]): void {
    const batch = new Set(view.batch?.requests.map(({ uid }) => uid));
    this.#none.hidden = view.requests.length > 0;
    this.#list.replaceChildren(
      ...view.requests.map((request) => line(request, prompts[request.uid]!, batch)),
    );
  }
}

function line(request: Request, prompt: Prompt, batch: ReadonlySet<number>): HTMLElement {
  const { uid, state, reason, text } = request;
  const { prompt_len, computed, reused, generated } = request;
  const isWaiting = state === "waiting";
  return element(
    "li",
    { class: batch.has(uid) ? `${state} batch` : state },
    element(
      "p",
      {},
      element("strong", {}, prompt.user),
      " ",
      element(
        "span",
        { class: "state" },
        say(reason === "length" ? "state_full" : `state_${state}`),
        batch.has(uid) && say("comma") + say("in_batch"),
      ),
    ),
    prompt.system !== "" && element("p", { class: "course-engine-quiet system" }, prompt.system),
    element("p", { class: "answer" }, text || "…"),
    element(
      "p",
      { class: "course-engine-quiet" },
      say(isWaiting ? "counts_waiting" : "counts", { prompt_len, computed, reused, generated }),
    ),
  );
}
