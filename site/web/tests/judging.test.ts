import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  IDLE_MILLISECONDS,
  Judging,
  PROGRESS_MILLISECONDS,
  REHEARSALS,
  rehearsalOf,
  SLOW_MILLISECONDS,
} from "../source/judging";
import type { State } from "../source/judging";
import type { JudgeRequest, StoppedRequest, ToWorker } from "../source/messages";
import type { Verdict } from "../source/verdict";
import type { WorkerLike } from "../source/workers";
import { FILE, result, verdict } from "./samples";

class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly heard: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: message });
  }

  /** The last request. */
  get asked(): JudgeRequest | StoppedRequest {
    return this.heard.at(-1) as JudgeRequest | StoppedRequest;
  }

  answer(type: string, value: unknown): void {
    this.say({ type, id: this.asked.id, value });
  }
}

const REHEARSAL = rehearsalOf(FILE, "en");

let workers: FakeWorker[];
let states: State[];

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  states = [];
});
afterEach(() => vi.useRealTimers());

function start(withSpare = true): Judging {
  const make = (): FakeWorker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return new Judging(make, withSpare, (state) => states.push(state), REHEARSAL);
}

function becomeReady(worker: FakeWorker): void {
  worker.say({ type: "ready" });
  rehearse(worker, REHEARSALS);
}

/** The worker is asked for that many rehearsals, and for no other. */
function rehearse(worker: FakeWorker, count: number): void {
  const before = worker.heard.length;
  for (let number = 0; number < count; number += 1) {
    expect(worker.asked).toEqual(REHEARSAL);
    worker.say({ type: "rehearsed" });
  }
  expect(worker.heard).toHaveLength(before + count - 1);
}

/** A page on which the first worker is ready, and so is the spare one. */
function ready(): Judging {
  const judging = start();
  becomeReady(workers[0]!);
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  becomeReady(workers[1]!);
  return judging;
}

async function settled(
  promise: Promise<Verdict | undefined>,
): Promise<Verdict | undefined | "waits"> {
  return Promise.race([promise, Promise.resolve().then(() => Promise.resolve("waits" as const))]);
}

/** What the worker says of a program that passes both tests. */
function pass(worker: FakeWorker): void {
  worker.answer("plan", ["test_one", "test_two"]);
  worker.answer("start", "test_one");
  worker.answer("done", result("test_one", "passed"));
  worker.answer("done", result("test_two", "passed"));
  worker.answer("verdict", verdict("accepted"));
}

test("a program that is sent while Python loads runs as soon as it is there", async () => {
  const judging = start();
  const judged = judging.judge(FILE, "x = 1", "zh", true);
  expect(workers[0]!.heard).toEqual([{ type: "boot" }]);
  workers[0]!.say({ type: "ready" });
  expect(workers[0]!.asked).toMatchObject({
    type: "judge",
    code: "x = 1",
    lang: "zh",
    examples: true,
    filename: "084_page_allocator.py",
  });
  pass(workers[0]!);
  expect(await judged).toEqual(verdict("accepted"));
});

test("a spare worker is started only after the first is ready and idle", async () => {
  const judging = start();
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(1);
  becomeReady(workers[0]!);
  const judged = judging.judge(FILE, "", "en", false);
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(1);
  pass(workers[0]!);
  await judged;
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(2);
});

test("a program that a worker has judged is a rehearsal less", async () => {
  const judging = start(false);
  const judged = judging.judge(FILE, "", "en", false);
  workers[0]!.say({ type: "ready" });
  pass(workers[0]!);
  await judged;
  rehearse(workers[0]!, REHEARSALS - 1);
});

test("a program waits for the end of the rehearsal, which its time limit does not count", async () => {
  const judging = start();
  workers[0]!.say({ type: "ready" });
  const judged = judging.judge(FILE, "x = 1", "en", false);
  expect(workers[0]!.asked).toEqual(REHEARSAL);
  vi.advanceTimersByTime(10_000);
  expect(workers[0]!.ended).toBe(false);
  workers[0]!.say({ type: "rehearsed" });
  expect(workers[0]!.asked).toMatchObject({ type: "judge", code: "x = 1" });
  pass(workers[0]!);
  expect((await judged)?.status).toBe("accepted");
});

test("a program that says that it has rehearsed is not the judge", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.say({ type: "rehearsed" });
  expect(workers[1]!.asked).toMatchObject({ status: "crashed", key: "channel" });
});

test("no spare worker is started where memory is low", async () => {
  const judging = start(false);
  becomeReady(workers[0]!);
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(1);
  void judging.judge(FILE, "", "en", false);
  judging.stop();
  expect(workers).toHaveLength(2);
});

