/** What was asked of minisgl's cache so far, the steps that came of it, and where the reader is in
 * them. Operations are done one after the other, however fast they come. */

import { MOST_OPERATIONS } from "./link";
import type { Operation, Scene } from "./operations";
import type { TreePython } from "./python";
import type { Step, TreeState } from "./trace";

export interface Done {
  step: Step;
  /** The number of the operation that it belongs to. */
  of: number;
}

/** A handle as the reader sees it. */
export interface Handle {
  /** The operation that gave it. */
  of: number;
  tokens: number[];
  locks: number;
  evicted: boolean;
}

const NOTHING: TreeState = { nodes: [], evictable_size: 0, protected_size: 0 };

export class Session {
  scene: Scene;
  start: TreeState = NOTHING;
  done: Done[] = [];
  /** How many steps are shown: 0 is the cache before the first. */
  position = 0;
  readonly #python: TreePython;
  readonly #changed: () => void;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param changed is told when there is something else to show. */
  constructor(python: TreePython, scene: Scene, changed: () => void) {
    this.#python = python;
    this.scene = scene;
    this.#changed = changed;
  }

  /** Begin anew with a scene, and show its last step. */
  play(scene: Scene): Promise<void> {
    return this.#next(async () => {
      this.scene = scene;
      await this.#replay();
      this.position = this.done.length;
      this.#changed();
    });
  }

  /** Do an operation on what is shown: what came after that is forgotten. */
  do(operation: Operation, words = this.scene.words): Promise<void> {
    return this.#next(async () => {
      const kept = this.#operationsShown();
      if (kept >= MOST_OPERATIONS) return;
      if (kept < this.scene.operations.length) {
        this.scene = { ...this.scene, operations: this.scene.operations.slice(0, kept) };
        await this.#replay();
      }
      const operations = [...this.scene.operations, operation];
      const steps = await this.#python.ask({ type: "do", operation });
      this.scene = { ...this.scene, operations, words };
      this.done.push(...steps.map((step) => ({ step, of: operations.length - 1 })));
      this.position = this.done.length;
      this.#changed();
    });
  }

  goTo(position: number): void {
    this.position = Math.min(Math.max(position, 0), this.done.length);
    this.#changed();
  }

  get full(): boolean {
    return this.#operationsShown() >= MOST_OPERATIONS;
  }

  /** The step that is shown; undefined before the first. */
  get shown(): Done | undefined {
    return this.done[this.position - 1];
  }

  get state(): TreeState {
    return this.shown?.step.state ?? this.start;
  }

  /** What insertions and matches have given up to what is shown, the newest first. */
  handles(): Handle[] {
    const handles = new Map<number, Handle>();
    for (const { step, of } of this.done.slice(0, this.position)) {
      const { operation, result, error } = step;
      const operates = this.scene.operations[of]?.do === operation;
      if (result?.handle !== undefined && operates) {
        const tokens = (step.arguments.tokens ?? []).slice(0, result.cached_len);
        handles.set(result.handle, { of, tokens, locks: 0, evicted: false });
      }
      const handle = handles.get(step.arguments.handle ?? -1);
      if (handle && !error) handle.locks += operation === "lock" ? 1 : -1;
    }
    const there = prefixesOf(this.state);
    for (const handle of handles.values()) handle.evicted = !there(handle.tokens);
    return [...handles.values()].filter(({ tokens }) => tokens.length > 0).reverse();
  }

  async #replay(): Promise<void> {
    const { operations, pageSize, capacity } = this.scene;
    const settings = { pageSize, capacity };
    const played = await this.#python.ask({ type: "play", settings, operations });
    this.start = played.start;
    this.done = played.steps.flatMap((steps, of) => steps.map((step) => ({ step, of })));
  }

  /** Those that are begun before, or with, what is shown. */
  #operationsShown(): number {
    const next = this.done[this.position];
    if (!next) return this.scene.operations.length;
    return this.shown?.of === next.of ? next.of + 1 : next.of;
  }

  #next(act: () => Promise<void>): Promise<void> {
    const acted = this.#queue.then(act);
    this.#queue = acted.catch(() => undefined);
    return acted;
  }
}

/** Whether a prefix is in a tree, whole. */
function prefixesOf({ nodes }: TreeState): (tokens: number[]) => boolean {
  const children = new Map<number, TreeState["nodes"]>();
  for (const node of nodes) {
    if (node.parent !== null) {
      children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    }
  }
  return (tokens) => {
    let [place, at] = [nodes[0]?.id ?? 0, 0];
    while (at < tokens.length) {
      const fits = (key: number[]): boolean => {
        const length = Math.min(key.length, tokens.length - at);
        return length > 0 && key.slice(0, length).every((token, i) => token === tokens[at + i]);
      };
      const child = children.get(place)?.find(({ key }) => fits(key));
      if (!child) return false;
      place = child.id;
      at += child.key.length;
    }
    return true;
  };
}
