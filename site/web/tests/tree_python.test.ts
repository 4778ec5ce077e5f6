import { beforeEach, expect, test, vi } from "vitest";

import { TreePython } from "../source/tree/python";
import { FakeWorker, outcome } from "./tree_samples";

let worker: FakeWorker;
let python: TreePython;
const told = vi.fn();
const START = { type: "own_start", code: "x", filename: "f.py", pageSize: 1 } as const;

beforeEach(() => {
  vi.useRealTimers();
  told.mockReset();
  worker = new FakeWorker();
  python = new TreePython(worker, true, told);
});

test("it is started, and says how much it has read", () => {
  expect(worker.sent).toEqual([{ type: "boot", minisgl: true }]);
  worker.say({ type: "progress", megabytes: 3 });
  expect(told).toHaveBeenCalledWith(3);
});

test("a question is asked once Python is ready, and gets its answer", async () => {
  const asked = python.ask(START);
  await Promise.resolve();
  expect(worker.sent).toHaveLength(1);
  worker.say({ type: "ready" });
  await vi.waitFor(() => expect(worker.sent).toHaveLength(2));
  expect(worker.sent[1]).toMatchObject(START);
  worker.answer(outcome());
  expect(await asked).toEqual(outcome());
});

test("what takes too long is thrown away", async () => {
  vi.useFakeTimers();
  worker.say({ type: "ready" });
  const asked = expect(python.ask(START, 5)).rejects.toMatchObject({ kind: "time" });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(worker.terminated).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(worker.terminated).toBe(true);
  expect(python.ended).toBe(true);
  await expect(python.ask(START)).rejects.toMatchObject({ kind: "time" });
});

test.each([
  ["an end of Python's", () => worker.say({ type: "broken", message: "gone" })],
  ["an error of the worker's", () => worker.onerror?.({ message: "gone" })],
  [
    "an answer that was made up",
    () => worker.say({ type: "answer", id: "guessed", value: outcome() }),
  ],
  ["something else", () => worker.onmessage?.({ data: 42 })],
])("%s ends it", async (_, happen) => {
  worker.say({ type: "ready" });
  const asked = python.ask(START);
  await vi.waitFor(() => expect(worker.sent).toHaveLength(2));
  happen();
  await expect(asked).rejects.toMatchObject({ kind: "dead" });
  expect(worker.terminated).toBe(true);
});

test("a Python that does not start says why", async () => {
  worker.say({ type: "broken", message: "no snapshot" });
  await expect(python.ready).rejects.toMatchObject({ kind: "dead", message: "no snapshot" });
  await expect(python.ask(START)).rejects.toMatchObject({ message: "no snapshot" });
});
