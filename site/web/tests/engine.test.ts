import { expect, test, vi } from "vitest";

import { chatOf, EXAMPLES, MOST_REQUESTS } from "../source/engine/chats";
import type { EngineView, Question, Request, ToEngineWorker } from "../source/engine/messages";
import { EnginePython } from "../source/engine/python";
import { sentence, totals } from "../source/engine/sentences";
import { Session } from "../source/engine/session";

const PROMPT = { system: "", user: "Hello!" };
const SETTINGS = { pageSize: 4, pool: 96, budget: 64, maxTokens: 8 };

function request(uid: number, about: Partial<Request> = {}): Request {
  const counts = { prompt_len: 10, computed: 6, reused: 4, generated: 2 };
  return { uid, state: "running", text: "", reason: null, ...counts, ...about };
}

function view(about: Partial<EngineView> = {}): EngineView {
  const tree = { nodes: [], evictable_size: 0, protected_size: 0 };
  const nothing = { batch: null, evicted: 0, requests: [], pages: [], computed_pages: [] };
  return { step: 0, ...nothing, tree, made: [], done: true, ...about };
}

/** A worker that answers each question by a function; two steps are all that it does. */
class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  asked: Question["type"][] = [];
  ended = false;
  /** Why the page lost it. */
  lost: string[] = [];
  #sent = 0;
  #steps = 0;

  postMessage(message: ToEngineWorker): void {
    if (message.type === "boot") return void queueMicrotask(() => this.say({ type: "ready" }));
    this.asked.push(message.type);
    queueMicrotask(() => this.say({ type: "answer", value: this.#answer(message) }));
  }

  say(data: unknown): void {
    this.onmessage?.({ data });
  }

  terminate(): void {
    this.ended = true;
  }

  #answer(question: Question): unknown {
    if (question.type === "start") return { vocabulary: ["a", "b"], view: view() };
    if (question.type === "add") {
      if (question.chat[0]!.content === "long") return { too_long: { tokens: 99, most: 9 } };
      this.#sent += 1;
      return view({ requests: [request(0)], done: false });
    }
    this.#steps += 1;
    return view({ step: this.#steps, requests: [request(0)], done: this.#steps >= 2 });
  }
}

async function started(): Promise<{ worker: FakeWorker; python: EnginePython; session: Session }> {
  const worker = new FakeWorker();
  const python = new EnginePython(
    worker,
    () => undefined,
    (why) => worker.lost.push(why.kind),
  );
  const session = new Session(python, () => undefined);
  await session.start(SETTINGS);
  return { worker, python, session };
}

test("what a step did is said with the reader's numbers", () => {
  const batch = {
    phase: "prefill" as const,
    requests: [
      { uid: 0, computed: 10, reused: 0 },
      { uid: 1, computed: 6, reused: 4 },
    ],
  };
  const now = view({ step: 3, batch, evicted: 8, requests: [request(0), request(1)], done: false });
  expect(sentence(now, undefined)).toBe(
    "Step 3, prefill: prompt 1, 10 tokens computed and 0 reused; " +
      "prompt 2, 6 tokens computed and 4 reused. 8 tokens were evicted for it.",
  );
});

test("who is finished is said once", () => {
  const batch = { phase: "decode" as const, requests: [{ uid: 1, computed: 1, reused: 0 }] };
  const before = view({ requests: [request(0, { state: "finished" }), request(1)] });
  const requests = [request(0, { state: "finished" }), request(1, { state: "finished" })];
  const now = view({ step: 4, batch, requests, done: false });
  expect(sentence(now, before)).toBe(
    "Step 4, decode: one token each for prompt 2. Finished: prompt 2.",
  );
  expect(sentence({ ...now, done: true }, before)).toContain("All prompts are answered.");
});

test("sums are those of all requests", () => {
  const requests = [request(0), request(1, { computed: 10, reused: 0 })];
  expect(totals(view({ requests }))).toBe(
    "Prompt tokens: 16 computed, 4 reused. Answer tokens: 4.",
  );
});

test("a prompt that waits is said to wait, and no prompt too", () => {
  expect(sentence(view(), undefined)).toContain("Nothing has been computed yet");
  const requests = [request(0, { state: "waiting" })];
  expect(sentence(view({ requests, done: false }), undefined)).toBe(
    "Prompt 1 waits for the next step: 10 tokens.",
  );
});

test("a chat has a system prompt only if there is one", () => {
  expect(chatOf(PROMPT)).toEqual([{ role: "user", content: "Hello!" }]);
  expect(chatOf(EXAMPLES[0]!).map(({ role }) => role)).toEqual(["system", "user"]);
});

test("a run goes on until all is done", async () => {
  const { worker, session } = await started();
  expect(session.canStep).toBe(false);
  expect(await session.send(PROMPT)).toBe("sent");
  await session.run();
  expect(worker.asked).toEqual(["start", "add", "step", "step"]);
  expect([session.isRunning, session.canStep, session.view!.step]).toEqual([false, false, 2]);
});

test("a run that is halted does no further step", async () => {
  const { worker, session } = await started();
  await session.send(PROMPT);
  session.pause = 1;
  const run = session.run();
  session.halt();
  await run;
  expect(worker.asked).toEqual(["start", "add", "step"]);
  await session.step();
  expect(session.view!.done).toBe(true);
});

test("what is refused is not among the prompts", async () => {
  const { session } = await started();
  const long = { system: "", user: "long" };
  expect(await session.send(long)).toEqual({ tokens: 99, most: 9 });
  expect(session.prompts).toEqual([]);
  for (let count = 0; count < MOST_REQUESTS; count += 1) await session.send(PROMPT);
  expect(await session.send(PROMPT)).toBe("full");
});

test("who asks a worker that is gone is told, and so is who waits", async () => {
  const { worker, python, session } = await started();
  await session.send(PROMPT);
  const step = session.step();
  await Promise.resolve();
  python.end();
  await expect(step).rejects.toMatchObject({ kind: "given_up" });
  await expect(session.send(PROMPT)).rejects.toMatchObject({ kind: "given_up" });
  expect([worker.ended, session.isBusy, worker.lost]).toEqual([true, false, ["given_up"]]);
});

test("an engine that ends while nobody waits for it is told of, once", async () => {
  const { worker, python } = await started();
  worker.onerror?.({ message: "no memory" });
  python.end();
  expect(worker.lost).toEqual(["dead"]);
});

test("an engine that breaks says why", async () => {
  const worker = new FakeWorker();
  worker.postMessage = vi.fn();
  const nothing = (): void => undefined;
  const python = new EnginePython(worker, nothing, nothing);
  worker.say({ type: "broken", message: "no memory" });
  await expect(python.ready).rejects.toMatchObject({ kind: "dead", message: "no memory" });
});
