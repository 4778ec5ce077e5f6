/** The engine that the reader watches: controls, pictures, and what is between them. */

import { element } from "../dom";
import { keepModel, keepPython, keepSite } from "../offline";
import { Ended } from "../tree/python";
import { View } from "../tree/view";
import { startModule } from "../workers";
import { EXAMPLES, MOST_REQUESTS } from "./chats";
import type { Prompt } from "./chats";
import { Controls } from "./controls";
import { Pool } from "./pool";
import { EnginePython } from "./python";
import type { EngineWorkerLike } from "./python";
import { RequestList } from "./requests";
import { sentence, totals } from "./sentences";
import { Session } from "./session";
import { say } from "./words";

declare const ENGINE_WORKER_FILE: string; // put in by build.mjs

const startWorker = (): EngineWorkerLike => startModule(ENGINE_WORKER_FILE) as EngineWorkerLike;

export function showEngine(place: HTMLElement, start = startWorker): void {
  new EnginePage(place, start);
}

class EnginePage {
  readonly #startWorker: () => EngineWorkerLike;
  readonly #controls: Controls;
  readonly #status = element("p", { class: "course-status" });
  readonly #told = element("div", { class: "course-engine-told", role: "status" });
  readonly #sentence = element("p", { class: "course-engine-sentence", "aria-live": "polite" });
  readonly #totals = element("p", { class: "course-engine-totals" });
  readonly #prefix = element("p", { class: "course-engine-quiet", role: "status" });
  readonly #requests = new RequestList();
  readonly #pool = new Pool();
  readonly #tree: View;
  #python: EnginePython | undefined;
  #session: Session | undefined;

  constructor(place: HTMLElement, start: () => EngineWorkerLike) {
    this.#startWorker = start;
    this.#tree = new View(say("tree_title"), (tokens) => this.#tellPrefix(tokens));
    this.#controls = new Controls({
      send: (prompt) => this.#send([prompt]),
      examples: () => this.#send(EXAMPLES),
      set: () => this.#begin(this.#session?.prompts ?? []),
      runOrPause: () => this.#runOrPause(),
      step: () => void this.#session?.step().catch((error: unknown) => this.#lost(error)),
      stop: () => this.#stop(),
      again: () => this.#begin([]),
    });
    this.#controls.whenSpeedChanges(() => {
      if (this.#session) this.#session.pause = this.#controls.pause;
    });
    place.classList.add("live");
    place.replaceChildren(
      this.#status,
      this.#controls.prompt,
      this.#controls.settings,
      this.#told,
      this.#controls.buttons,
      this.#sentence,
      this.#totals,
      element(
        "div",
        { class: "course-engine-parts" },
        this.#requests.element,
        element("div", {}, this.#pool.element, this.#tree.element, this.#prefix),
      ),
    );
    this.#begin(EXAMPLES);
  }

  /** A new engine, on a new Python if there is none, with prompts that wait. */
  #begin(prompts: readonly Prompt[]): void {
    this.#session?.halt();
    const python = (this.#python ??= this.#newPython());
    const session = new Session(python, () => this.#session === session && this.#show());
    session.pause = this.#controls.pause;
    this.#session = session;
    this.#show();
    const start = async (): Promise<void> => {
      await python.ready;
      if (this.#session === session) this.#phase("loading", say("making"));
      await session.start(this.#controls.chosen);
      if (this.#session === session) this.#send(prompts);
    };
    start().catch((error: unknown) => this.#lost(error));
  }

  #newPython(): EnginePython {
    this.#phase("loading", say("loading"));
    const tell = (read: number): void => {
      if (this.#session?.view) return;
      this.#phase("loading", say("loading_megabytes", { megabytes: read.toFixed(1) }));
    };
    const lost = (why: Ended): void => this.#lost(why);
    const python = new EnginePython(this.#startWorker(), tell, lost);
    python.ready.then(keepSite, keepSite);
    python.ready.then(() => Promise.all([keepPython(), keepModel()])).catch(() => undefined);
    return python;
  }

  #send(prompts: readonly Prompt[]): void {
    const session = this.#session;
    this.#tell("");
    if (prompts.some(({ user }) => user === "")) return this.#tell(say("nothing_typed"));
    if (!session || !this.#python) return this.#tell(say("stopped"));
    const send = async (): Promise<void> => {
      for (const prompt of prompts) {
        const sent = await session.send(prompt);
        if (sent === "full") this.#tell(say("full", { most: MOST_REQUESTS }));
        else if (sent !== "sent") this.#tell(say("too_long", sent));
      }
    };
    send().catch((error: unknown) => this.#lost(error));
  }

  #runOrPause(): void {
    const session = this.#session;
    if (session?.isRunning) session.halt();
    else if (session?.canStep) session.run().catch((error: unknown) => this.#lost(error));
  }

  #stop(): void {
    this.#python?.end();
  }

  /** Python is gone, and the engine with it; what it did stays in sight. */
  #lost(error: unknown): void {
    if (!(error instanceof Ended)) throw error;
    if (!this.#python) return; // it was said already: all who wait are told
    this.#python = undefined;
    const message = error.message.trim().split("\n").at(-1) ?? "";
    this.#show();
    if (error.kind === "given_up") this.#phase("stopped", say("stopped"));
    else this.#phase("failed", say("failed", { message }));
  }

  #phase(phase: string, words: string): void {
    if (this.#status.textContent === words) return;
    this.#status.dataset["phase"] = phase;
    this.#status.textContent = words;
  }

  #tell(words: string): void {
    this.#told.replaceChildren(...(words ? [element("p", { class: "course-note" }, words)] : []));
  }

  #show(): void {
    const session = this.#session!;
    const { view, isBusy, isRunning } = session;
    const isThere = this.#python !== undefined;
    this.#controls.show(isThere && session.canStep, isThere && isRunning, isThere);
    if (!view) return;
    if (isThere) {
      this.#phase(isBusy ? "running" : "ready", say(isBusy ? "computing" : "ready"));
    }
    if (isBusy) return; // nothing new to draw yet
    // Step after step would be too much to listen to; the last one is read out.
    this.#sentence.setAttribute("aria-live", isRunning ? "off" : "polite");
    this.#sentence.textContent = sentence(view, session.before);
    this.#totals.textContent = totals(view);
    this.#requests.show(view, session.prompts);
    this.#pool.show(view);
    const { nodes, evictable_size: evictable, protected_size: locked } = view.tree;
    const marks = { made: new Set(view.made), path: new Map<number, number>() };
    const sizes = say("tree_sizes", { evictable, protected: locked });
    this.#tree.show(nodes, marks, sizes, this.#name);
  }

  readonly #name = (token: number): string =>
    (this.#session?.vocabulary[token] ?? "").replaceAll(" ", "␣").replaceAll("\n", "⏎");

  #tellPrefix(tokens: number[]): void {
    const text = tokens.map((token) => this.#session?.vocabulary[token] ?? "").join("");
    this.#prefix.textContent = say("prefix", { text });
  }
}
