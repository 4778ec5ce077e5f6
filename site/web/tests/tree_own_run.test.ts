import { beforeEach, expect, test, vi } from "vitest";

import { OwnRun, SECONDS } from "../source/tree/own_run";
import { TreePython } from "../source/tree/python";
import type { Done } from "../source/tree/session";
import type { OwnOutcome } from "../source/tree/trace";
import { FakeWorker, outcome, step } from "./tree_samples";

const workers: FakeWorker[] = [];
const changed = vi.fn();
let answers: (OwnOutcome | undefined)[];
let run: OwnRun;

function make(): TreePython {
  const worker = new FakeWorker();
  worker.reply = () => answers.shift();
  workers.push(worker);
  const python = new TreePython(worker, false, () => undefined);
  queueMicrotask(() => worker.say({ type: "ready" }));
  return python;
}

beforeEach(() => {
  vi.useRealTimers();
  workers.length = 0;
  changed.mockReset();
  answers = [];
  run = new OwnRun(make, changed);
});

const calls = () =>
  workers.flatMap(({ sent }) => sent.map((one) => ("operation" in one ? one.operation : one.type)));
const settled = () => vi.waitFor(() => expect(changed).toHaveBeenCalled());
const done = (...steps: Done["step"][]): Done[] => steps.map((one, of) => ({ step: one, of }));
const lost = step("lock", {
  error: { type: "RuntimeError", message: "evicted" },
  arguments: { handle: 0, tokens: [1] },
});

test("the program is run, and then each step, but for those that are left open", async () => {
  answers = [outcome(), outcome(), outcome()];
  run.begin("code", 2, done(step("match"), lost, step("evict")));
  await settled();
  expect(workers[0]!.sent[1]).toMatchObject({ type: "own_start", code: "code", pageSize: 2 });
  expect(calls()).toEqual(["boot", "own_start", "match", "evict"]);
  expect(run.outcomes.map(Boolean)).toEqual([true, true, false, true]);
  expect([run.found, run.error]).toEqual([undefined, undefined]);
});

test("only the first difference is kept, and the class goes on", async () => {
  answers = [outcome(), outcome({ sizes: [1, 0] }), outcome({ sizes: [2, 0] })];
  run.begin("code", 1, done(step("match"), step("match")));
  await settled();
  expect(run.found).toMatchObject({ position: 1, difference: { what: "sizes", own: "1, 0" } });
  expect(run.outcomes).toHaveLength(3);
});

test("an error ends it, a refusal does not", async () => {
  const raised = (type: string) =>
    outcome({ error: { kind: "raised", type, message: "no", line: 1 } });
  answers = [outcome(), raised("RuntimeError"), raised("KeyError")];
  run.begin("code", 1, done(step("match"), step("match"), step("match")));
  await settled();
  expect(run.found).toMatchObject({ position: 1, difference: { what: "refused" } });
  expect(run.error).toMatchObject({ position: 2, error: { type: "KeyError" } });
  expect(calls()).toEqual(["boot", "own_start", "match", "match"]);
});

test("a program that is not written refuses nothing: it does not begin", async () => {
  const error = { kind: "raised", type: "RuntimeError", message: "", line: 1 } as const;
  answers = [outcome({ error })];
  run.begin("code", 1, done(step("match")));
  await settled();
  expect(run.error).toMatchObject({ position: 0 });
});

test("it goes on with what was done since", async () => {
  const steps = done(step("match"));
  answers = [outcome(), outcome(), outcome()];
  run.begin("code", 1, steps);
  await settled();
  steps.push({ step: step("evict"), of: 1 });
  expect(run.follows(steps)).toBe(true);
  run.goOn();
  await vi.waitFor(() => expect(run.outcomes).toHaveLength(3));
  expect(run.follows(done())).toBe(false);
});

test("a loop that never ends: a sentence, and another worker for the next run", async () => {
  vi.useFakeTimers();
  answers = [outcome(), undefined];
  run.begin("code", 1, done(step("match")));
  await vi.advanceTimersByTimeAsync(SECONDS * 1000);
  expect(run.error).toEqual({ position: 1, error: { kind: "time", seconds: SECONDS } });
  expect(workers[0]!.terminated).toBe(true);
  answers = [outcome(), outcome()];
  run.begin("code", 1, done(step("match")));
  await vi.advanceTimersByTimeAsync(1);
  expect(workers).toHaveLength(2);
  expect(run.error).toBeUndefined();
  expect(run.outcomes).toHaveLength(2);
});

test("a Python that ends: a sentence", async () => {
  answers = [outcome(), undefined];
  run.begin("code", 1, done(step("match")));
  await vi.waitFor(() => expect(calls()).toContain("match"));
  workers[0]!.say({ type: "broken", message: "exit" });
  await settled();
  expect(run.error).toEqual({ position: 1, error: { kind: "dead" } });
});

test("what was begun before is left behind with its worker", async () => {
  answers = [undefined];
  run.begin("slow", 1, done(step("match")));
  await vi.waitFor(() => expect(calls()).toContain("own_start"));
  answers = [outcome(), outcome()];
  run.begin("quick", 1, done(step("match")));
  await settled();
  expect(workers[0]!.terminated).toBe(true);
  expect(run.outcomes).toHaveLength(2);
});

test("one that took too much memory, or printed without end, gets a new worker", async () => {
  answers = [outcome({ error: { kind: "flood" } })];
  run.begin("floods", 1, done());
  await settled();
  answers = [outcome()];
  run.begin("mended", 1, done());
  await vi.waitFor(() => expect(workers).toHaveLength(2));
});
