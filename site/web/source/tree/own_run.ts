/** The reader's class, doing the same steps: as fast as it can, until it fails or is left behind. */

import { difference, isLeftOpen, isRefusal } from "./compare";
import type { Difference } from "./compare";
import type { Request } from "./messages";
import { Ended } from "./python";
import type { TreePython } from "./python";
import type { Done } from "./session";
import type { OwnError, OwnOutcome } from "./trace";

/** For one call of the reader's class. */
export const SECONDS = 5;
const FILE_NAME = "193_radix_cache.py";

export class OwnRun {
  /** By position, as Session has it; undefined for steps that problem 193 leaves open. */
  outcomes: (OwnOutcome | undefined)[] = [];
  /** The first step that differs. */
  found: { position: number; difference: Difference } | undefined;
  /** Where the class stopped for good. */
  error: { position: number; error: OwnError } | undefined;
  #python: TreePython | undefined;
  /** The steps that are to be done; another list after the reader went back. */
  #done: readonly Done[] = [];
  #turn = 0;
  #busy = false;
  readonly #make: () => TreePython;
  readonly #changed: () => void;

  constructor(make: () => TreePython, changed: () => void) {
    this.#make = make;
    this.#changed = changed;
  }

  /** Run a program, and then every step there is. */
  begin(code: string, pageSize: number, done: readonly Done[]): void {
    if (this.#busy || this.#isUsedUp()) this.end();
    this.outcomes = [];
    this.found = this.error = undefined;
    this.#done = done;
    this.#python ??= this.#make();
    void this.#run(++this.#turn, this.#python, {
      type: "own_start",
      code,
      filename: FILE_NAME,
      pageSize,
    });
  }

  /** Whether these are the steps that it does, with perhaps more of them than before. */
  follows(done: readonly Done[]): boolean {
    return done === this.#done && this.#python !== undefined;
  }

  /** Do those of the steps that are not done yet. */
  goOn(): void {
    if (!this.#busy && this.#python) void this.#run(this.#turn, this.#python);
  }

  async #run(turn: number, python: TreePython, first?: Request): Promise<void> {
    this.#busy = true;
    let request: Request | undefined = first ?? this.#next();
    while (request && !this.error) {
      await this.#ask(turn, python, request);
      if (turn !== this.#turn) return;
      request = this.#next();
    }
    this.#busy = false;
    this.#changed();
  }

  /** What is to be asked next, if anything is. */
  #next(): Request | undefined {
    for (;;) {
      const step = this.#done[this.outcomes.length - 1]?.step;
      if (!step) return undefined;
      const { operation, arguments: given } = step;
      if (!isLeftOpen(step)) return { type: "own_call", operation, arguments: given };
      this.outcomes.push(undefined);
    }
  }

  async #ask(turn: number, python: TreePython, request: Request): Promise<void> {
    const position = this.outcomes.length;
    let outcome: OwnOutcome | undefined;
    let error: OwnError | null = null;
    try {
      outcome = (await python.ask(request, SECONDS)) as OwnOutcome;
      error = position > 0 && isRefusal(outcome) ? null : outcome.error;
    } catch (ended) {
      const time = ended instanceof Ended && ended.kind === "time";
      error = time ? { kind: "time", seconds: SECONDS } : { kind: "dead" };
    }
    if (turn !== this.#turn) return;
    if (outcome) this.outcomes.push(outcome);
    const step = this.#done[position - 1]?.step;
    const differs = outcome && step && difference(step, outcome);
    if (differs) this.found ??= { position, difference: differs };
    if (error) this.error = { position, error };
  }

  /** Let go of the worker. */
  end(): void {
    this.#turn += 1;
    this.#busy = false;
    this.#python?.end();
    this.#python = undefined;
  }

  /** A worker in which a program still runs, or that holds too much, is not taken again. */
  #isUsedUp(): boolean {
    if (this.#python?.ended) return true;
    const error = this.error?.error;
    return error?.kind === "flood" || (error?.kind === "raised" && error.type === "MemoryError");
  }
}