test("the states tell how far it is, to one who has the time to read it", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.answer("plan", ["test_one", "test_two"]);
  workers[0]!.answer("start", "test_one");
  expect(states.at(-1)).toEqual({ phase: "running", test: "", done: 0, total: 0 });
  vi.advanceTimersByTime(PROGRESS_MILLISECONDS);
  expect(states.at(-1)).toEqual({ phase: "running", test: "test_one", done: 0, total: 2 });
  workers[0]!.answer("done", result("test_one", "passed"));
  vi.advanceTimersByTime(PROGRESS_MILLISECONDS);
  expect(states.at(-1)).toEqual({ phase: "running", test: "test_two", done: 1, total: 2 });
  workers[0]!.answer("done", result("test_two", "passed"));
  workers[0]!.answer("verdict", verdict("accepted"));
  expect(states.at(-1)).toEqual({ phase: "ready" });
  const told = states.length;
  vi.advanceTimersByTime(PROGRESS_MILLISECONDS);
  expect(states).toHaveLength(told);
});

test("the same worker judges the next program", async () => {
  const judging = ready();
  for (let round = 0; round < 2; round += 1) {
    const judged = judging.judge(FILE, "", "en", false);
    pass(workers[0]!);
    expect((await judged)?.status).toBe("accepted");
  }
  expect(workers).toHaveLength(2);
  expect(workers[0]!.ended).toBe(false);
});

test("Stop ends the worker at once, and the spare one takes its place", async () => {
  const judging = ready();
  const judged = judging.judge(FILE, "while True: pass", "en", false);
  judging.stop();
  expect(workers[0]!.ended).toBe(true);
  expect(await judged).toBeUndefined();
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(3); // a new spare one
  void judging.judge(FILE, "", "en", false);
  expect(workers[1]!.asked.type).toBe("judge");
});

test("Stop while Python loads takes the program back", async () => {
  const judging = start();
  const judged = judging.judge(FILE, "", "en", false);
  judging.stop();
  expect(await judged).toBeUndefined();
  expect(workers[0]!.ended).toBe(false);
  workers[0]!.say({ type: "ready" });
  expect(workers[0]!.heard).toEqual([{ type: "boot" }, REHEARSAL]);
});

test("another program takes the place of one that runs", async () => {
  const judging = ready();
  const first = judging.judge(FILE, "first", "en", false);
  void judging.judge(FILE, "second", "en", false);
  expect(await first).toBeUndefined();
  expect(workers[1]!.asked).toMatchObject({ code: "second" });
});

test("after the time limit the spare worker says so, in the judge's words", async () => {
  const judging = ready();
  const judged = judging.judge(FILE, "", "zh", false);
  workers[0]!.answer("plan", ["test_one", "test_two"]);
  workers[0]!.answer("start", "test_one");
  workers[0]!.answer("done", result("test_one", "passed"));
  vi.advanceTimersByTime(9_999);
  expect(workers[0]!.ended).toBe(false);
  vi.advanceTimersByTime(1);
  expect(workers[0]!.ended).toBe(true);
  expect(workers[1]!.asked).toMatchObject({
    type: "stopped",
    lang: "zh",
    names: ["test_one", "test_two"],
    done: [result("test_one", "passed")],
    running: "test_two",
    status: "time_limit",
    key: "time",
    values: { seconds: "10", test: "test_two" },
  });
  workers[1]!.answer("verdict", verdict("time_limit"));
  expect((await judged)?.status).toBe("time_limit");
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  expect(workers).toHaveLength(3);
});

test("after the last test the time limit names that one", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.answer("plan", ["test_one"]);
  workers[0]!.answer("start", "test_one");
  workers[0]!.answer("done", result("test_one", "passed"));
  vi.advanceTimersByTime(10_000);
  expect(workers[1]!.asked).toMatchObject({
    key: "time",
    running: "",
    values: { test: "test_one" },
  });
});

test("a worker that never answers is a file that was not loaded", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  vi.advanceTimersByTime(10_000);
  expect(workers[1]!.asked).toMatchObject({ key: "time_loading", names: [], running: "" });
});

test("the time that Python takes to load is not the program's", () => {
  const judging = start();
  void judging.judge(FILE, "", "en", false);
  vi.advanceTimersByTime(20_000);
  workers[0]!.say({ type: "ready" });
  vi.advanceTimersByTime(9_999);
  expect(workers[0]!.ended).toBe(false);
});

test("without a spare worker the verdict waits for a new one", async () => {
  const judging = start(false);
  becomeReady(workers[0]!);
  const judged = judging.judge(FILE, "", "en", false);
  vi.advanceTimersByTime(10_000);
  expect(workers[1]!.heard).toEqual([{ type: "boot" }]);
  expect(await settled(judged)).toBe("waits");
  workers[1]!.say({ type: "ready" });
  expect(workers[1]!.asked).toMatchObject({ type: "stopped", status: "time_limit" });
  workers[1]!.answer("verdict", verdict("time_limit"));
  expect((await judged)?.status).toBe("time_limit");
});

test.each([
  [{ message: "RangeError: stack" }, "crashed", { how: "RangeError: stack" }],
  [{ message: "Program terminated", exit: 3 }, "left", { how: "exit status 3" }],
])("an interpreter that is dead: %o", (broken, key, values) => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.answer("plan", ["test_one"]);
  workers[0]!.answer("start", "test_one");
  workers[0]!.say({ type: "broken", ...broken });
  expect(workers[0]!.ended).toBe(true);
  expect(workers[1]!.asked).toMatchObject({ status: "crashed", key, values, running: "test_one" });
});

