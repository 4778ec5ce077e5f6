/** What a reader asks of a cache, and the settings of the cache that is asked. */

export type Operation =
  /** Slots are named only where a judge did so; otherwise free ones are taken. */
  | { do: "insert"; tokens: number[]; slots?: number[] }
  | { do: "match"; tokens: number[] }
  /** The handle that the operation of that number gave, counted from 0. */
  | { do: "lock"; of: number }
  | { do: "unlock"; of: number }
  | { do: "evict"; size: number };

export interface Settings {
  pageSize: number;
  /** Slots that there are; null for as many as are needed. */
  capacity: number | null;
}

/** All that a link holds. */
export interface Scene extends Settings {
  operations: Operation[];
  /** The words that tokens stand for: that of token 1 first. */
  words: string[];
  /** Whether the reader's own class is to run beside. */
  own: boolean;
}

export const PAGE_SIZES = [1, 2, 4, 16] as const;
export const CAPACITIES = [null, 8, 16, 32, 64, 256] as const;

export const EMPTY: Scene = { pageSize: 1, capacity: null, operations: [], words: [], own: false };

/** What chapter 9 begins with. */
export const EXAMPLE: Scene = {
  ...EMPTY,
  operations: [
    { do: "insert", tokens: [1, 2, 3, 4], slots: [10, 11, 12, 13] },
    { do: "insert", tokens: [1, 2, 5, 6], slots: [10, 11, 20, 21] },
    { do: "insert", tokens: [7, 8], slots: [30, 31] },
  ],
};

/** Whether an operation gives a handle. */
export function givesHandle(operation: Operation | undefined): boolean {
  return operation?.do === "insert" || operation?.do === "match";
}
