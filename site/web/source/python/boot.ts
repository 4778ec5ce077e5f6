/**
 * Starts Python in a worker, from nothing but the files of build/python on the site itself.
 *
 * The fast way puts back a memory snapshot in which the judge and torch are imported already. If
 * anything is wrong with that, the plain way starts Python anew, in some four times the time.
 */

import type { PyodideAPI } from "pyodide";

import { type Core, restore } from "./restore";
import { type Lock, PREPARE, settings, type Wheels, wheelsOf } from "./settings";

export interface BootOptions {
  /** The absolute URL of the folder, with a slash at its end. */
  base: string;
  /** Whether to try the fast way. */
  snapshot: boolean;
}

/**
 * A Python that has imported the judge and torch.
 *
 * @throws Error if it cannot be started, naming what could not be read or imported.
 */
export async function boot({ base, snapshot }: BootOptions): Promise<PyodideAPI> {
  const memory = snapshot ? later(unpacked(`${base}snapshot.bin`)) : undefined;
  const { core, lock } = await readCore(base);
  if (memory !== undefined) {
    try {
      return checked(await restore(core, memory), lock);
    } catch (error) {
      console.warn(`Python starts the slow way, without its snapshot: ${error}`);
    }
  }
  return checked(await core.load(core.options), lock);
}

async function readCore(base: string): Promise<{ core: Core; lock: Lock }> {
  const [pyodide, asm, lock] = await Promise.all([
    import(`${base}pyodide.mjs`),
    import(`${base}pyodide.asm.mjs`),
    read(`${base}pyodide-lock.json`).then((response) => response.json() as Promise<Lock>),
  ]);
  const wheels = later(readWheels(base, lock));
  const options = {
    ...settings(lock, () => wheels),
    indexURL: base,
    createPyodideModule: asm.default,
  };
  return { core: { load: pyodide.loadPyodide, create: asm.default, options }, lock };
}

function readWheels(base: string, lock: Lock): Promise<Wheels> {
  const files = Object.values(lock.packages).map(async ({ file_name, sha256 }) => {
    const response = await read(base + file_name, { integrity: integrity(sha256) });
    return [file_name, new Uint8Array(await response.arrayBuffer())] as Wheels[number];
  });
  return Promise.all(files);
}

/** The same Python, if it has what a program will need. */
function checked(python: PyodideAPI, lock: Lock): PyodideAPI {
  const wheels: unknown = python.runPython(PREPARE);
  if (wheels !== wheelsOf(lock)) throw new Error("the snapshot was made from other wheels");
  return python;
}

async function read(url: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} could not be read: status ${response.status}`);
  return response;
}

async function unpacked(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = await read(url);
  if (body === null) throw new Error(`${url} is empty`);
  const bytes = body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

/** The same promise, which may fail before anything awaits it. */
function later<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** A hexadecimal hash as fetch takes it. */
function integrity(sha256: string): string {
  const bytes = (sha256.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
