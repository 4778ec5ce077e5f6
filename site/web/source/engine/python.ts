/** The page's side of the worker: each question waits for the one before, and has its answer, or a
 * reason why not. */

import { Ended } from "../tree/python";
import type { Answers, FromEngineWorker, Question, ToEngineWorker } from "./messages";

export interface EngineWorkerLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToEngineWorker): void;
  terminate(): void;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (why: Ended) => void;
}

export class EnginePython {
  /** Kept, or broken with an Ended. */
  readonly ready: Promise<void>;
  readonly #worker: EngineWorkerLike;
  readonly #waiting: Waiting[] = [];
  #last: Promise<unknown>;
  readonly #lost: (why: Ended) => void;
  #ended: Ended | undefined;

  /**
   * @param tell is told how much has been read.
   * @param lost is told why Python is gone, whether anybody waits for an answer or not.
   */
  constructor(
    worker: EngineWorkerLike,
    tell: (megabytes: number) => void,
    lost: (why: Ended) => void,
  ) {
    this.#worker = worker;
    this.#lost = lost;
    this.ready = this.#answer().then(() => undefined);
    this.ready.catch(() => undefined); // who asks something is told
    this.#last = this.ready;
    worker.onmessage = ({ data }) => {
      const message = data as FromEngineWorker;
      if (message.type === "progress") tell(message.megabytes);
      else if (message.type === "broken") this.end(new Ended("dead", message.message));
      else this.#waiting.shift()?.resolve(message.type === "answer" ? message.value : undefined);
    };
    worker.onerror = ({ message }) => this.end(new Ended("dead", message ?? ""));
    worker.postMessage({ type: "boot" });
  }

  /** The answer to a question.
   *
   * @throws Ended if there will be none.
   */
  ask<Kind extends Question["type"]>(question: Question & { type: Kind }): Promise<Answers[Kind]> {
    const answer = this.#last
      .catch(() => undefined)
      .then(() => {
        if (this.#ended) throw this.#ended;
        this.#worker.postMessage(question);
        return this.#answer();
      });
    this.#last = answer;
    return answer as Promise<Answers[Kind]>;
  }

  /** Throw the worker away. */
  end(why = new Ended("given_up")): void {
    if (this.#ended) return;
    this.#ended = why;
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.splice(0)) reject(why);
    this.#lost(why);
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }
}
