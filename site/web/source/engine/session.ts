/** One engine: what was sent to it, how it stands, and whether it goes on by itself. */

import { chatOf, MOST_REQUESTS } from "./chats";
import type { Prompt } from "./chats";
import type { EngineView, Settings } from "./messages";
import type { EnginePython } from "./python";

export type Sent = "sent" | "full" | { tokens: number; most: number };

export class Session {
  /** By uid. */
  readonly prompts: Prompt[] = [];
  vocabulary: readonly string[] = [];
  view: EngineView | undefined;
  /** The view before the last step. */
  before: EngineView | undefined;
  /** Whether a step is being computed. */
  isBusy = false;
  /** Milliseconds between two steps. */
  pause = 0;
  readonly #python: EnginePython;
  readonly #changed: () => void;
  #run = 0; // the number of the run that goes on, and 0 while none does
  #runs = 0;

  /** @param changed is told of everything that is new, for as long as this engine is shown. */
  constructor(python: EnginePython, changed: () => void) {
    this.#python = python;
    this.#changed = changed;
  }

  get isRunning(): boolean {
    return this.#run > 0;
  }

  /** Whether there is something to compute. */
  get canStep(): boolean {
    return this.view !== undefined && !this.view.done;
  }

  /** Make the engine.
   *
   * @throws Ended, as all that follows, if Python is gone.
   */
  async start(settings: Settings): Promise<void> {
    const { vocabulary, view } = await this.#python.ask({ type: "start", settings });
    this.vocabulary = vocabulary;
    this.#show(view);
  }

  async send(prompt: Prompt): Promise<Sent> {
    if (this.prompts.length >= MOST_REQUESTS) return "full";
    const answer = await this.#python.ask({ type: "add", chat: chatOf(prompt) });
    if ("too_long" in answer) return answer.too_long;
    this.prompts.push(prompt);
    this.#show(answer);
    return "sent";
  }

  async step(): Promise<void> {
    if (this.isBusy || !this.canStep) return;
    this.isBusy = true;
    this.#changed();
    try {
      const view = await this.#python.ask({ type: "step" });
      if (view.done) this.#run = 0;
      this.isBusy = false;
      this.#show(view);
    } finally {
      this.isBusy = false;
    }
  }

  /** Step by step until all is done, or ``halt``. */
  async run(): Promise<void> {
    const run = (this.#run = ++this.#runs);
    try {
      while (this.#run === run) {
        await this.step();
        await new Promise((resolve) => setTimeout(resolve, this.pause));
        if (!this.canStep) this.halt();
      }
    } catch (error) {
      this.#run = 0;
      throw error;
    }
  }

  halt(): void {
    this.#run = 0;
    this.#changed();
  }

  #show(view: EngineView): void {
    this.before = this.view;
    this.view = view;
    this.#changed();
  }
}
