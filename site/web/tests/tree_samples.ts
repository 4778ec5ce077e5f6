/** Steps, outcomes and workers for the tests of the live tree. */

import type { FromTreeWorker, ToTreeWorker } from "../source/tree/messages";
import type { TreeWorkerLike } from "../source/tree/python";
import type { OwnOutcome, Step, TreeNode, TreeState } from "../source/tree/trace";

export function node(
  id: number,
  parent: number | null,
  key: number[],
  value: number[],
  ref_count = 0,
): TreeNode {
  return { id, parent, key, value, ref_count, timestamp: 1 };
}

export const ROOT = node(0, null, [], []);

export function state(nodes: TreeNode[] = [ROOT], sizes: [number, number] = [0, 0]): TreeState {
  return { nodes, evictable_size: sizes[0], protected_size: sizes[1] };
}

export function step(operation: Step["operation"], more: Partial<Step> = {}): Step {
  return {
    operation,
    arguments: {},
    result: null,
    error: null,
    state: state(),
    touched: { path: [], made: [], split: [], evicted: [], freed: [], counted: [] },
    words: { en: `${operation} in words.`, zh: `${operation}。` },
    ...more,
  };
}

export function outcome(more: Partial<OwnOutcome> = {}): OwnOutcome {
  return {
    result: null,
    error: null,
    sizes: [0, 0],
    nodes: [ROOT],
    no_tree: null,
    printed: "",
    ...more,
  };
}

/** A worker that a test answers for. */
export class FakeWorker implements TreeWorkerLike {
  onmessage: TreeWorkerLike["onmessage"] = null;
  onerror: TreeWorkerLike["onerror"] = null;
  readonly sent: ToTreeWorker[] = [];
  terminated = false;
  /** Answers each question at once, where there is an answer. */
  reply: ((request: ToTreeWorker) => unknown) | undefined;

  postMessage(message: ToTreeWorker): void {
    this.sent.push(structuredClone(message));
    const value = message.type === "boot" ? undefined : this.reply?.(message);
    if (value !== undefined) queueMicrotask(() => this.answer(value));
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: FromTreeWorker): void {
    this.onmessage?.({ data: message });
  }

  /** Answer the last question. */
  answer(value: unknown): void {
    const last = this.sent.at(-1)!;
    this.say({ type: "answer", id: "id" in last ? last.id : "", value });
  }
}
