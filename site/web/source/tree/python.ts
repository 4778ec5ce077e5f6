/** The page's side of one worker: each question has its answer, or a reason why not. */

import type { Answers, FromTreeWorker, Request, ToTreeWorker } from "./messages";

export interface TreeWorkerLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToTreeWorker): void;
  terminate(): void;
}

/** Why there is no answer: the worker is thrown away then. */
export class Ended extends Error {
  constructor(
    readonly kind: "time" | "dead" | "given_up",
    message = "",
  ) {
    super(message);
  }
}

export class TreePython {
  /** Kept, or broken with an Ended. */
  readonly ready: Promise<void>;
  #ended: Ended | undefined;
  readonly #asked = new Map<string, (value: unknown) => void>();
  #failing: ((ended: Ended) => void)[] = [];
  readonly #worker: TreeWorkerLike;

  /**
   * @param minisgl whether chapter 9's is needed.
   * @param tell is told how much of Python has been read.
   */
  constructor(worker: TreeWorkerLike, minisgl: boolean, tell: (megabytes: number) => void) {
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      this.#failing.push(reject);
      worker.onmessage = ({ data }) => {
        const message = data as FromTreeWorker;
        if (message?.type === "progress") tell(message.megabytes);
        else if (message?.type === "ready") resolve();
        else this.#heard(message);
      };
      worker.onerror = ({ message }) => this.end(new Ended("dead", message ?? ""));
    });
    this.ready.catch(() => undefined); // who asks something is told
    worker.postMessage({ type: "boot", minisgl });
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** The answer to a question.
   *
   * @param seconds how long it may take once Python is ready.
   * @throws Ended if there will be none.
   */
  async ask<Kind extends Request["type"]>(
    request: Request & { type: Kind },
    seconds?: number,
  ): Promise<Answers[Kind]> {
    await this.ready;
    if (this.#ended) throw this.#ended;
    const id = newId();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, resolve as (value: unknown) => void);
        this.#failing.push(reject);
        if (seconds) timer = setTimeout(() => this.end(new Ended("time")), seconds * 1000);
        this.#worker.postMessage({ ...request, id });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Throw the worker away. */
  end(why = new Ended("given_up")): void {
    if (this.#ended) return;
    this.#ended = why;
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    for (const fail of this.#failing) fail(why);
  }

  #heard(message: FromTreeWorker): void {
    const resolve = message?.type === "answer" ? this.#asked.get(message.id) : undefined;
    if (resolve && message.type === "answer") {
      this.#asked.delete(message.id);
      resolve(message.value);
    } else this.end(new Ended("dead", message?.type === "broken" ? message.message : ""));
  }
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
