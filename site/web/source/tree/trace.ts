/** The steps of a cache: tools/tracelib's trace of a radix tree, and beside it the reader's class. */

export interface TreeNode {
  id: number;
  parent: number | null;
  key: number[];
  value: number[];
  /** null where the reader's nodes have none. */
  ref_count: number | null;
  timestamp?: number;
}

export interface TreeState {
  nodes: TreeNode[];
  evictable_size: number;
  protected_size: number;
}

export interface Result {
  handle?: number;
  cached_len?: number;
  found_len?: number;
  slots?: number[];
}

export interface Step {
  operation: "insert" | "match" | "lock" | "unlock" | "evict";
  arguments: { tokens?: number[]; slots?: number[]; handle?: number; size?: number };
  result: Result | null;
  error: { type: string; message: string } | null;
  state: TreeState;
  touched: {
    path: { node: number; length: number }[];
    made: number[];
    split: { node: number; first: number; at: number }[];
    evicted: number[];
    freed: number[];
    counted: number[];
  };
  words: { en: string; zh: string };
}

/** What went wrong in the reader's class: course_worker/own_tree.py, and what ended its worker. */
export type OwnError =
  | { kind: "raised"; type: string; message: string; line: number }
  | { kind: "wrong_type"; what: string; wanted: string; got: string }
  | { kind: "missing" }
  | { kind: "flood" }
  | { kind: "time"; seconds: number }
  | { kind: "dead" };

/** Why the reader's tree is not drawn: course_worker/own_nodes.py. */
export interface NoTree {
  why: "no_root" | "twice" | "large" | "attribute" | "without";
  key?: string;
  name?: string;
  type?: string;
}

export interface OwnOutcome {
  result: Result | null;
  error: OwnError | null;
  sizes: [number, number] | null;
  nodes: TreeNode[] | null;
  no_tree: NoTree | null;
  printed: string;
}
