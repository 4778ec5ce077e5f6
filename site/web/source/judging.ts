/** The page's side of judging: one worker that runs programs, and a warm one to take its place. */

import type {
  Answer,
  FromWorker,
  JudgeRequest,
  RehearseRequest,
  Sentence,
  StoppedRequest,
} from "./messages";
import { isAnswer } from "./messages";
import type { Language, ProblemFile, TestResult, Verdict } from "./verdict";
import type { WorkerLike } from "./workers";

export type State =
  | { phase: "loading"; megabytes: number; slow: boolean }
  | { phase: "ready" }
  | { phase: "running"; test: string; done: number; total: number }
  | { phase: "failed"; message: string };

/** How long nothing may be heard of a worker that starts before the reader is asked. */
export const SLOW_MILLISECONDS = 30_000;

/** How often the reader is told how far a program got: what is drawn takes the processor, too, and
 * most programs are done before anybody could read it. */
export const PROGRESS_MILLISECONDS = 200;

/** How long there is to be nothing to do before a spare worker is started: that takes the
 * processor, which the next verdict is not to share. */
export const IDLE_MILLISECONDS = 300;

/** How many programs a worker is to have judged, some for practice, before it rests: a browser
 * compiles what is used often once more, and better. */
export const REHEARSALS = 3;

interface Job {
  request: JudgeRequest;
  settle: (verdict: Verdict | undefined) => void;
  sent: boolean;
  names: string[];
  done: TestResult[];
  running: string;
  timer?: ReturnType<typeof setTimeout>;
  /** Set once the program is stopped: what the next worker is to put together. */
  stopped?: StoppedRequest;
}

/** The reference of a problem: it does all that a program that is right will do. */
export function rehearsalOf(file: ProblemFile, lang: Language): RehearseRequest {
  const { problem, solution: code, file_name: filename } = file;
  return { type: "rehearse", problem, code, filename, lang };
}

export class Judging {
  #main: Python | undefined;
  #spare: Python | undefined;
  #job: Job | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #progress: ReturnType<typeof setTimeout> | undefined;
  readonly #rehearsal: RehearseRequest;
  readonly #start: () => WorkerLike;
  readonly #withSpare: boolean;
  readonly #tell: (state: State) => void;

  /**
   * @param start makes a worker.
   * @param withSpare whether a second one is kept, which makes up for a lost one at once.
   * @param tell is told every change of state.
   * @param rehearsal is what a worker does while there is nothing else to do.
   */
  constructor(
    start: () => WorkerLike,
    withSpare: boolean,
    tell: (state: State) => void,
    rehearsal: RehearseRequest,
  ) {
    this.#rehearsal = rehearsal;
    this.#start = start;
    this.#withSpare = withSpare;
    this.#tell = tell;
    this.#takeSpare();
  }

  /** The verdict on a program; undefined if the reader stopped it, or Python is not to be had. */
  judge(file: ProblemFile, code: string, lang: Language, examples: boolean) {
    this.stop();
    return new Promise<Verdict | undefined>((settle) => {
      const { problem, file_name: filename } = file;
      const request: JudgeRequest = {
        type: "judge",
        id: newId(),
        problem,
        code,
        filename,
        lang,
        examples,
      };
      this.#job = { request, settle, sent: false, names: [], done: [], running: "" };
      if (this.#main?.state === "broken") this.retry();
      else this.#go();
    });
  }

  /** End what runs. Works always: the worker is thrown away. */
  stop(): void {
    const job = this.#job;
    if (!job) return;
    this.#finish(undefined);
    if (job.sent && !job.stopped) this.#takeSpare();
    else this.#tellState();
  }

  /** Start Python again. */
  retry(): void {
    this.#takeSpare();
  }

  /** Throw the worker away; the spare one, or a new one, takes its place. */
  #takeSpare(): void {
    this.#main?.end();
    this.#main = this.#spare ?? this.#newPython();
    this.#spare = undefined;
    this.#go();
  }

