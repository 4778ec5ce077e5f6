/** What the page of the live tree and its workers say to each other. */

import type { Operation, Settings } from "./operations";
import type { OwnOutcome, Step, TreeState } from "./trace";

export type Request =
  /** Begin anew, and do all of these. */
  | { type: "play"; settings: Settings; operations: Operation[] }
  | { type: "do"; operation: Operation }
  /** Run the reader's program, and make its cache. */
  | { type: "own_start"; code: string; filename: string; pageSize: number }
  | { type: "own_call"; operation: Step["operation"]; arguments: Step["arguments"] };

/** An answer for each kind of request. */
export interface Answers {
  play: { start: TreeState; steps: Step[][] };
  do: Step[];
  own_start: OwnOutcome;
  own_call: OwnOutcome;
}

export type ToTreeWorker =
  /** ``minisgl``: whether chapter 9's is to be put in place. */
  | { type: "boot"; minisgl: boolean }
  /** The id is known to the page and the worker alone: a program cannot make up answers. */
  | (Request & { id: string });

export type FromTreeWorker =
  /** What of Python has been read so far. */
  | { type: "progress"; megabytes: number }
  | { type: "ready" }
  | { type: "answer"; id: string; value: unknown }
  /** Python did not start, or has ended. */
  | { type: "broken"; message: string };
