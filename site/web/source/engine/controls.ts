/** What the reader types and presses: prompts, settings, and what the engine is to do. */

import { button, element } from "../dom";
import { QUESTIONS, SYSTEM_PROMPTS } from "./chats";
import type { Prompt } from "./chats";
import type { Settings } from "./messages";
import { say } from "./words";

export interface Acts {
  send: (prompt: Prompt) => void;
  examples: () => void;
  /** Make a new engine with other settings, and send the same prompts. */
  set: () => void;
  runOrPause: () => void;
  step: () => void;
  stop: () => void;
  again: () => void;
}

const SPEEDS = [
  [2000, "speed_slow"],
  [600, "speed_medium"],
  [0, "speed_fast"],
] as const;
const MOST_LETTERS = "600";

export class Controls {
  readonly prompt = element("form", { class: "course-engine-prompt" });
  readonly settings = element("div", { class: "course-engine-settings" });
  readonly buttons = element("div", { class: "course-engine-buttons" });
  readonly #system = select([
    ["", say("system_none")],
    ...SYSTEM_PROMPTS.map((text) => [text, text] as const),
  ]);
  readonly #user = element("input", {
    type: "text",
    value: QUESTIONS[1],
    autocomplete: "off",
    list: "course-engine-questions",
    maxlength: MOST_LETTERS,
  });
  readonly #pageSize = select([1, 2, 4, 8, 16].map((size) => [String(size), String(size)]));
  readonly #pool = select([96, 128, 192, 256, 384].map((count) => counted("tokens", count)));
  readonly #budget = select([16, 64, 256].map((count) => counted("at_most", count)));
  readonly #maxTokens = select([4, 8, 16, 32, 64].map((count) => counted("at_most", count)));
  readonly #speed = select(SPEEDS.map(([pause, key]) => [String(pause), say(key)]));
  readonly #run: HTMLButtonElement;
  readonly #step: HTMLButtonElement;
  readonly #stop: HTMLButtonElement;

  constructor(acts: Acts) {
    this.#run = button(say("run"), acts.runOrPause, { class: "course-button primary" });
    this.#step = button(say("step"), acts.step);
    this.#stop = button(say("stop"), acts.stop);
    this.#system.value = SYSTEM_PROMPTS[0];
    this.#pageSize.value = "4";
    this.#pool.value = "256";
    this.#budget.value = "64";
    this.#maxTokens.value = "32";
    this.#speed.value = "600";
    const questions = element("datalist", { id: "course-engine-questions" });
    questions.append(...QUESTIONS.map((value) => element("option", { value })));
    this.prompt.append(
      element("label", { class: "wide" }, say("system"), this.#system),
      element("label", { class: "wide" }, say("prompt"), this.#user, questions),
      element(
        "div",
        { class: "course-engine-buttons" },
        element("button", { type: "submit", class: "course-button" }, say("send")),
        button(say("examples"), acts.examples),
      ),
    );
    this.prompt.addEventListener("submit", (event) => {
      event.preventDefault();
      acts.send({ system: this.#system.value, user: this.#user.value.trim() });
    });
    const fields = [this.#pageSize, this.#pool, this.#budget, this.#maxTokens];
    for (const field of fields) field.addEventListener("change", acts.set);
    this.settings.append(
      element("label", {}, say("page_size"), this.#pageSize),
      element("label", {}, say("pool"), this.#pool),
      element("label", {}, say("budget"), this.#budget),
      element("label", {}, say("max_tokens"), this.#maxTokens),
      element("span", { class: "course-engine-quiet" }, say("settings")),
    );
    this.buttons.append(
      this.#run,
      this.#step,
      this.#stop,
      button(say("again"), acts.again),
      element("label", {}, say("speed"), this.#speed),
    );
  }

  get chosen(): Settings {
    return {
      pageSize: Number(this.#pageSize.value),
      pool: Number(this.#pool.value),
      budget: Number(this.#budget.value),
      maxTokens: Number(this.#maxTokens.value),
    };
  }

  /** Milliseconds between two steps. */
  get pause(): number {
    return Number(this.#speed.value);
  }

  whenSpeedChanges(changed: () => void): void {
    this.#speed.addEventListener("change", changed);
  }

  /** Say what can be pressed. The focus stays where it is: nothing is disabled under it. */
  show(canStep: boolean, isRunning: boolean, isThere: boolean): void {
    this.#run.textContent = say(isRunning ? "pause" : "run");
    allow(this.#run, canStep || isRunning);
    allow(this.#step, canStep && !isRunning);
    allow(this.#stop, isThere);
  }
}

function allow(one: HTMLButtonElement, allowed: boolean): void {
  one.setAttribute("aria-disabled", String(!allowed));
}

function counted(key: "tokens" | "at_most", count: number): [string, string] {
  return [String(count), say(key, { count })];
}

function select(options: (readonly [string, string])[]): HTMLSelectElement {
  return element(
    "select",
    {},
    ...options.map(([value, text]) => element("option", { value }, text)),
  );
}