test("a worker that ends with an error is a dead interpreter", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.onerror?.({ message: "out of memory" });
  expect(workers[1]!.asked).toMatchObject({ key: "crashed", values: { how: "out of memory" } });
});

test("an error of the judge itself is said to be one", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.answer("judge_error", "KeyError: 'x'");
  expect(workers[1]!.asked).toMatchObject({
    key: "judge_error",
    values: { error: "KeyError: 'x'" },
  });
});

test.each(["output_limit", "memory_limit"] as const)(
  "after %s the worker is thrown away",
  async (status) => {
    const judging = ready();
    const judged = judging.judge(FILE, "", "en", false);
    workers[0]!.answer("verdict", verdict(status));
    expect((await judged)?.status).toBe(status);
    expect(workers[0]!.ended).toBe(true);
    expect(states.at(-1)).toEqual({ phase: "ready" });
  },
);

test("a worker in which a later test ran out of memory is thrown away", async () => {
  const judging = ready();
  const judged = judging.judge(FILE, "", "en", false);
  const tests = [result("test_one", "wrong_answer"), result("test_two", "memory_limit")];
  workers[0]!.answer("verdict", verdict("wrong_answer", { tests }));
  expect((await judged)?.status).toBe("wrong_answer");
  expect(workers[0]!.ended).toBe(true);
});

test.each([
  ["no test at all", (_: FakeWorker) => {}],
  ["no test that was planned", (worker: FakeWorker) => worker.answer("plan", [])],
  [
    "a test less",
    (worker: FakeWorker) => {
      worker.answer("plan", ["test_one", "test_two"]);
      worker.answer("done", result("test_one", "passed"));
    },
  ],
  [
    "a test that fails",
    (worker: FakeWorker) => {
      worker.answer("plan", ["test_one"]);
      worker.answer("done", result("test_one", "wrong_answer"));
    },
  ],
  [
    "a test of another name",
    (worker: FakeWorker) => {
      worker.answer("plan", ["test_one"]);
      worker.answer("done", result("test_two", "passed"));
    },
  ],
])("accepted is not believed with %s", (_, said) => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  said(workers[0]!);
  workers[0]!.answer("verdict", verdict("accepted"));
  expect(workers[0]!.ended).toBe(true);
  expect(workers[1]!.asked).toMatchObject({
    status: "crashed",
    key: "channel",
    names: [],
    running: "",
  });
});

test.each([
  ["of another request", { type: "verdict", id: "guessed", value: verdict("accepted") }],
  ["of no kind that is known", { type: "hello" }],
  ["that is nothing", null],
])("an answer %s is not the judge's", (_, message) => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  workers[0]!.say(message);
  expect(workers[1]!.asked).toMatchObject({ status: "crashed", key: "channel" });
});

test("every request has a name of its own that cannot be guessed", () => {
  const judging = ready();
  void judging.judge(FILE, "", "en", false);
  const first = workers[0]!.asked.id;
  pass(workers[0]!);
  void judging.judge(FILE, "", "en", false);
  expect(workers[0]!.asked.id).not.toBe(first);
  expect(first.length).toBeGreaterThan(16);
});

test("Python that does not start is said, and can be tried again", async () => {
  const judging = start();
  const judged = judging.judge(FILE, "", "en", false);
  workers[0]!.say({ type: "broken", message: "no network" });
  expect(await judged).toBeUndefined();
  expect(states.at(-1)).toEqual({ phase: "failed", message: "no network" });
  judging.retry();
  expect(states.at(-1)).toMatchObject({ phase: "loading" });
  workers[1]!.say({ type: "ready" });
  expect(states.at(-1)).toEqual({ phase: "ready" });
});

test("a program sent after a failed start starts Python again", async () => {
  const judging = start();
  workers[0]!.onerror?.({});
  const judged = judging.judge(FILE, "", "en", false);
  workers[1]!.say({ type: "ready" });
  pass(workers[1]!);
  expect((await judged)?.status).toBe("accepted");
});

test("a spare worker that does not start is done without", async () => {
  const judging = start();
  becomeReady(workers[0]!);
  vi.advanceTimersByTime(IDLE_MILLISECONDS);
  workers[1]!.say({ type: "broken", message: "no memory" });
  expect(workers[1]!.ended).toBe(true);
  const judged = judging.judge(FILE, "", "en", false);
  pass(workers[0]!);
  expect((await judged)?.status).toBe("accepted");
});

test("a start that takes long is said, and a word from Python takes that back", () => {
  start();
  vi.advanceTimersByTime(SLOW_MILLISECONDS);
  expect(states.at(-1)).toEqual({ phase: "loading", megabytes: 0, slow: true });
  workers[0]!.say({ type: "progress", megabytes: 3 });
  expect(states.at(-1)).toEqual({ phase: "loading", megabytes: 3, slow: false });
});