  #newPython(): Python {
    const python = new Python(
      this.#start(),
      (data) => this.#heard(python, data),
      () => this.#tellState(),
    );
    return python;
  }

  /** Give the worker what there is to do, if it is ready. */
  #go(): void {
    const job = this.#job;
    const main = this.#main;
    clearTimeout(this.#idle);
    if (main?.state === "ready") {
      if (job?.stopped) main.send(job.stopped);
      else if (job && !job.sent) this.#send(job, main);
      else if (!job) this.#rest(main);
    }
    this.#tellState();
  }

  /** There is nothing to do but what makes later verdicts come sooner. */
  #rest(main: Python): void {
    if (main.rehearse(this.#rehearsal) || !this.#withSpare) return;
    if (this.#spare) this.#spare.rehearse(this.#rehearsal);
    else this.#idle = setTimeout(() => (this.#spare = this.#newPython()), IDLE_MILLISECONDS);
  }

  #send(job: Job, main: Python): void {
    const seconds = job.request.problem.time_limit;
    job.sent = true;
    main.send(job.request);
    job.timer = setTimeout(() => {
      const test = job.running || (job.done.at(-1)?.name ?? "");
      const key = job.running || job.done.length ? "time" : "time_loading";
      this.#ended("time_limit", key, { seconds: String(seconds), test });
    }, seconds * 1000);
  }

  #heard(from: Python, data: unknown): void {
    const message = data as FromWorker;
    const job = this.#job;
    const own = from === this.#main;
    if (own && job?.sent && !job.stopped) {
      this.#heardOf(job, data);
    } else if (own && job?.stopped && isAnswer(data, job.stopped.id) && data.type === "verdict") {
      this.#finish(data.value);
      this.#go();
    } else if (message?.type === "ready" || message?.type === "rehearsed") {
      this.#go();
    } else if (message?.type === "broken" && !own) {
      from.end(); // the page works without a spare one
      this.#spare = undefined;
    } else if (message?.type === "broken") {
      this.#finish(undefined);
      this.#tellState();
    }
  }

  #heardOf(job: Job, data: unknown): void {
    const message = data as FromWorker;
    if (message?.type === "broken") {
      const left = message.exit !== undefined;
      const how = left ? `exit status ${message.exit}` : message.message;
      this.#ended("crashed", left ? "left" : "crashed", { how });
    } else if (isAnswer(data, job.request.id)) {
      this.#answered(job, data);
    } else {
      this.#ended("crashed", "channel", {});
    }
  }

  #answered(job: Job, answer: Answer): void {
    if (answer.type === "plan") {
      job.names = answer.value;
    } else if (answer.type === "start") {
      job.running = answer.value;
    } else if (answer.type === "done") {
      job.done.push(answer.value);
      job.running = job.names[job.done.length] ?? ""; // tests run in the order of the plan
    } else if (answer.type === "judge_error") {
      return this.#ended("crashed", "judge_error", { error: answer.value });
    } else if (answer.value.status === "accepted" && !allSaidSo(job)) {
      job.names = []; // nothing is known of the tests that did not say so
      job.running = "";
      return this.#ended("crashed", "channel", {});
    } else {
      const lost = isUsedUp(answer.value);
      this.#finish(answer.value);
      if (lost) this.#takeSpare();
      else this.#go();
      return;
    }
    this.#progress ??= setTimeout(() => this.#tellState(), PROGRESS_MILLISECONDS);
  }

  /** The program was stopped, or stopped its worker: another one says so in the judge's words. */
  #ended(status: StoppedRequest["status"], key: Sentence, values: Record<string, string>): void {
    const job = this.#job!;
    clearTimeout(job.timer);
    const { problem, lang } = job.request;
    const { names, done, running } = job;
    job.stopped = {
      type: "stopped",
      id: newId(),
      problem,
      lang,
      names,
      done,
      running,
      status,
      key,
      values,
    };
    this.#takeSpare();
  }

  #finish(verdict: Verdict | undefined): void {
    const job = this.#job;
    if (!job) return;
    clearTimeout(job.timer);
    this.#job = undefined;
    job.settle(verdict);
  }

  #tellState(): void {
    clearTimeout(this.#progress);
    this.#progress = undefined;
    const main = this.#main!;
    const job = this.#job;
    if (main.state === "broken") this.#tell({ phase: "failed", message: main.message });
    else if (main.state === "loading") {
      this.#tell({ phase: "loading", megabytes: main.megabytes, slow: main.slow });
    } else if (!job) this.#tell({ phase: "ready" });
    else {
      const { running: test, done, names } = job;
      this.#tell({ phase: "running", test, done: done.length, total: names.length });
    }
  }
}

/** One worker on its way from its start to its end. */
class Python {
  state: "loading" | "ready" | "rehearsing" | "broken" = "loading";
  message = "";
  megabytes = 0;
  slow = false;
  #rehearsals = REHEARSALS;
  readonly #worker: WorkerLike;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: WorkerLike, heard: (data: unknown) => void, changed: () => void) {
    this.#worker = worker;
    this.#changed = changed;
    worker.onmessage = ({ data }) => {
      const message = data as FromWorker;
      if (message?.type === "progress") return this.#progress(message.megabytes);
      if (message?.type === "ready") this.#become("ready");
      if (message?.type === "rehearsed" && this.state === "rehearsing") this.#become("ready");
      if (message?.type === "broken") this.#become("broken", message.message);
      heard(data);
    };
    worker.onerror = ({ message }) => {
      const broken: FromWorker = { type: "broken", message: message || "the worker did not start" };
      worker.onmessage?.({ data: broken });
    };
    this.#watch();
    worker.postMessage({ type: "boot" });
  }

  send(request: JudgeRequest | StoppedRequest): void {
    this.#rehearsals -= 1;
    this.#worker.postMessage(request);
  }

  /** Judge a program for practice, if it has judged too few; whether it does. */
  rehearse(request: RehearseRequest): boolean {
    if (this.state !== "ready" || this.#rehearsals <= 0) return false;
    this.#rehearsals -= 1;
    this.state = "rehearsing";
    this.#worker.postMessage(request);
    return true;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
  }

  #become(state: "ready" | "broken", message = ""): void {
    clearTimeout(this.#timer);
    this.state = state;
    this.message = message;
  }

  #progress(megabytes: number): void {
    if (this.state !== "loading") return;
    this.megabytes = megabytes;
    this.#watch();
    this.#changed();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.slow = false;
    this.#timer = setTimeout(() => {
      this.slow = true;
      this.#changed();
    }, SLOW_MILLISECONDS);
  }
}

/** A verdict that says accepted must be that of tests which each said so, one by one. */
function allSaidSo({ names, done }: Job): boolean {
  return (
    names.length > 0 &&
    done.length === names.length &&
    done.every((test, index) => test.name === names[index] && test.status === "passed")
  );
}

/** Whether a worker holds too much memory, or still runs the program, after that verdict. */
function isUsedUp({ status, tests }: Verdict): boolean {
  return (
    status === "output_limit" ||
    status === "memory_limit" ||
    tests.some((test) => test.status === "memory_limit")
  );
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
