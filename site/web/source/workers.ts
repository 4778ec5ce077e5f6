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

const addresses = new Map<string, string>();

/** One that judges. */
export function startWorker(): WorkerLike {
  return startModule(WORKER_FILE) as WorkerLike;
}

/** A worker takes its security policy from the response that it came in, where a static host sends
 * none; one from a blob takes the page's. So a program cannot reach other hosts either.
 *
 * @param file its module, in app/.
 */
export function startModule(file: string): Worker {
  let address = addresses.get(file);
  if (address === undefined) {
    const module = new URL(`app/${file}`, ROOT).href;
    const script = new Blob([`import ${JSON.stringify(module)};`], { type: "text/javascript" });
    address = URL.createObjectURL(script);
    addresses.set(file, address);
  }
  return new Worker(address, { type: "module" });
}

/** Low memory: one worker, and a new one when it is lost. */
export function hasRoomForTwo(): boolean {
  const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory;
  return gigabytes === undefined || gigabytes > 2;
}
