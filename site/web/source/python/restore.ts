/**
 * Python from a snapshot of its memory, made by tools/sitelib/snapshot.mjs with Pyodide's private
 * functions for it, which are there in the version that is pinned.
 *
 * Of the constants at the beginning only the difference from what WebAssembly puts there anyway is
 * kept, which is nothing, and at the end stands a checksum: so a quarter less has to be loaded.
 */

import type { PyodideAPI } from "pyodide";

/** What is used of Pyodide's inside. */
export interface Module {
  HEAP8: Int8Array;
  growMemory(bytes: number): void;
  API: { restoreSnapshot(snapshot: Uint8Array): unknown };
}

/** Pyodide itself, and the options to start it with. */
export interface Core {
  load(options: object): Promise<PyodideAPI>;
  create(settings: object): Promise<Module>;
  options: object;
}

const CHECKSUM_BYTES = 4;
const CONSTANT_BYTES = 3 * 2 ** 20; // behind them stand random numbers, new for each Python

/**
 * Python as it was when the snapshot was made. WebAssembly compiles while the file comes in.
 *
 * @throws Error if the file does not fit to this Pyodide, or is damaged.
 */
export function restore(core: Core, file: Promise<Uint8Array<ArrayBuffer>>): Promise<PyodideAPI> {
  async function createPyodideModule(settings: object): Promise<Module> {
    const module = await core.create(settings);
    const snapshot = whole(await file, module.HEAP8);
    if (module.HEAP8.length < snapshot.length) module.growMemory(snapshot.length);
    const put = module.API.restoreSnapshot;
    module.API.restoreSnapshot = () => put(snapshot);
    return module;
  }
  // Pyodide would await the snapshot before it begins to compile: it gets another one to look at.
  return core.load({ ...core.options, createPyodideModule, _loadSnapshot: new Uint8Array(4) });
}

/** What is kept of a snapshot, given the memory that a Python begins with. */
export function difference(snapshot: Uint8Array, initial: Int8Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(snapshot.length + CHECKSUM_BYTES);
  file.set(snapshot);
  new DataView(file.buffer).setInt32(snapshot.length, checksum(memoryOf(file)));
  toggle(memoryOf(file), initial);
  return file;
}

/** The snapshot again, in the place of what was kept of it. */
function whole(file: Uint8Array<ArrayBuffer>, initial: Int8Array): Uint8Array {
  const end = file.length - CHECKSUM_BYTES;
  const memory = memoryOf(file);
  toggle(memory, initial);
  if (new DataView(file.buffer).getInt32(end) !== checksum(memory)) {
    throw new Error("the snapshot is not one of this Python");
  }
  return file.subarray(0, end);
}

/** The words after the head of a snapshot, whose second word says where they begin. */
function memoryOf(file: Uint8Array<ArrayBuffer>): Uint32Array {
  const begin = new Uint32Array(file.buffer, 4, 1)[0]!;
  return new Uint32Array(file.buffer, begin, (file.length - CHECKSUM_BYTES - begin) / 4);
}

function toggle(memory: Uint32Array, initial: Int8Array): void {
  const words = new Uint32Array(initial.buffer, 0, CONSTANT_BYTES / 4);
  for (let i = 0; i < words.length; i++) memory[i]! ^= words[i]!;
}

function checksum(memory: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < memory.length; i++) sum = (Math.imul(sum, 31) + memory[i]!) | 0;
  return sum;
}
