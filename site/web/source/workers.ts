/** Starting the worker, and what Judging needs of one. */

import { ROOT } from "./place";
import type { ToWorker } from "./messages";

declare const WORKER_FILE: string; // put in by build.mjs

export interface WorkerLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

let address = "";

/** A worker takes its security policy from the response that it came in, where a static host sends
 * none; one from a blob takes the page's. So a program cannot reach other hosts either. */
export function startWorker(): WorkerLike {
  if (!address) {
    const module = new URL(`app/${WORKER_FILE}`, ROOT).href;
    const script = new Blob([`import ${JSON.stringify(module)};`], { type: "text/javascript" });
    address = URL.createObjectURL(script);
  }
  return new Worker(address, { type: "module" }) as WorkerLike;
}

/** Low memory: one worker, and a new one when it is lost. */
export function hasRoomForTwo(): boolean {
  const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory;
  return gigabytes === undefined || gigabytes > 2;
}
