import { beforeEach, expect, test, vi } from "vitest";

import { EMPTY } from "../source/tree/operations";
import type { Operation } from "../source/tree/operations";
import { TreePython } from "../source/tree/python";
import { Session } from "../source/tree/session";
import type { ToTreeWorker } from "../source/tree/messages";
import { FakeWorker, node, ROOT, state, step } from "./tree_samples";

const changed = vi.fn();
let worker: FakeWorker;
let session: Session;

/** A match of each operation; an insertion takes three steps. */
function steps(operation: Operation) {
  const tokens = "tokens" in operation ? operation.tokens : [];
  const result = { handle: 0, cached_len: tokens.length, slots: [] };
  const match = step("match", { arguments: { tokens }, result });
  return operation.do === "insert" ? [step("match"), step("evict"), step("insert")] : [match];
}

function reply(request: ToTreeWorker): unknown {
  if (request.type === "play") return { start: state(), steps: request.operations.map(steps) };
  return request.type === "do" ? steps(request.operation) : undefined;
}

beforeEach(() => {
  changed.mockReset();
  worker = new FakeWorker();
  worker.reply = reply;
  const python = new TreePython(worker, true, () => undefined);
  session = new Session(python, EMPTY, changed);
  worker.say({ type: "ready" });
});

const match = (...tokens: number[]): Operation => ({ do: "match", tokens });
const insert: Operation = { do: "insert", tokens: [1] };

test("operations are done one after the other, and the last step is shown", async () => {
  await Promise.all([session.do(match(1)), session.do(insert), session.do(match(2))]);
  expect(session.scene.operations).toEqual([match(1), insert, match(2)]);
  expect(session.done.map(({ step, of }) => [step.operation, of])).toEqual([
    ["match", 0],
    ["match", 1],
    ["evict", 1],
    ["insert", 1],
    ["match", 2],
  ]);
  expect(session.position).toBe(5);
  expect(changed).toHaveBeenCalledTimes(3);
});

test("an operation after going back takes the place of what came later", async () => {
  await session.play({ ...EMPTY, operations: [match(1), insert, match(2)] });
  session.goTo(1);
  await session.do(match(9));
  expect(session.scene.operations).toEqual([match(1), match(9)]);
  expect(worker.sent.at(-2)).toMatchObject({ type: "play", operations: [match(1)] });
  expect(session.position).toBe(2);
});

test("in the middle of an operation it is kept whole", async () => {
  await session.play({ ...EMPTY, operations: [match(1), insert, match(2)] });
  session.goTo(2);
  await session.do(match(9));
  expect(session.scene.operations).toEqual([match(1), insert, match(9)]);
});

test("steps before the first and behind the last are not there", async () => {
  await session.play({ ...EMPTY, operations: [match(1)] });
  session.goTo(-3);
  expect([session.position, session.shown]).toEqual([0, undefined]);
  session.goTo(8);
  expect(session.position).toBe(1);
});

test("another list of steps once the cache is made anew, the same while it goes on", async () => {
  await session.play({ ...EMPTY, operations: [match(1)] });
  const before = session.done;
  await session.do(match(2));
  expect(session.done).toBe(before);
  session.goTo(0);
  await session.do(match(3));
  expect(session.done).not.toBe(before);
});

test("handles, their locks, and whether their prefix is there", async () => {
  const nodes = [ROOT, node(1, 0, [1, 2], [4, 5]), node(2, 1, [3], [6])];
  const tree = state(nodes);
  const gives = (handle: number, tokens: number[], length: number) =>
    step("match", { arguments: { tokens }, result: { handle, cached_len: length }, state: tree });
  const lock = (operation: "lock" | "unlock", handle: number, error: boolean) =>
    step(operation, {
      arguments: { handle },
      error: error ? { type: "RuntimeError", message: "no" } : null,
      state: tree,
    });
  const all = [
    [gives(0, [1, 2, 9], 2)],
    [gives(1, [1, 3], 2)],
    [lock("lock", 0, false)],
    [lock("lock", 0, false)],
    [lock("unlock", 1, true)],
    [gives(2, [8], 0)],
  ];
  worker.reply = () => ({ start: state(), steps: all });
  const operations = [match(1, 2, 9), match(1, 3), ...all.slice(2, 5).map(() => insert), match(8)];
  await session.play({ ...EMPTY, operations });
  expect(session.handles()).toEqual([
    { of: 1, tokens: [1, 3], locks: 0, evicted: true },
    { of: 0, tokens: [1, 2], locks: 2, evicted: false },
  ]);
  session.goTo(3);
  expect(session.handles()[1]).toMatchObject({ of: 0, locks: 1 });
});
